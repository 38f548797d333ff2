#include <gtest/gtest.h>

#include "mutants/plain_hpc.hpp"
#include "support/geweke_hpc.hpp"
#include "support/stationary.hpp"

// Planted bugs in hierarchical Poisson convolution (docs/theory/hpc.md).
namespace themata::testing {
namespace {

/// Whether draws from the prior stay draws from it, and how far the worst statistic is off.
double worst_z(HpcMistake mistake) {
  hpc::Settings settings;
  settings.tree = hpc::Tree({2, 2, 3});
  settings.priors = tight_priors();
  settings.lengths = {0.3, 1, 2, 3};
  const ShortHpc model(settings, 40);
  const Kernels<hpc::State> kernels{
      {"plain", [&](hpc::State& state, const Context& context) {
         draw_plain_rates(state, settings.tree, context, mistake);
         draw_plain_affinities(state, context, hpc::Labeling::tree, mistake);
         draw_plain_rate_hyperparameters(state, settings.tree, settings.priors, context, mistake);
         draw_plain_hyperparameters(state, settings.priors, context, hpc::Labeling::tree, mistake);
       }}};
  const auto statistics = [&](const hpc::State& state, const Corpus& corpus) {
    return hpc_statistics(model.model(), state, corpus);
  };
  return changes(model, kernels, hpc_shape(4), statistics, 10'000, 2, 83).worst_z();
}

TEST(HpcMutants, PlainDrawsPassAndTheirMutantsFail) {
  EXPECT_LT(worst_z(HpcMistake::none), z_limit);
  for (const HpcMistake mistake :
       {HpcMistake::all_topics, HpcMistake::no_expectation, HpcMistake::no_own_label, HpcMistake::any_labels,
        HpcMistake::one_degree_less, HpcMistake::same_lengths, HpcMistake::wide_psi, HpcMistake::free_gamma,
        HpcMistake::no_norm_of_nu, HpcMistake::flat_sigma})
    EXPECT_GT(worst_z(mistake), z_limit) << static_cast<int>(mistake);
}

/// The same of correlated affinities: their own kernels, the others the model's.
double worst_z_of_correlated(HpcMistake mistake) {
  hpc::Settings settings;
  settings.tree = hpc::Tree::flat(3);
  settings.priors = tight_priors();
  settings.lengths = {0.3, 1, 2, 3};
  settings.correlated = true;
  const ShortHpc model(settings, 40);
  const auto sweep = [&](hpc::State& state, const Context& context) {
    draw_plain_correlated_affinities(state, context, mistake);
    draw_plain_correlated_hyperparameters(state, settings.priors, context, mistake);
    draw_plain_scale(state, settings.priors, context, mistake);
  };
  const Kernels<hpc::State> kernels{{"plain", sweep}};
  const auto statistics = [&](const hpc::State& state, const Corpus& corpus) {
    return hpc_statistics(model.model(), state, corpus);
  };
  return changes(model, kernels, hpc_shape(4), statistics, 10'000, 2, 84).worst_z();
}

TEST(HpcMutants, PlainDrawsOfCorrelatedAffinitiesPassAndTheirMutantsFail) {
  EXPECT_LT(worst_z_of_correlated(HpcMistake::none), z_limit);
  for (const HpcMistake mistake :
       {HpcMistake::no_unlabeled, HpcMistake::free_absent, HpcMistake::one_freedom_less,
        HpcMistake::no_mean_in_scale, HpcMistake::half_scale, HpcMistake::no_jacobian})
    EXPECT_GT(worst_z_of_correlated(mistake), z_limit) << static_cast<int>(mistake);
}

}  // namespace
}  // namespace themata::testing
