#include "support/predict.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "themata/random/distributions.hpp"

// Planted bugs in what is said of new documents, which the comparison with the sum over all assignments must
// show.
namespace themata::testing {
namespace {

/// The topics of a document's first tokens, in the plainest form, with room for mistakes.
struct PlainTopics {
  const KnownTopics& topics;
  const Words& words;
  double removed = 1;       ///< of the token at hand, 1 for right
  double prior_factor = 1;  ///< of the a_k in the conditional
  std::vector<std::uint32_t> z = {};
  std::vector<double> m = std::vector<double>(topics.n_topics());

  double probability(std::uint32_t word) const {
    double mass = 0;
    for (std::size_t k = 0; k < m.size(); ++k) mass += (m[k] + topics.prior()[k]) * topics.phi(word)[k];
    return mass / (static_cast<double>(z.size()) + topics.prior_total());
  }
  std::uint32_t pick(std::uint32_t word, Stream& stream) const {
    std::vector<double> weight(m.size());
    for (std::size_t k = 0; k < m.size(); ++k)
      weight[k] = (m[k] + prior_factor * topics.prior()[k]) * topics.phi(word)[k];
    return static_cast<std::uint32_t>(draw_index(stream, weight));
  }
  void append(Stream& stream) {
    z.push_back(pick(words[z.size()], stream));
    m[z.back()] += 1;
  }
  void redraw(std::size_t i, Stream& stream) {
    m[z[i]] -= removed;
    const std::uint32_t k = pick(words[i], stream);
    m[z[i]] -= 1 - removed;
    m[z[i] = k] += 1;
  }
};

/// How a mistaken copy differs.
struct SharesRecipe {
  double removed = 1, prior_factor = 1;
  double prior_in_theta = 1;  ///< of the a_k in theta given z
  bool within = true;         ///< the variance of theta given z is added

  ProportionMoments operator()(const KnownTopics& topics, const Words& words, const GibbsLength& length,
                               Stream& stream) const {
    PlainTopics state{topics, words, removed, prior_factor};
    while (state.z.size() < words.size()) state.append(stream);
    const std::size_t n_topics = topics.n_topics();
    const double total = static_cast<double>(words.size()) + prior_in_theta * topics.prior_total();
    std::vector<double> first(n_topics), square(n_topics), inner(n_topics);
    const double n = static_cast<double>(length.sweeps - length.skip);
    for (std::uint64_t sweep = 1; sweep <= length.sweeps; ++sweep) {
      for (std::size_t i = 0; i < words.size(); ++i) state.redraw(i, stream);
      for (std::size_t k = 0; k < n_topics && sweep > length.skip; ++k) {
        const double p = (state.m[k] + prior_in_theta * topics.prior()[k]) / total;
        first[k] += p / n;
        square[k] += p * p / n;
        inner[k] += within ? p * (1 - p) / (total + 1) / n : 0;
      }
    }
    ProportionMoments moments{first, inner};
    for (std::size_t k = 0; k < n_topics; ++k) moments.variance[k] += square[k] - first[k] * first[k];
    return moments;
  }
};

TEST(NewDocumentMutants, AnotherDiscountFails) {
  const KnownProblem problem = known_problems()[4];
  ASSERT_GT(problem.discount, 0);
  const auto shares = [](const KnownProblem& other) {
    return
        [topics = other.topics()](const KnownTopics&, const Words& words, const GibbsLength& length,
                                  Stream& stream) { return draw_proportions(topics, words, length, stream); };
  };
  const auto likelihood = [](const KnownProblem& other) {
    return
        [topics = other.topics()](const KnownTopics&, const Words& words, const Particles& particles,
                                  Stream& stream) { return left_to_right(topics, words, particles, stream); };
  };
  EXPECT_LT(shares_z(problem, shares(problem)), z_limit);
  EXPECT_LT(unbiased_z(problem, {2, 0}, likelihood(problem)), z_limit);
  for (const double discount : {0.0, problem.discount / 2}) {
    KnownProblem other = problem;
    other.discount = discount;
    EXPECT_GT(shares_z(problem, shares(other)), z_limit) << discount;
    EXPECT_GT(unbiased_z(problem, {2, 0}, likelihood(other)), z_limit) << discount;
  }
}

TEST(NewDocumentMutants, PlainSharesPassAndTheirMutantsFail) {
  const KnownProblem problem = known_problems().front();
  EXPECT_LT(shares_z(problem, SharesRecipe{}), z_limit);
  EXPECT_GT(shares_z(problem, SharesRecipe{.removed = 0}), z_limit) << "the token left in m";
  EXPECT_GT(shares_z(problem, SharesRecipe{.prior_factor = 2}), z_limit) << "the prior twice";
  EXPECT_GT(shares_z(problem, SharesRecipe{.prior_in_theta = 1e-9}), z_limit) << "theta without the prior";
  EXPECT_GT(shares_z(problem, SharesRecipe{.within = false}), z_limit) << "no variance given z";
}

TEST(CompletionMutants, PlainPredictionPassesAndItsMutantsFail) {
  const KnownProblem problem = known_problems().front();
  struct Recipe {
    double removed = 1, prior_factor = 1;
    std::vector<double> operator()(const KnownTopics& topics, const KnownProblem& of,
                                   const GibbsLength& length, Stream& stream) const {
      PlainTopics state{topics, of.seen, removed, prior_factor};
      while (state.z.size() < of.seen.size()) state.append(stream);
      std::vector<double> p(of.held.size());
      for (std::uint64_t sweep = 1; sweep <= length.sweeps; ++sweep) {
        for (std::size_t i = 0; i < of.seen.size(); ++i) state.redraw(i, stream);
        for (std::size_t i = 0; i < p.size() && sweep > length.skip; ++i)
          p[i] += state.probability(of.held[i]) / static_cast<double>(length.sweeps - length.skip);
      }
      return p;
    }
  };
  EXPECT_LT(held_z(problem, Recipe{}), z_limit);
  EXPECT_GT(held_z(problem, Recipe{.removed = 0}), z_limit) << "the token left in m";
  EXPECT_GT(held_z(problem, Recipe{.prior_factor = 2}), z_limit) << "the prior twice";
}

/// Left to right, with room for mistakes.
struct LeftRecipe {
  double removed = 1;
  bool chosen = true;  ///< particles go on in proportion to P(w_n | z_<n)
  bool mean_of_logs = false;
  bool after = false;  ///< P(w_n | z_<=n), the token's own topic drawn already

