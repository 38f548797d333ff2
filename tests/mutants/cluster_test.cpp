#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "support/rank_chains.hpp"
#include "support/tampering.hpp"
#include "themata/cluster/in_process.hpp"
#include "themata/random/distributions.hpp"
#include "themata/sampling/phi/phi_sums.hpp"
#include "themata/sampling/scans/phi_ring.hpp"
#include "themata/sampling/state/block_counts.hpp"
#include "themata/seating/group_ring.hpp"

// Faults of ranks that sample one chain, by messages that are tampered with: the comparison with one process
// must notice each.
namespace themata::testing {
namespace {

bool is_above_one(std::int32_t count) { return count > 1; }

class MutantRanks : public ::testing::Test {
 protected:
  /// Totals then have other sizes than all else that is gathered.
  static constexpr std::uint32_t blocks = 6;

  /// What rank 0 of two comes to. @param make  makes what the first rank does to its messages
  Reached run(const std::function<Tamper()>& make) const { return run(chain_lda(dense, blocks), make); }

  template <class Settings>
  Reached run(const Settings& settings, const std::function<Tamper()>& make, int threads = 1) const {
    Reached reached;
    run_ranks(2, [&](const Communicator& ranks) {
      const Communicator own(std::make_unique<Tampering>(
          ranks.transport(), ranks.rank() == 0 ? make() : [](std::uint32_t, Message&) {}));
      const Reached here = run_chain_of(settings, corpus_, &own, threads);
      if (ranks.rank() == 0) reached = here;
    });
    return reached;
  }

  Reached alone() const {
    const lda::Settings settings = chain_lda(dense, blocks);
    return run_chain_of(settings, corpus_, nullptr, 1);
  }

