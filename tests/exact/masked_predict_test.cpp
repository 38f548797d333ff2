#include <gtest/gtest.h>

#include <cmath>

#include "support/statistics.hpp"
#include "themata/models/icdp/predict.hpp"

// A new document under known topics that it uses or not: against every mask and every assignment of its
// tokens.
namespace themata::testing {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr double alpha = 0.6;
const std::vector<double> use{0.5, 0.2, 0.7, 0.05};
/// K x V; topics may lack words.
const std::vector<std::vector<double>> masked_phi{{.6, .4, 0}, {.1, .1, .8}, {0, .5, .5}, {.3, .3, .4}};

icdp::UsedTopics topics() {
  std::vector<double> by_word;
  for (std::size_t v = 0; v < 3; ++v)
    for (const auto& row : masked_phi) by_word.push_back(row[v]);
  return {alpha, use, by_word};
}

struct MaskedSums {
  double p = 0;
  std::vector<double> mean, square, held;
};

/// Adds up p(mask, z, seen) and what it says of theta and of the held words.
MaskedSums add_up(const Words& seen, const Words& held) {
  const std::size_t n_topics = use.size();
  MaskedSums sums{0, std::vector<double>(n_topics, 0.0), std::vector<double>(n_topics, 0.0),
                  std::vector<double>(held.size(), 0.0)};
  const auto assignments = static_cast<std::size_t>(std::pow(n_topics, seen.size()));
  for (std::size_t mask = 0; mask < (std::size_t{1} << n_topics); ++mask)
    for (std::size_t code = 0; code < assignments; ++code) {
      double p = 1, s = 0;
      std::vector<double> m(n_topics, 0.0);
      for (std::size_t k = 0; k < n_topics; ++k) {
        const bool on = (mask >> k & 1) != 0;
        p *= on ? use[k] : 1 - use[k];
        s += on ? 1 : 0;
      }
      std::size_t rest = code, done = 0;
      for (const std::uint32_t word : seen) {
        const std::size_t k = rest % n_topics;
        rest /= n_topics;
        p *= (mask >> k & 1) == 0
                 ? 0
                 : (m[k] + alpha) / (static_cast<double>(done++) + s * alpha) * masked_phi[k][word];
        m[k] += 1;
      }
      if (!(p > 0)) continue;
      sums.p += p;
      const double total = static_cast<double>(seen.size()) + s * alpha;
      for (std::size_t k = 0; k < n_topics; ++k) {
        const double a = (mask >> k & 1) == 0 ? 0 : m[k] + alpha;
        sums.mean[k] += p * a / total;
        sums.square[k] += p * a * (a + 1) / (total * (total + 1));
        for (std::size_t i = 0; i < held.size(); ++i) sums.held[i] += p * a / total * masked_phi[k][held[i]];
      }
    }
  for (auto* list : {&sums.mean, &sums.square, &sums.held})
    for (double& x : *list) x /= sums.p;
  return sums;
}

constexpr GibbsLength masked_sweeps{400'000, 1000};

TEST(MaskedDocument, SharesHaveThePosteriorsMoments) {
  for (const Words& seen : {Words{0}, Words{0, 1, 2}, Words{1, 1, 2, 2, 1}}) {
    Stream stream({5}, Purpose::infer, 0, seen.size());
    const ProportionMoments found = icdp::draw_proportions(topics(), seen, masked_sweeps, stream);
    const MaskedSums truth = add_up(seen, {});
    for (std::size_t k = 0; k < use.size(); ++k) {
      EXPECT_NEAR(found.mean[k], truth.mean[k], 0.004) << k;
      EXPECT_NEAR(found.variance[k], truth.square[k] - truth.mean[k] * truth.mean[k], 0.004) << k;
    }
  }
}

TEST(MaskedDocument, PredictsAsTheSumOverMasks) {
  for (const Words& seen : {Words{0}, Words{0, 1, 2}, Words{1, 1, 2, 2, 1}}) {
    const Words held{0, 1, 2};
    std::vector<double> means(held.size());
    Stream stream({6}, Purpose::held_out, 0, seen.size());
    icdp::predict_words(topics(), {seen, held}, masked_sweeps, stream, means);
    const MaskedSums truth = add_up(seen, held);
    for (std::size_t i = 0; i < held.size(); ++i) EXPECT_NEAR(means[i], truth.held[i], 0.002) << i;
    EXPECT_NEAR(means[0] + means[1] + means[2], 1, 0.002);
  }
}

}  // namespace
}  // namespace themata::testing
