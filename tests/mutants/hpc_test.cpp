#include <gtest/gtest.h>

#include "mutants/plain_hpc.hpp"
#include "support/geweke_hpc.hpp"
#include "support/stationary.hpp"

// Planted bugs in hierarchical Poisson convolution (docs/theory/hpc.md).
namespace themata::testing {
namespace {

using Mistake = HpcMistake;

/// Whether draws from the prior stay draws from it, and how far the worst statistic is off.
double worst_z(Mistake mistake) {
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
  EXPECT_LT(worst_z(Mistake::none), z_limit);
  for (const Mistake mistake :
       {Mistake::all_topics, Mistake::no_expectation, Mistake::no_own_label, Mistake::any_labels,
        Mistake::one_degree_less, Mistake::same_lengths, Mistake::wide_psi, Mistake::free_gamma,
        Mistake::no_norm_of_nu, Mistake::flat_sigma})
    EXPECT_GT(worst_z(mistake), z_limit) << static_cast<int>(mistake);
}

/// The same of correlated affinities: their own kernels, the others the model's.
double worst_z_of_correlated(Mistake mistake) {
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
  EXPECT_LT(worst_z_of_correlated(Mistake::none), z_limit);
  for (const Mistake mistake : {Mistake::no_unlabeled, Mistake::free_absent, Mistake::one_freedom_less,
                                Mistake::no_mean_in_scale, Mistake::half_scale, Mistake::no_jacobian})
    EXPECT_GT(worst_z_of_correlated(mistake), z_limit) << static_cast<int>(mistake);
}

}  // namespace
}  // namespace themata::testing