  const Corpus corpus_ = random_problem(300, 400, 3).corpus();
};

TEST_F(MutantRanks, NoneIsRight) {
  EXPECT_TRUE(run([] { return [](std::uint32_t, Message&) {}; }) == alone());
}

TEST_F(MutantRanks, AStaleBlockIsNoticed) {
  const auto stale = [] {
    return [last = std::map<std::int32_t, Message>()](std::uint32_t tag, Message& message) mutable {
      if (tag != sampling::ring_tag) return;
      const std::int32_t block = from_message<std::int32_t>(message).front();
      const auto before = last.find(block);
      if (before == last.end())
        last[block] = message;
      else
        std::swap(before->second, message);
    };
  };
  EXPECT_FALSE(run(stale) == alone());
}

TEST_F(MutantRanks, ALostUpdateIsNoticed) {
  // One token in one topic, once.
  const auto lost = [] {
    return [n = 0](std::uint32_t tag, Message& message) mutable {
      if (tag != sampling::ring_tag || n++ != 5) return;
      auto parts = from_message<std::int32_t>(message);
      --*std::find_if(parts.begin() + 1, parts.end(), is_above_one);  // a total
      message = to_message(std::span<const std::int32_t>(parts));
    };
  };
  EXPECT_FALSE(run(lost) == alone());
}

TEST_F(MutantRanks, MassesFromOldCountsAreNoticed) {
  const auto old = [] {
    return [last = Message(), n = 0](std::uint32_t tag, Message& message) mutable {
      constexpr std::size_t totals = blocks / 2 * slots_for(20) * sizeof(std::int32_t);
      if (tag != Communicator::gather_tag || message.size() != totals) return;
      if (n++ == 0) last = message;
      message = last;  // those of the start
    };
  };
  EXPECT_FALSE(run(old) == alone());
}

/// Phi drawn by the ranks, and sent block by block.
class MutantPhi : public MutantRanks {
 protected:
  lda::Settings settings() const { return chain_lda(given_phi(sampling::TopicScan::dense), blocks); }
  bool is_noticed(const std::function<Tamper()>& make) const {
    return !(run(settings(), make) == run_chain_of(settings(), corpus_, nullptr, 1));
  }
};

TEST_F(MutantPhi, NoneIsRight) {
  EXPECT_FALSE(is_noticed([] { return [](std::uint32_t, Message&) {}; }));
}

TEST_F(MutantPhi, AStaleBlockIsNoticed) {
  // The rank sends its three blocks in every sweep; one of them is that of the sweep before.
  EXPECT_TRUE(is_noticed([] {
    return [last = Message(), n = 0](std::uint32_t tag, Message& message) mutable {
      if (tag != sampling::phi_tag || n++ % (blocks / 2) != 1) return;
      if (last.empty()) last = message;
      std::swap(last, message);
    };
  }));
}

TEST_F(MutantPhi, ALostCountIsNoticed) {
  // One token of one word type in one topic, and in its block's total, once.
  EXPECT_TRUE(is_noticed([] {
    return [n = 0](std::uint32_t tag, Message& message) mutable {
      if (tag != sampling::counts_tag || n++ != 10) return;
      auto parts = from_message<std::int32_t>(message);
      std::size_t at = 1 + slots_for(20);
      while (parts[at] == 0) ++at;  // types that have no topics
      --parts[at + 2];
      --parts[1 + static_cast<std::size_t>(parts[at + 1])];
      message = to_message(std::span<const std::int32_t>(parts));
    };
  }));
}

TEST_F(MutantPhi, MassesThatAreNotAddedAreNoticed) {
  EXPECT_TRUE(is_noticed([] {
    return [n = 0](std::uint32_t tag, Message& message) mutable {
      if (tag != sampling::phi_columns_tag || n++ != 3) return;
      std::ranges::fill(values_in<float>(message).first(slots_for(20) / 2), 0.0F);  // the first type's
    };
  }));
}

TEST_F(MutantPhi, AStaleBlockOfListsIsNoticed) {
  const lda::Settings by_lists = chain_lda(given_lists(), blocks);
  const auto stale = [] {
    return [last = Message(), n = 0](std::uint32_t tag, Message& message) mutable {
      if (tag != sampling::phi_tag || n++ % (blocks / 2) != 1) return;
      if (last.empty()) last = message;
      std::swap(last, message);
    };
  };
  const Reached alone = run_chain_of(by_lists, corpus_, nullptr, 1);
  EXPECT_TRUE(run(by_lists, [] { return [](std::uint32_t, Message&) {}; }) == alone);
  EXPECT_FALSE(run(by_lists, stale) == alone);
}

TEST_F(MutantPhi, AFailureWhereABlockLeavesEndsAllRanks) {
  const auto tamper = [] {
    return [n = 0](std::uint32_t tag, Message&) mutable {
      if (tag == sampling::phi_tag && n++ == 4) throw std::length_error("of a test");
    };
  };
  EXPECT_THROW(run(settings(), tamper, 2), std::length_error);
}

TEST_F(MutantRanks, SumsByRankAreNotSumsByGroup) {
  // The same numbers, added by groups of documents, and by rank: a chain whose sums were by rank would depend
  // on the number of ranks. The test's corpus must show it.
  std::vector<double> shares(corpus_.n_documents());
  Stream stream({5}, Purpose::data, 0, 0);
  for (double& share : shares) share = -draw_gamma(stream, 0.3, 1);
  const auto sum = [&](std::uint32_t n_parts) {
    const auto begin = sampling::balance_documents(corpus_, n_parts);
    double all = 0;
    for (std::uint32_t g = 0; g < n_parts; ++g)
      all += std::accumulate(shares.begin() + begin[g], shares.begin() + begin[g + 1], 0.0);
    return all;
  };
  EXPECT_NE(sum(8), sum(2));
}

/// A group of topics on its way (seating/moving_group.cpp): its number, the document groups where it has
/// been, the numbers of topics, of free numbers and of counts of words; of each topic its tables, its tokens
/// and whether it is new; the free numbers; the counts.
struct GroupMessage {
  std::vector<std::int64_t> numbers;
  std::vector<std::byte> counts;

