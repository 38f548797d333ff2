#include "themata/diagnose/spectrum.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "support/coda.hpp"

// Planted bugs in the effective size, which the comparison with coda must show.
namespace themata::testing {
namespace {

using Series = std::span<const double>;

double variance(Series x) {
  const auto n = static_cast<double>(x.size());
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / n;
  double squares = 0;
  for (const double value : x) squares += (value - mean) * (value - mean);
  return squares / (n - 1);
}

/// The effective size from an autoregression, with room for mistakes.
struct SpectrumRecipe {
  bool corrected = true;     ///< the variance of e_t is multiplied by n / (n - order - 1)
  bool squared = true;       ///< the gain is squared
  std::size_t most = 1000;   ///< coefficients beyond are left out
  double divisor_shift = 0;  ///< 1: the variance of the series with n in place of n - 1

  double operator()(Series x) const {
    if (spectrum0_ar(x) == 0) return 0;
    const auto n = static_cast<double>(x.size());
    Autoregression fit = fit_autoregression(x);
    const auto order = static_cast<double>(fit.coefficients.size());
    if (!corrected) fit.variance *= (n - order - 1) / n;
    fit.coefficients.resize(std::min(most, fit.coefficients.size()));
    const double gain = 1 - std::accumulate(fit.coefficients.begin(), fit.coefficients.end(), 0.0);
    const double spectrum = fit.variance / (squared ? gain * gain : gain);
    return n * variance(x) * (n - 1) / (n - 1 + divisor_shift) / spectrum;
  }
};

TEST(EffectiveSizeMutants, PlainRecipePassesAndItsMutantsFail) {
  const auto cases = read_coda_cases(coda_folder() / "results.tsv");
  ASSERT_FALSE(cases.empty());
  const auto off = [&](const std::function<double(Series)>& estimator) {
    return distance_from_coda(cases, estimator);
  };
  EXPECT_LT(off(SpectrumRecipe{}), coda_limit);
  const auto all_independent = [](Series x) { return static_cast<double>(x.size()); };
  EXPECT_GT(off(all_independent), coda_limit) << "an inefficiency factor of 1 for every series";
  const auto unless_constant = [](Series x) {
    return spectrum0_ar(x) == 0 ? 0.0 : static_cast<double>(x.size());
  };
  EXPECT_GT(off(unless_constant), coda_limit) << "the same, with the rule for constants";
  EXPECT_GT(off(SpectrumRecipe{.corrected = false}), coda_limit) << "the variance of e_t as it stands";
  EXPECT_GT(off(SpectrumRecipe{.squared = false}), coda_limit) << "the gain not squared";
  EXPECT_GT(off(SpectrumRecipe{.most = 1}), coda_limit) << "the first coefficient alone";
  EXPECT_GT(off(SpectrumRecipe{.divisor_shift = 1}), coda_limit) << "the variance of the series over n";
}

}  // namespace
}  // namespace themata::testing
