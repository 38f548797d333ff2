#include <gtest/gtest.h>

#include "mutants/plain_kernels.hpp"
#include "mutants/plain_order.hpp"
#include "support/geweke_models.hpp"
#include "themata/models/hdp/gem.hpp"
#include "themata/models/hdp/weights.hpp"

// Planted bugs in the HDP whose topics stand in the order of their sticks.
namespace themata::testing {
namespace {

constexpr ChainLength few_length{100, 4'000, 5}, far_length{100, 1'000, 5};

Kernels<hdp::State> kernels(std::size_t flag, const OrderRecipe& recipe) {
  return {{"tables", hdp::draw_tables},
          {"Psi",
           [flag, recipe](hdp::State& state, const Context& context) {
             draw_psi_in_order_plainly(state, context, flag, recipe);
           }},
          on_mix<hdp::State>(
              [](sampling::State& s, const Context& c) { draw_topics_plainly(s, c, CollapsedRecipe{}); })};
}

/// Three topics, told apart by their places.
bool places_pass(const OrderRecipe& recipe) {
  return in_order_hdp().compare(kernels(few_topics, recipe), 1, few_length).is_right();
}

/// The partitions of seven tokens, with as many topics as a group of slots holds.
bool partitions_pass(const OrderRecipe& recipe) {
  return open_hdp().compare(kernels(slot_group, recipe), 1, far_length).is_right();
}

TEST(OrderMutants, PlainOrderPassesAndItsMutantsFailByTheirPlaces) {
  EXPECT_TRUE(places_pass({}));
  EXPECT_FALSE(places_pass({.swap = SwapRule::always}));
  EXPECT_FALSE(places_pass({.stick = StickRule::tables_of_its_own}));
  EXPECT_FALSE(places_pass({.stick = StickRule::without_gamma}));
}

TEST(OrderMutants, PlainOrderPassesAndItsMutantsFailByTheirPartitions) {
  EXPECT_TRUE(partitions_pass({}));
  EXPECT_FALSE(partitions_pass({.swap = SwapRule::always}));
  EXPECT_FALSE(partitions_pass({.stick = StickRule::tables_of_its_own}));
  EXPECT_FALSE(partitions_pass({.stick = StickRule::without_gamma}));
}

TEST(OrderMutants, GammaByTheDistributionOfTopicsWithoutAnOrderFails) {
  NamedSampler sampler = in_order_samplers(4).at(1);
  const hdp::Model model(geweke_hdp(sampler, Concentrations::learned));
  auto list = model.kernels();
  list.at(1) = {"gamma", [](hdp::State& state, const Context& context) {
                  hdp::draw_gamma_concentration(state, context, geweke_prior);
                }};
  EXPECT_GT(geweke(model, list, geweke_corpus(), hdp_statistics, ChainLength{80, 400, 51}).worst_z(),
            z_limit);
}

}  // namespace
}  // namespace themata::testing
