#include "themata/diagnose/rank_diagnostics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "support/posterior.hpp"

// Planted bugs in R-hat and the effective sample size, which the comparison with posterior must show.
namespace themata::testing {
namespace {

using Estimator = std::function<double(const Chains&)>;

/// The largest distance from a column of R's answers.
double off(const Estimator& estimator, std::size_t measure) {
  const auto cases = read_posterior_cases(posterior_folder() / "results.tsv");
  double largest = cases.empty() ? std::numeric_limits<double>::infinity() : 0;
  for (const PosteriorCase& one : cases)
    if (!departures().contains(one.name))
      largest = std::max(largest, distance_of(estimator(one.chains), one.expected[measure]));
  return largest;
}

constexpr std::size_t rhat = 0, bulk = 2, tail = 3, mean_size = 6, mean_error = 7;

/// Chains such that their halves are the chains given.
Chains doubled(const Chains& chains) {
  Chains result;
  for (const auto& chain : chains) {
    result.push_back(chain);
    result.back().insert(result.back().end(), chain.begin(), chain.end());
  }
  return result;
}

/// Distances from the mean of all draws.
Chains folded_at_mean(const Chains& chains) {
  double sum = 0, n = 0;
  for (const auto& chain : chains)
    for (const double x : chain) {
      sum += x;
      n += 1;
    }
  Chains result = chains;
  for (auto& chain : result)
    for (double& x : chain) x = std::abs(x - sum / n);
  return result;
}

double of_each_chain(const Chains& chains, const Estimator& estimator) {
  double sum = 0;
  for (const auto& chain : chains) sum += estimator({chain});
  return sum;
}

TEST(RankDiagnosticsMutants, TheEstimatorsPassAndTheirMutantsFail) {
  EXPECT_LT(off(rank_rhat, rhat), posterior_limit);
  EXPECT_LT(off(ess_bulk, bulk), posterior_limit);
  EXPECT_LT(off(ess_tail, tail), posterior_limit);
  EXPECT_LT(off(ess_mean, mean_size), posterior_limit);
  EXPECT_LT(off(mcse_mean, mean_error), posterior_limit);
  const auto unsplit = [](const Chains& c) { return rank_rhat(doubled(c)); };
  EXPECT_GT(off(unsplit, rhat), posterior_limit) << "chains not split: a trend goes unseen";
  EXPECT_GT(off(split_rhat, rhat), posterior_limit) << "draws in place of ranks";
  const auto fold_only = [](const Chains& c) { return rank_rhat(folded_at_mean(c)); };
  EXPECT_GT(off(fold_only, rhat), posterior_limit) << "the folded part, folded at the mean, for the larger";
  EXPECT_GT(off(ess_mean, bulk), posterior_limit) << "draws in place of ranks";
  EXPECT_GT(off(ess_tail, bulk), posterior_limit) << "tail taken for bulk";
  const auto low = [](const Chains& c) { return ess_quantile(c, 0.05); };
  EXPECT_GT(off(low, tail), posterior_limit) << "one of the two tails";
  const auto sums = [](const Chains& c) { return of_each_chain(c, ess_bulk); };
  EXPECT_GT(off(sums, bulk), posterior_limit) << "sizes of single chains added up";
  EXPECT_GT(off(ess_mean, mean_error), posterior_limit) << "the size for the error";
}

// What each part of R-hat is for: the case that only it shows.
TEST(RankDiagnosticsMutants, EachPartOfRhatSeesWhatTheOthersMiss) {
  for (const PosteriorCase& one : read_posterior_cases(posterior_folder() / "results.tsv")) {
    if (one.name == "one-wider") {
      EXPECT_LT(split_rhat(one.chains), 1.01) << "means alone do not show a chain that is too wide";
      EXPECT_GT(rank_rhat(one.chains), 1.1);
    }
    if (one.name == "trend") {
      EXPECT_LT(rank_rhat(doubled(one.chains)), 1.02) << "whole chains do not show that all rise";
      EXPECT_GT(rank_rhat(one.chains), 1.1);
    }
  }
}

}  // namespace
}  // namespace themata::testing
