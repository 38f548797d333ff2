#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "support/rank_chains.hpp"
#include "themata/cluster/in_process.hpp"
#include "themata/random/distributions.hpp"
#include "themata/sampling/state/block_counts.hpp"

// Faults of ranks that sample one chain, by messages that are tampered with: the comparison with one process
// must notice each.
namespace themata::testing {
namespace {

using Tamper = std::function<void(std::uint32_t tag, Message&)>;

/// Another transport, but for what it sends.
class Tampering : public Transport {
 public:
  Tampering(Transport& other, Tamper tamper) : other_(other), tamper_(std::move(tamper)) {}
  std::size_t rank() const override { return other_.rank(); }
  std::size_t size() const override { return other_.size(); }
  void send(std::size_t to, std::uint32_t tag, Message message) override {
    tamper_(tag, message);
    other_.send(to, tag, std::move(message));
  }
  Mailbox& mailbox() override { return other_.mailbox(); }

 private:
  Transport& other_;
  Tamper tamper_;
};

class MutantRanks : public ::testing::Test {
 protected:
  /// Totals then have other sizes than all else that is gathered.
  static constexpr std::uint32_t blocks = 6;

  /// What rank 0 of two comes to. @param make  makes what the first rank does to its messages
  Reached run(const std::function<Tamper()>& make) const {
    const lda::Settings settings = chain_lda(dense, blocks);
    Reached reached;
    run_ranks(2, [&](const Communicator& ranks) {
      const Communicator own(std::make_unique<Tampering>(
          ranks.transport(), ranks.rank() == 0 ? make() : [](std::uint32_t, Message&) {}));
      const Reached here = run_chain_of(settings, corpus_, &own, 1);
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
      const auto total =
          std::find_if(parts.begin() + 1, parts.end(), [](std::int32_t count) { return count > 1; });
      --*total;
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

}  // namespace
}  // namespace themata::testing