  explicit GroupMessage(const Message& message) {
    const auto head = from_message<std::int64_t>(Message(message.begin(), message.begin() + 40));
    const auto n = static_cast<std::ptrdiff_t>(8 * (5 + 3 * head[2] + head[3]));
    numbers = from_message<std::int64_t>(Message(message.begin(), message.begin() + n));
    counts.assign(message.begin() + n, message.end());
  }
  Message to_message() const {
    Message message = themata::to_message(std::span<const std::int64_t>(numbers));
    message.insert(message.end(), counts.begin(), counts.end());
    return message;
  }
  std::size_t topics() const { return static_cast<std::size_t>(numbers[2]); }
  std::int64_t& tables(std::size_t k) { return numbers[5 + 3 * k]; }
  std::int64_t& tokens(std::size_t k) { return numbers[6 + 3 * k]; }
};

/// Moves of tables over ranks. What the faults do stays within the memory that the topics have.
class MutantTableMoves : public MutantRanks {
 protected:
  hdp::Settings settings() const { return with_table_moves(chain_rank_hdp(blocks)); }

  /// Whether the comparison sees what is done to the groups of topics that leave the first rank.
  bool is_noticed(const std::function<void(GroupMessage&)>& change) const {
    const auto tamper = [&] {
      return [change](std::uint32_t tag, Message& message) {
        if (tag != seating::group_moves_tag) return;
        GroupMessage group(message);
        change(group);
        message = group.to_message();
      };
    };
    return !(run(settings(), tamper) == run_chain_of(settings(), corpus_, nullptr, 1));
  }
};

TEST_F(MutantTableMoves, NoneIsRight) {
  EXPECT_FALSE(is_noticed([](GroupMessage&) {}));
}

TEST_F(MutantTableMoves, LostNumbersOfTablesAreNoticed) {
  EXPECT_TRUE(is_noticed([](GroupMessage& group) {
    for (std::size_t k = 0; k < group.topics(); ++k) group.tables(k) = group.tokens(k);
  }));
}

TEST_F(MutantTableMoves, StaleSizesOfTopicsAreNoticed) {
  // Those of the sweep before, where they were larger.
  std::map<std::int64_t, std::vector<std::int64_t>> last;
  EXPECT_TRUE(is_noticed([last](GroupMessage& group) mutable {
    std::vector<std::int64_t>& before = last[group.numbers[0]];
    std::vector<std::int64_t> now;
    for (std::size_t k = 0; k < group.topics(); ++k) {
      now.push_back(group.tokens(k));
      if (k < before.size()) group.tokens(k) = std::max(group.tokens(k), before[k]);
    }
    before = std::move(now);
  }));
}

TEST_F(MutantTableMoves, LostFreeNumbersAreNoticed) {
  EXPECT_TRUE(is_noticed([](GroupMessage& group) {
    group.numbers.resize(5 + 3 * group.topics());
    group.numbers[3] = 0;
  }));
}

TEST_F(MutantTableMoves, CountsInAnotherOrderAreNoticed) {
  EXPECT_TRUE(is_noticed([](GroupMessage& group) {
    auto listed = from_message<std::int32_t>(group.counts);
    for (std::size_t i = 0; i < listed.size();) {
      const auto n = static_cast<std::size_t>(listed[i + 1]);
      std::swap_ranges(listed.begin() + static_cast<std::ptrdiff_t>(i + 2),
                       listed.begin() + static_cast<std::ptrdiff_t>(i + 4),
                       listed.begin() + static_cast<std::ptrdiff_t>(i + 2 * n));
      i += 2 + 2 * n;
    }
    group.counts = themata::to_message(std::span<const std::int32_t>(listed));
  }));
}

TEST_F(MutantTableMoves, AFailureWhereAGroupLeavesEndsAllRanks) {
  const auto tamper = [] {
    return [](std::uint32_t tag, Message&) {
      if (tag == seating::group_moves_tag) throw std::length_error("of a test");
    };
  };
  EXPECT_THROW(run(settings(), tamper, 2), std::length_error);
}

TEST_F(MutantTableMoves, ATokenTooManyIsNoticed) {
  const auto tamper = [] {
    return [n = 0](std::uint32_t tag, Message& message) mutable {
      if (tag != seating::group_ends_tag || n++ != 5) return;
      auto listed = from_message<std::int32_t>(message);
      ++listed[4];  // the group's number, then a word type, how many topics it has, and the first one
      message = to_message(std::span<const std::int32_t>(listed));
    };
  };
  EXPECT_FALSE(run(settings(), tamper) == run_chain_of(settings(), corpus_, nullptr, 1));
}

}  // namespace
}  // namespace themata::testing
