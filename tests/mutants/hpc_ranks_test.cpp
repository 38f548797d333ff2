#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <vector>

#include "support/hpc_rank_chains.hpp"
#include "support/tampering.hpp"
#include "themata/cluster/in_process.hpp"

// Faults of ranks that sample a chain of hierarchical Poisson convolution, by messages that are tampered
// with: the comparison with one process must notice each.
namespace themata::testing {
namespace {

class MutantHpcRanks : public ::testing::Test {
 protected:
  /// Whether what a rank of two sends, tampered with, gives another chain on the other one.
  /// @param make  what is done to it
  bool is_noticed(const std::function<Tamper()>& make, std::size_t who = 0) const {
    ReachedRates reached;
    run_ranks(2, [&](const Communicator& ranks) {
      const Communicator own(std::make_unique<Tampering>(
          ranks.transport(), ranks.rank() == who ? make() : [](std::uint32_t, Message&) {}));
      const ReachedRates here = run_hpc_chain(settings_, corpus_, &own, 1);
      if (ranks.rank() != who) reached = here;
    });
    return !(reached == run_hpc_chain(settings_, corpus_, nullptr, 1));
  }
  /// Whether it is noticed that the other rank keeps what it got the first time of an array.
  /// @param bytes  of rank 0's part
  bool is_noticed_to_be_stale(std::size_t bytes) const {
    return is_noticed([bytes] {
      return [bytes, last = Message()](std::uint32_t tag, Message& message) mutable {
        if (tag != Communicator::gather_tag || message.size() != bytes) return;
        if (last.empty()) last = message;
        message = last;
      };
    });
  }
  /// Where the documents of the other rank begin.
  std::size_t border() const {
    std::size_t border = 0;
    run_ranks(2, [&](const Communicator& ranks) {
      if (ranks.rank() == 0) border = hpc::share_of(corpus_, ranks).documents().last;
    });
    return border;
  }

  const Corpus corpus_ = random_problem(400, 300, 3).corpus();
  const hpc::Settings settings_ = chain_rank_hpc(corpus_);
};

TEST_F(MutantHpcRanks, NoneIsRight) {
  EXPECT_FALSE(is_noticed([] { return [](std::uint32_t, Message&) {}; }));
}

TEST_F(MutantHpcRanks, StaleAffinitiesAreNoticed) {
  EXPECT_TRUE(is_noticed_to_be_stale(settings_.labels.begin[border()] * sizeof(double)));
}

TEST_F(MutantHpcRanks, StaleRatesAreNoticed) {
  const std::size_t words = corpus_.n_types() / 2;
  EXPECT_TRUE(is_noticed_to_be_stale(words * settings_.tree.nodes() * sizeof(float)));
  EXPECT_TRUE(is_noticed_to_be_stale(words * settings_.tree.branch_nodes().size() * sizeof(float)));
}

bool is_above_zero(std::int32_t count) { return count > 0; }

TEST_F(MutantHpcRanks, ALostCountIsNoticed) {
  // One token of one word type in one topic, once.
  EXPECT_TRUE(is_noticed([] {
    return [n = 0](std::uint32_t tag, Message& message) mutable {
      if (tag != Communicator::sum_tag || n++ != 4) return;
      --*std::ranges::find_if(values_in<std::int32_t>(message), is_above_zero);
    };
  }));
}

TEST_F(MutantHpcRanks, CountsOfOneRankAreNoticed) {
  EXPECT_TRUE(is_noticed([] {
    return [](std::uint32_t tag, Message& message) {
      if (tag == Communicator::sum_tag) std::ranges::fill(values_in<std::int32_t>(message), 0);
    };
  }));
}

TEST_F(MutantHpcRanks, DensitiesAddedByRankAreNoticed) {
  const std::size_t documents = corpus_.n_documents() - border(),
                    parts = (documents + hpc::documents_per_sum - 1) / hpc::documents_per_sum;
  const auto by_rank = [bytes = parts * sizeof(double)] {
    return [bytes](std::uint32_t tag, Message& message) {
      if (tag != Communicator::gather_tag || message.size() != bytes) return;
      const auto sums = values_in<double>(message);
      const double all = std::accumulate(sums.begin(), sums.end(), 0.0);
      std::ranges::fill(sums, 0.0);
      sums.front() = all;
    };
  };
  EXPECT_TRUE(is_noticed(by_rank, 1)) << "the second rank, whose sums are not the first to be added";
}

}  // namespace
}  // namespace themata::testing
