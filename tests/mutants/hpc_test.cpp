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

}  // namespace
}  // namespace themata::testing