  double operator()(const KnownTopics& topics, const Words& words, const Particles& options,
                    Stream& stream) const {
    std::vector<PlainTopics> particles(options.particles, PlainTopics{topics, words, removed});
    double log_p = 0;
    for (std::size_t n = 0; n < words.size(); ++n) {
      std::vector<double> weight;
      for (PlainTopics& particle : particles) {
        for (std::size_t i = 0; i < std::min<std::size_t>(options.redraws, n); ++i)
          particle.redraw(i, stream);
        if (after) particle.append(stream);
        weight.push_back(particle.probability(words[n]));
      }
      log_p += level(weight);
      std::vector<std::vector<std::uint32_t>> zs;
      std::vector<std::vector<double>> ms;
      for (std::size_t r = 0; r < particles.size(); ++r) {
        const std::size_t parent = chosen ? draw_index(stream, weight) : r;
        zs.push_back(particles[parent].z);
        ms.push_back(particles[parent].m);
      }
      for (std::size_t r = 0; r < particles.size(); ++r) {
        particles[r].z = zs[r];
        particles[r].m = ms[r];
        if (!after) particles[r].append(stream);
      }
    }
    return log_p;
  }

  double level(const std::vector<double>& weight) const {
    double sum = 0;
    for (const double w : weight) sum += mean_of_logs ? std::log(w) : w;
    return mean_of_logs ? sum / static_cast<double>(weight.size())
                        : std::log(sum / static_cast<double>(weight.size()));
  }
};

TEST(LeftToRightMutants, PlainEstimatePassesAndItsMutantsFail) {
  const KnownProblem problem = known_problems().front();
  const auto off = [&](const LeftRecipe& recipe, const Particles& particles) {
    return unbiased_z(problem, particles, recipe);
  };
  EXPECT_LT(off({}, {3, 100}), z_limit);
  EXPECT_LT(off({.chosen = false}, {1, 100}), z_limit) << "one particle need not be chosen";
  EXPECT_GT(off({.removed = 0}, {3, 100}), z_limit) << "the token left in m";
  EXPECT_GT(off({.chosen = false}, {3, 0}), z_limit) << "the product of means, particles not chosen anew";
  EXPECT_GT(off({.mean_of_logs = true}, {3, 100}), z_limit) << "the mean of the logs";
  EXPECT_GT(off({.after = true}, {3, 100}), z_limit) << "the token predicted with its own topic";
}

}  // namespace
}  // namespace themata::testing
