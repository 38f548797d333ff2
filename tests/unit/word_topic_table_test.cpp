#include "themata/counts/word_topic_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "support/rank_chains.hpp"
#include "themata/cluster/in_process.hpp"
#include "themata/random/stream.hpp"
#include "themata/sampling/state/block_counts.hpp"

namespace themata::testing {
namespace {

std::int64_t sum(std::span<const std::int32_t> row) {
  return std::accumulate(row.begin(), row.end(), std::int64_t{0});
}

/// A table of 100 types of 48 slots in blocks of 10, 30, 60 and no types.
class BlocksOfWords : public ::testing::Test {
 protected:
  BlocksOfWords() {
    std::vector<std::uint32_t> types(100);
    for (std::uint32_t i = 0; i < 100; ++i) types[i] = i * 37 % 100;
    for (std::uint32_t i = 0; i < 100; ++i) block_of_[types[i]] = i < 10 ? 0 : i < 40 ? 1 : 2;
    table_ = WordTopicTable(types, std::vector<std::uint32_t>{0, 10, 40, 100, 100}, 48);
  }

  /// Writes its number into all cells of a type in a block.
  void write(std::uint32_t block) {
    for (std::uint32_t v = 0; v < 100; ++v)
      if (block_of_[v] == block) std::ranges::fill(table_.span(v), static_cast<std::int32_t>(v));
  }
  void expect_only(const std::set<std::uint32_t>& blocks) const {
    for (std::uint32_t v = 0; v < 100; ++v)
      ASSERT_EQ(sum(table_.span(v)), blocks.contains(block_of_.at(v)) ? 48 * v : 0) << v;
  }
  std::size_t blocks_in_memory() const {
    return table_.bytes_of_blocks() / (std::size_t{60} * 48 * sizeof(std::int32_t));
  }

  std::map<std::uint32_t, std::uint32_t> block_of_;
  WordTopicTable table_;
};

TEST_F(BlocksOfWords, AreZeroUntilTheyAreHeldAndWritten) {
  expect_only({});
  EXPECT_EQ(blocks_in_memory(), 0);
  table_.hold(2);
  expect_only({});
  write(2);
  table_.hold(2);
  expect_only({2});
  EXPECT_EQ(blocks_in_memory(), 1);
}

TEST_F(BlocksOfWords, HandTheirMemoryOn) {
  for (const std::uint32_t block : {2U, 1U}) table_.hold(block);
  write(2);
  write(1);
  table_.release(2);
  expect_only({1});
  table_.hold(0);
  expect_only({1});
  write(0);
  expect_only({0, 1});
  EXPECT_EQ(blocks_in_memory(), 2);
  table_.hold(3);
  EXPECT_EQ(blocks_in_memory(), 3);
  table_.release_all();
  EXPECT_EQ(blocks_in_memory(), 0);
  expect_only({});
}

TEST_F(BlocksOfWords, CannotBeWrittenWhereTheyAreNotHeld) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(write(1), "");
}

TEST(WordTopicTableTest, RowsOfAllTypesFollowEachOther) {
  WordTopicTable table(50, 32);
  EXPECT_EQ(table.places(), nullptr);
  for (std::size_t v = 0; v < 50; ++v) EXPECT_EQ(table.row(v), table.cells() + 32 * v);
}

/// Types of every kind: without tokens, with as many as a list may have, with one more, and frequent ones.
struct Frequencies {
  static constexpr std::size_t slots = 320;
  std::vector<std::uint32_t> tokens;
  std::uint64_t all = 0;

