#include <gtest/gtest.h>

#include "support/geweke_hpc.hpp"
#include "support/stationary.hpp"

// Draws of hierarchical Poisson convolution from its prior, data with them, stay such (docs/theory/proof.md).
namespace themata::testing {
namespace {

struct HpcCase {
  const char* name;
  hpc::Tree tree;
  bool labelled, hmc;
  double lambda_scale = 1;  ///< of the prior
  bool correlated = false;
  friend void PrintTo(const HpcCase& c, std::ostream* out) { *out << c.name; }
};

class DrawsOfHpc : public ::testing::TestWithParam<HpcCase> {};

TEST_P(DrawsOfHpc, FromThePriorStayDrawsOfIt) {
  hpc::Settings settings;
  settings.tree = GetParam().tree;
  settings.labeling = GetParam().labelled ? hpc::Labeling::tree : hpc::Labeling::none;
  settings.hmc = GetParam().hmc;
  settings.correlated = GetParam().correlated;
  settings.priors = tight_priors();
  settings.priors.lambda_scale = GetParam().lambda_scale;
  settings.lengths = {0.5, 1, 1, 2, 0.7};
  const ShortHpc model(settings, 30);
  const auto statistics = [&](const hpc::State& state, const Corpus& corpus) {
    return hpc_statistics(model.model(), state, corpus);
  };
  for (const GewekeRow& row : changes(model, model.kernels(), hpc_shape(5), statistics, 20'000, 3, 81).rows)
    EXPECT_LT(std::abs(row.z), z_limit) << row.name;
}

INSTANTIATE_TEST_SUITE_P(Models, DrawsOfHpc,
                         ::testing::Values(HpcCase{"tree", small_tree(), true, false},
                                           HpcCase{"flat", hpc::Tree::flat(3), true, false},
                                           HpcCase{"pcm", hpc::Tree::flat(3), false, false},
                                           HpcCase{"one_label", hpc::Tree::flat(1), true, false},
                                           HpcCase{"tree_by_hmc", small_tree(), true, true},
                                           HpcCase{"pcm_by_hmc", hpc::Tree::flat(3), false, true},
                                           // One label has all but e^-40 of some documents.
                                           HpcCase{"pcm_far_apart", hpc::Tree::flat(3), false, false, 25},
                                           HpcCase{"correlated", hpc::Tree({2, 2, 3}), true, false, 1, true},
                                           HpcCase{"correlated_one_label", hpc::Tree::flat(1), true, false, 1,
                                                   true}),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace themata::testing
