#include "themata/counts/word_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include "support/rank_chains.hpp"
#include "themata/cluster/in_process.hpp"
#include "themata/sampling/state/block_counts.hpp"

namespace themata::testing {
namespace {

constexpr std::size_t page = 4096;

std::int64_t sum(std::span<const std::int32_t> row) {
  return std::accumulate(row.begin(), row.end(), std::int64_t{0});
}

TEST(WordTableTest, RowsBelongToTheirTypesInAnyOrder) {
  std::vector<std::uint32_t> order(100);
  for (std::uint32_t i = 0; i < 100; ++i) order[i] = i * 37 % 100;
  WordTable table(order, 48, 10);
  for (std::uint32_t v = 0; v < 100; ++v) std::ranges::fill(table.span(v), static_cast<std::int32_t>(v));
  for (std::uint32_t i = 0; i < 100; ++i) {
    EXPECT_EQ(table.cells()[48 * i], order[i]);
    EXPECT_EQ(sum(std::as_const(table).span(order[i])), 48 * order[i]);
  }
}

TEST(WordTableTest, ClearedRowsAreZeroAndOthersStay) {
  std::vector<std::uint32_t> order(1000);
  std::iota(order.rbegin(), order.rend(), 0U);
  WordTable table(order, 144, 100);
  const std::size_t bytes = table.n_cells() * sizeof(std::int32_t);
  EXPECT_EQ(table.bytes_in_memory(), 0) << "what nobody wrote";
  std::fill_n(table.cells(), table.n_cells(), 1);
  EXPECT_GE(table.bytes_in_memory(), bytes);
  table.clear(300, 900);
  EXPECT_LE(table.bytes_in_memory(), bytes * 4 / 10 + 3 * page);
  table.clear(5, 6);  // less than a page
  for (std::size_t place = 0; place < 1000; ++place) {
    const bool is_cleared = place == 5 || (place >= 300 && place < 900);
    ASSERT_EQ(sum(table.span(order[place])), is_cleared ? 0 : 144) << place;
  }
}

TEST(WordTableTest, InTheOrderOfTheTypesIsCleared) {
  WordTable table(50, 32);
  std::fill_n(table.cells(), table.n_cells(), 1);
  table.clear(10, 20);
  for (std::size_t v = 0; v < 50; ++v) EXPECT_EQ(sum(table.span(v)), v >= 10 && v < 20 ? 0 : 32);
}

/// Another transport, which is watched.
class Watched : public Transport {
 public:
  Watched(Transport& other, std::function<void(std::uint32_t tag)> before_sending)
      : other_(other), before_sending_(std::move(before_sending)) {}
  std::size_t rank() const override { return other_.rank(); }
  std::size_t size() const override { return other_.size(); }
  void send(std::size_t to, std::uint32_t tag, Message message) override {
    before_sending_(tag);
    other_.send(to, tag, std::move(message));
  }
  Mailbox& mailbox() override { return other_.mailbox(); }

 private:
  Transport& other_;
  std::function<void(std::uint32_t)> before_sending_;
};

/// Blocks of counts that a rank has memory for: the most within a sweep, when one has just left, and the most
/// after a sweep.
struct BlocksInMemory {
  double within = 0, after = 0;
};

/// A chain of 600 topics on four ranks, each with three of twelve blocks.
class RankMemory : public ::testing::Test {
 protected:
  static constexpr std::uint32_t blocks = 12;

  BlocksInMemory run(const sampling::SamplerChoice& sampler) const {
    BlocksInMemory most;
    std::mutex guard;
    run_ranks(4, [&](const Communicator& ranks) {
      const BlocksInMemory here = run_rank(sampler, ranks);
      const std::lock_guard lock(guard);
      most = {std::max(most.within, here.within), std::max(most.after, here.after)};
    });
    return most;
  }

 private:
  /// How many blocks the table has memory for. Where two blocks meet, a page belongs to both.
  static double blocks_of(const WordTable& table) {
    const double block = static_cast<double>(table.n_cells() * sizeof(std::int32_t)) / blocks;
    const auto bytes = static_cast<double>(table.bytes_in_memory());
    return std::max(0.0, bytes - page * (blocks + 1)) / block;
  }

  BlocksInMemory run_rank(const sampling::SamplerChoice& sampler, const Communicator& ranks) const {
    BlocksInMemory most;
    const WordTable* table = nullptr;
    const Communicator own(std::make_unique<Watched>(ranks.transport(), [&](std::uint32_t tag) {
      if (tag == sampling::ring_tag) most.within = std::max(most.within, blocks_of(*table));
    }));
    lda::Settings settings = chain_lda(sampler, blocks);
    settings.topics = 600;
    settings.share = sampling::share_of(corpus_, blocks, own);
    const Corpus corpus = sampling::documents_of(corpus_, settings.share);
    const lda::Model model(settings);
    Pool pool(1);
    const Key key = chain_key(7, 1);
    lda::State state = model.init(corpus, key, pool);
    table = &state.mix.word_topic;
    const auto kernels = model.kernels();
    for (std::uint64_t sweep = 1; sweep <= 3; ++sweep) {
      run_sweep(kernels, state, Context{corpus, key, sweep, pool});
      model.log_joint(state, corpus, pool);
      most.after = std::max(most.after, blocks_of(*table));
    }
    return most;
  }

  const Corpus corpus_ = random_problem(2000, 2400, 3).corpus();
};

TEST_F(RankMemory, IsOfTheBlocksHeldAndOneOnItsWay) {
  const BlocksInMemory most = run(dense);
  EXPECT_LE(most.after, 3);
  EXPECT_GT(most.after, 1.5) << "there must be something to see";
  EXPECT_LE(most.within, 3 + 1);
}

TEST_F(RankMemory, IsInTheListsWhileTheseAreSampled) {
  const BlocksInMemory most = run(lists);
  EXPECT_LE(most.after, 3);
  EXPECT_EQ(most.within, 0);
}

}  // namespace
}  // namespace themata::testing