  Frequencies() {
    const std::uint32_t most = WordTopicTable::most_listed(slots);
    for (std::uint32_t i = 0; i < 50; ++i) tokens.insert(tokens.end(), {0, 1, 2, most, most + 1, 5 * most});
    for (const std::uint32_t n : tokens) all += n;
  }
};

using CountsBySlot = std::map<std::size_t, std::int32_t>;

CountsBySlot counts_of(const WordTopicTable& table, std::size_t type) {
  CountsBySlot counts;
  std::size_t next = 0;
  table.for_each(type, [&](std::size_t slot, std::int32_t n) {
    EXPECT_GE(slot, next) << "ascending";
    next = slot + 1;
    counts[slot] = n;
  });
  return counts;
}

void expect_counts(const WordTopicTable& table, std::size_t type, const CountsBySlot& expected) {
  ASSERT_EQ(counts_of(table, type), expected) << type;
  std::vector<std::int32_t> row(table.columns(), 7);
  table.copy(type, row);
  for (std::size_t slot = 0; slot < row.size(); ++slot) {
    const auto found = expected.find(slot);
    const std::int32_t n = found == expected.end() ? 0 : found->second;
    ASSERT_EQ(row[slot], n);
    ASSERT_EQ(table.count(type, slot), n);
  }
}

TEST(TableWithLists, HasTheCountsOfATableOfRows) {
  const Frequencies frequencies;
  WordTopicTable table = WordTopicTable::with_lists(frequencies.tokens, Frequencies::slots);
  Stream stream({5}, Purpose::data, 0, 0);
  std::vector<CountsBySlot> expected(frequencies.tokens.size());
  for (std::size_t v = 0; v < expected.size(); ++v) {
    EXPECT_EQ(table.is_listed(v), frequencies.tokens[v] <= WordTopicTable::most_listed(Frequencies::slots));
    // Each token comes, goes and comes again in another slot, so that a list is full between.
    std::vector<std::size_t> slot_of(frequencies.tokens[v]);
    for (int round = 0; round < 3; ++round) {
      for (std::size_t& slot : slot_of) {
        if (round > 0) {
          table.add(v, slot, -1);
          if (--expected[v][slot] == 0) expected[v].erase(slot);
        }
        slot = stream.below(Frequencies::slots);
        table.add(v, slot, 1);
        ++expected[v][slot];
      }
      expect_counts(table, v, expected[v]);
    }
  }
  for (std::size_t v = 0; v < expected.size(); ++v) expect_counts(table, v, expected[v]);
  table.clear(10, 200);
  for (std::size_t v = 0; v < expected.size(); ++v)
    expect_counts(table, v, v < 10 || v >= 200 ? expected[v] : CountsBySlot());
}

TEST(TableWithLists, TakesNoMoreThanIsForecast) {
  const Frequencies frequencies;
  const std::uint64_t bytes = WordTopicTable::bytes_with_lists(frequencies.tokens, Frequencies::slots);
  EXPECT_LE(bytes, WordTopicTable::most_bytes_with_lists(frequencies.tokens.size(), Frequencies::slots,
                                                         frequencies.all));
  EXPECT_GT(bytes, 100 * Frequencies::slots * sizeof(std::int32_t)) << "the rows of frequent types";
}

TEST(TableWithLists, IsForLargeVocabulariesOfFewTokens) {
  EXPECT_TRUE(WordTopicTable::is_mostly_empty(2'000'000, 1008, 3'000'000));
  EXPECT_FALSE(WordTopicTable::is_mostly_empty(141'000, 1008, 738'000'000));
  EXPECT_FALSE(WordTopicTable::is_mostly_empty(10'000, 1008, 1000)) << "rows take 40 MB";
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
  std::size_t within = 0, after = 0;
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
  /// How many blocks the table has memory for, of the largest of them each.
  static std::size_t blocks_of(const lda::State& state) {
    const std::size_t types = std::ranges::max(state.mix.layout.types_in);
    return state.mix.word_topic.bytes_of_blocks() / (types * state.mix.slots() * sizeof(std::int32_t));
  }

  BlocksInMemory run_rank(const sampling::SamplerChoice& sampler, const Communicator& ranks) const {
    BlocksInMemory most;
    const lda::State* watched = nullptr;
    const Communicator own(std::make_unique<Watched>(ranks.transport(), [&](std::uint32_t tag) {
      if (tag == sampling::ring_tag) most.within = std::max(most.within, blocks_of(*watched));
    }));
    lda::Settings settings = chain_lda(sampler, blocks);
    settings.topics = 600;
    settings.share = sampling::share_of(corpus_, blocks, own);
    const Corpus corpus = sampling::documents_of(corpus_, settings.share);
    const lda::Model model(settings);
    Pool pool(1);
    const Key key = chain_key(7, 1);
    lda::State state = model.init(corpus, key, pool);
    watched = &state;
    const auto kernels = model.kernels();
    for (std::uint64_t sweep = 1; sweep <= 3; ++sweep) {
      run_sweep(kernels, state, Context{corpus, key, sweep, pool});
      model.log_joint(state, corpus, pool);
      most.after = std::max(most.after, blocks_of(state));
    }
    return most;
  }

  const Corpus corpus_ = random_problem(2000, 2400, 3).corpus();
};

TEST_F(RankMemory, IsOfTheBlocksHeldAndOneOnItsWay) {
  const BlocksInMemory most = run(dense);
  EXPECT_GE(most.after, 3);
  EXPECT_LE(most.after, 3 + 1) << "one is kept for the next sweep";
  EXPECT_LE(most.within, 3 + 1);
}

TEST_F(RankMemory, IsInTheListsWhileTheseAreSampled) {
  const BlocksInMemory most = run(lists);
  EXPECT_EQ(most.after, 3);
  EXPECT_EQ(most.within, 0);
}

}  // namespace
}  // namespace themata::testing
