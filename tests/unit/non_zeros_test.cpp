#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support.hpp"
#include "support/problems.hpp"
#include "themata/sampling/phi/draw_phi.hpp"
#include "themata/sampling/state/start.hpp"

// Lists of the counts above 0, which the Polya urn visits instead of all slots.
namespace themata::sampling {
namespace {

constexpr std::size_t slots = 64;

class NonZerosTest : public ::testing::Test {
 protected:
  /// A state of random topics.
  State make(Pool& pool) const {
    State state;
    state.layout = make_layout(corpus_, 1);
    state.topics = draw_uniform_topics(corpus_, chain_key(5, 1), {50}, pool);
    recount(state, corpus_, pool, slots);
    state.prior.assign(slots, 0.1);
    return state;
  }

  static void expect_listed(const State& state) {
    ASSERT_TRUE(state.non_zeros.known());
    for (std::size_t v = 0; v < state.word_topic.rows(); ++v) {
      std::vector<Topic> expected;
      for (std::size_t k = 0; k < state.slots(); ++k)
        if (state.word_topic.row(v)[k] > 0) expected.push_back(static_cast<Topic>(k));
      EXPECT_TRUE(std::ranges::equal(state.non_zeros.of(v), expected)) << "word type " << v;
    }
  }

  const Corpus corpus_ = themata::testing::random_problem(200, 90, 4).corpus();
};

TEST_F(NonZerosTest, AreListedByRecountsOnAnyNumberOfThreads) {
  for (const int threads : {1, 2, 5}) {
    Pool pool(threads);
    State state = make(pool);
    EXPECT_FALSE(state.non_zeros.known()) << "nothing has asked for them";
    state.non_zeros.want();
    for (const Topic shift : {0, 7, 13}) {  // of which the last recounts clear what the ones before listed
      for (Topic& k : state.topics) k = static_cast<Topic>((k + shift) % slots);
      recount(state, corpus_, pool);
      expect_listed(state);
      EXPECT_NO_THROW(check(state, corpus_));
    }
    add_slots(state, corpus_, 2 * slot_group);
    for (Topic& k : state.topics) k = static_cast<Topic>((3 * k) % state.slots());
    recount(state, corpus_, pool);
    expect_listed(state);
    recount(state, corpus_, pool, state.slots() + slot_group);
    expect_listed(state);
    state.prior.assign(state.slots(), 0.1);
    EXPECT_NO_THROW(check(state, corpus_));
  }
}

TEST_F(NonZerosTest, ThatAreOutOfStepAreFound) {
  Pool pool(1);
  State state = make(pool);
  state.non_zeros.fill(state.word_topic, state.layout, pool);
  expect_listed(state);
  const auto only = std::ranges::find(corpus_.tokens(), 0U) - corpus_.tokens().begin();
  Topic& topic = state.topics[static_cast<std::size_t>(only)];
  const std::uint32_t v = state.layout.words[static_cast<std::size_t>(only)];
  const std::int32_t* row = state.word_topic.row(v);
  const auto fresh = static_cast<Topic>(std::find(row, row + slots, 0) - row);
  ASSERT_LT(fresh, slots);
  for (std::int32_t* counts : {state.word_topic.row(v), state.block_topic.row(0)}) {
    --counts[topic];
    ++counts[fresh];
  }
  if (!state.document_topic.empty()) {
    std::size_t d = 0;
    while (corpus_.offsets()[d + 1] <= static_cast<std::uint64_t>(only)) ++d;
    --state.document_topic.row(d)[topic];
    ++state.document_topic.row(d)[fresh];
  }
  topic = fresh;
  const std::string fault = test::message_of<std::logic_error>([&] { check(state, corpus_); });
  EXPECT_NE(fault.find("listed counts"), std::string::npos) << fault;
}

TEST_F(NonZerosTest, GiveTheUrnTheSameBits) {
  Pool pool(2);
  State listed = make(pool), scanned = make(pool);
  draw_sparse_phi_polya_urn(listed, {corpus_, {8}, 1, pool}, 0);
  ASSERT_TRUE(listed.non_zeros.known());
  draw_phi_polya_urn(scanned, {corpus_, {8}, 1, pool});
  ASSERT_FALSE(scanned.non_zeros.known());
  for (std::size_t v = 0; v < scanned.word_topic.rows(); ++v)
    for (std::size_t k = 0; k < slots; ++k)
      EXPECT_FLOAT_EQ(static_cast<float>(listed.sparse_phi.at(k, v)), scanned.phi.row(v)[k]);
}

}  // namespace
}  // namespace themata::sampling
