#include "themata/models/hdp/direct_assignment.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/problems.hpp"
#include "themata/io/error.hpp"

namespace themata::testing {
namespace {

class DirectAssignment : public ::testing::Test {
 protected:
  const Corpus corpus_ = random_problem(40, 60, 3).corpus();
  const hdp::Model model_{hdp::Settings{}};
  Pool alone_{1};

  /// One topic, and concentrations that open many.
  hdp::State one_topic() {
    return model_.restore(corpus_, {sampling::TokenTopics(corpus_.n_tokens(), 0), {0.1, 0.9}, 30, 1, 50},
                          alone_);
  }
  Context sweep(std::uint64_t number) { return {corpus_, {5}, number, alone_}; }
};

TEST_F(DirectAssignment, AddsSlotsWithinASweep) {
  hdp::State state = one_topic();
  const std::size_t slots = state.mix.slots();
  hdp::draw_topics_directly(state, sweep(1), sampling::max_topics);
  EXPECT_GT(state.mix.slots(), slots);
  EXPECT_GT(model_.topics_in_use(state), slots);
  EXPECT_NO_THROW(model_.check(state, corpus_));
}

TEST_F(DirectAssignment, HoldsNoWeightsButThoseOfTopicsWithTokensAndTheRest) {
  hdp::State state = one_topic();
  hdp::draw_topics_directly(state, sweep(1), sampling::max_topics);
  const auto with_weight = std::count_if(state.psi.begin(), state.psi.end(), [](double p) { return p > 0; });
  EXPECT_EQ(static_cast<std::size_t>(with_weight), model_.topics_in_use(state) + 1);
}

TEST_F(DirectAssignment, RefusesMoreTopicsThanAllowed) {
  hdp::State state = one_topic();
  EXPECT_THROW(hdp::draw_topics_directly(state, sweep(1), 20), ResourceError);
}

}  // namespace
}  // namespace themata::testing
