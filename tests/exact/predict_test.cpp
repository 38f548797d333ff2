#include "support/predict.hpp"

#include <gtest/gtest.h>

#include "themata/predict/held_out.hpp"

// Topics of new documents and held-out likelihood against the sum over all assignments.
namespace themata::testing {
namespace {

TEST(NewDocument, SharesHaveThePosteriorsMoments) {
  for (const KnownProblem& problem : known_problems())
    EXPECT_LT(shares_z(problem, draw_proportions), z_limit) << problem.seen.size() << " tokens";
}

TEST(NewDocument, WithoutWordsHasThePriorsMoments) {
  const KnownProblem problem{{.5, 1, 2.5}, three_topics(), {}, {}};
  Stream stream({1}, Purpose::infer, 0, 0);
  const ProportionMoments moments = draw_proportions(problem.topics(), problem.seen, {20, 10}, stream);
  const std::vector<double> a{.5, 1, 2.5};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_DOUBLE_EQ(moments.mean[k], a[k] / 4);
    EXPECT_DOUBLE_EQ(moments.variance[k], a[k] * (4 - a[k]) / (16 * 5));
  }
}

TEST(Completion, PredictsAsTheSumOverAssignments) {
  const auto predict = [](const KnownTopics& topics, const KnownProblem& problem, const GibbsLength& length,
                          Stream& stream) {
    std::vector<double> p(problem.held.size());
    predict_words(topics, {problem.seen, problem.held}, length, stream, p);
    return p;
  };
  for (const KnownProblem& problem : known_problems())
    EXPECT_LT(held_z(problem, predict), z_limit) << problem.seen.size() << " tokens";
}

TEST(LeftToRight, IsUnbiasedForAnyParticles) {
  for (const KnownProblem& problem : known_problems())
    for (const Particles& particles : particle_settings())
      EXPECT_LT(unbiased_z(problem, particles, left_to_right), z_limit)
          << problem.seen.size() << " tokens, " << particles.particles << " particles, " << particles.redraws
          << " redraws";
}

TEST(LeftToRight, ComesNearWithManyParticles) {
  const KnownProblem problem = known_problems().front();
  Stream stream({2}, Purpose::held_out, 0, 0);
  // 20,000 particles: the estimate's own error is below .003.
  EXPECT_NEAR(left_to_right(problem.topics(), problem.seen, {20'000, 100}, stream), add_up(problem).log_p,
              .015);
}

/// Variance of log p over 4000 repetitions, and the mean of what each says of itself.
struct Honesty {
  double seen = 0, said = 0;
};

Honesty honesty_of(const std::function<std::vector<double>(Stream&)>& estimate) {
  constexpr std::size_t repetitions = 4000, draws = 2, runs = 2;
  std::vector<double> values;
  double said = 0;
  for (std::size_t r = 0; r < repetitions; ++r) {
    std::vector<double> logs;
    for (std::size_t list = 0; list < draws * runs; ++list) {
      Stream stream({3}, Purpose::held_out, r, list);
      for (const double x : estimate(stream)) logs.push_back(x);
    }
    const CombinedEstimate combined = combine({draws, runs, logs});
    values.push_back(combined.log_p);
    said += combined.variance / repetitions;
  }
  const double error = from_batches(values).error;
  return {error * error * repetitions, said};
}

TEST(MonteCarloError, IsWhatRepetitionsShow) {
  // A sample variance of 4000 errs by 3%; the delta method and the choice of 40 sweeps or 20 particles by a
  // few more.
  const KnownProblem problem = known_problems().front();
  const KnownTopics topics = problem.topics();
  const Honesty completion = honesty_of([&](Stream& stream) {
    std::vector<double> p(problem.held.size());
    predict_words(topics, {problem.seen, problem.held}, {60, 20}, stream, p);
    for (double& x : p) x = std::log(x);
    return p;
  });
  EXPECT_NEAR(completion.said / completion.seen, 1, .15);
  const Honesty left = honesty_of([&](Stream& stream) {
    return std::vector<double>{left_to_right(topics, problem.seen, {20, 100}, stream)};
  });
  EXPECT_NEAR(left.said / left.seen, 1, .15);
}

TEST(Combination, IsTheMeanInsideTheLog) {
  // Two draws, two runs, two places: .1, .3 | .2, .3 | .4, .1 | .1, .1
  const std::vector<double> logs{std::log(.1), std::log(.3), std::log(.2), std::log(.3),
                                 std::log(.4), std::log(.1), std::log(.1), std::log(.1)};
  const CombinedEstimate combined = combine({2, 2, logs});
  EXPECT_NEAR(combined.log_p, std::log(.2) + std::log(.2), 1e-12);
  // w = .5 + 1.5, 1 + 1.5, 2 + .5, .5 + .5
  EXPECT_NEAR(combined.of_draw[0], 2.25 - 2, 1e-12);
  EXPECT_NEAR(combined.of_draw[1], 1.75 - 2, 1e-12);
  EXPECT_NEAR(combined.variance, (2 * .25 * .25 + 2 * .75 * .75) / (4 * 2 * 1), 1e-12);
}

}  // namespace
}  // namespace themata::testing
