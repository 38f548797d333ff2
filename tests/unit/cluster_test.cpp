#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "themata/cluster/in_process.hpp"

namespace themata {
namespace {

constexpr std::size_t most_ranks = 6;

template <class Work>
void for_ranks_and_delays(const Work& work) {
  for (std::size_t n = 1; n <= most_ranks; ++n)
    for (const std::uint64_t seed : {0, 1, 2})
      run_ranks(
          n, [&](const Communicator& ranks) { work(ranks, n); }, Delays{seed});
}

TEST(Cluster, AddIntegers) {
  std::atomic<int> calls = 0;
  for_ranks_and_delays([&](const Communicator& ranks, std::size_t n) {
    // Fewer entries than ranks, as many, and more; twice, so that operations do not mix.
    for (const std::size_t length : {std::size_t{0}, std::size_t{1}, n, 2 * n + 1, std::size_t{1000}}) {
      std::vector<std::uint64_t> values(length);
      for (std::size_t i = 0; i < length; ++i) values[i] = (ranks.rank() + 1) * (i + 1);
      ranks.sum(values);
      for (std::size_t i = 0; i < length; ++i) ASSERT_EQ(values[i], n * (n + 1) / 2 * (i + 1));
    }
    std::vector<std::int32_t> counts(2 * n + 1, 1 + static_cast<std::int32_t>(ranks.rank()));
    ranks.sum(counts);
    ASSERT_EQ(counts, std::vector<std::int32_t>(2 * n + 1, static_cast<std::int32_t>(n * (n + 1) / 2)));
    EXPECT_EQ(ranks.sum(std::uint64_t{0} - 1), std::uint64_t{0} - n) << "modulo 2^64";
    ++calls;
  });
  EXPECT_EQ(calls, 3 * most_ranks * (most_ranks + 1) / 2);
}

TEST(Cluster, GatherInTheirOrder) {
  for_ranks_and_delays([&](const Communicator& ranks, std::size_t n) {
    const std::vector<double> mine(ranks.rank(), 0.1 * static_cast<double>(ranks.rank()));  // rank 0 has none
    std::vector<double> expected;
    for (std::size_t r = 0; r < n; ++r) expected.insert(expected.end(), r, 0.1 * static_cast<double>(r));
    EXPECT_EQ(ranks.gather(std::span(mine)), expected);
  });
}

TEST(Cluster, CompleteAnArray) {
  for_ranks_and_delays([&](const Communicator& ranks, std::size_t n) {
    std::vector<std::size_t> begin{0};  // rank r has r entries
    for (std::size_t r = 0; r < n; ++r) begin.push_back(begin.back() + r);
    std::vector<float> values(begin.back(), -1), expected;
    for (std::size_t r = 0; r < n; ++r) expected.insert(expected.end(), r, static_cast<float>(r));
    std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(begin[ranks.rank()]), ranks.rank(),
                static_cast<float>(ranks.rank()));
    ranks.complete(std::span(values), begin);
    EXPECT_EQ(values, expected);
  });
}

TEST(Cluster, KeepTheOrderOfASenderAndATag) {
  for_ranks_and_delays([&](const Communicator& ranks, std::size_t n) {
    constexpr std::uint32_t messages = 20;
    const std::size_t next = (ranks.rank() + 1) % n, before = (ranks.rank() + n - 1) % n;
    for (std::uint32_t i = 0; i < messages; ++i)
      for (const std::uint32_t tag : {0U, 1U})
        ranks.send(next, tag, to_message(std::span<const std::uint32_t>(&i, 1)));
    for (const std::uint32_t tag : {1U, 0U})
      for (std::uint32_t i = 0; i < messages; ++i)
        ASSERT_EQ(from_message<std::uint32_t>(ranks.receive(before, tag)).at(0), i);
    EXPECT_FALSE(ranks.poll(before, 0));
    ranks.wait_for_all();
  });
}

TEST(Cluster, EndTogether) {
  for (const std::size_t failing : {0, 1, 2})
    for (const std::uint64_t seed : {0, 3}) {
      const auto work = [&](const Communicator& ranks) {
        if (ranks.rank() == failing) throw std::runtime_error("rank " + std::to_string(failing));
        ranks.sum(std::uint64_t{1});
        FAIL() << "the others cannot have finished";
      };
      try {
        run_ranks(3, work, Delays{seed});
        FAIL() << "the error is lost";
      } catch (const std::runtime_error& error) {
        EXPECT_EQ(error.what(), "rank " + std::to_string(failing));
      }
    }
}

}  // namespace
}  // namespace themata
