#include "themata/sampling/state/cell_order.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "themata/random/stream.hpp"

namespace themata::testing {
namespace {

using sampling::CellOrder;

/// What became of each cell: blocks in the order in which a group met them, groups in that of a block.
struct Met {
  explicit Met(std::size_t n) : by_group(n), by_block(n) {}
  std::vector<std::vector<std::size_t>> by_group, by_block;

  void finish(CellOrder& order, CellOrder::Place cell) {
    by_group[cell.group].push_back(cell.block);
    by_block[cell.block].push_back(cell.group);
    order.finish(cell);
  }
};

class CellOrderTest : public ::testing::TestWithParam<std::size_t> {
 protected:
  void expect_in_order(const Met& met) const {
    const std::size_t n = GetParam();
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(met.by_group[i].size(), n);
      ASSERT_EQ(met.by_block[i].size(), n);
      for (std::size_t step = 0; step < n; ++step) {
        EXPECT_EQ(met.by_group[i][step], (i + step) % n);
        EXPECT_EQ(met.by_block[i][step], (i + n - step) % n);
      }
    }
  }
};

TEST_P(CellOrderTest, IsTheSameHoweverManyAreAtWorkAndWhoeverIsSlow) {
  for (const std::size_t at_once : {1U, 2U, 3U, 7U, 100U}) {
    CellOrder order(GetParam(), 0, GetParam());
    Met met(GetParam());
    Stream stream({1}, Purpose::data, 0, at_once);
    std::vector<CellOrder::Place> held;
    for (;;) {
      while (held.size() < at_once) {
        const auto cell = order.claim();
        if (!cell) break;
        for (const CellOrder::Place other : held) {
          ASSERT_NE(other.group, cell->group);
          ASSERT_NE(other.block, cell->block);
        }
        held.push_back(*cell);
      }
      if (held.empty()) break;
      const auto next = held.begin() + stream.below(static_cast<std::uint32_t>(held.size()));
      met.finish(order, *next);
      held.erase(next);
    }
    EXPECT_FALSE(order.wait()) << "all are done";
    expect_in_order(met);
  }
}

TEST_P(CellOrderTest, ThreadsThatWaitAreWoken) {
  CellOrder order(GetParam(), 0, GetParam());
  Met met(GetParam());
  std::vector<std::thread> threads(4);
  for (std::thread& thread : threads)
    thread = std::thread([&] {
      do {
        while (const auto cell = order.claim()) met.finish(order, *cell);
      } while (order.wait());
    });
  for (std::thread& thread : threads) thread.join();
  expect_in_order(met);
}

INSTANTIATE_TEST_SUITE_P(Blocks, CellOrderTest, ::testing::Values(1, 2, 3, 4, 16));

TEST(CellOrder, LetsNobodyWaitForACellThatWillNotBeDrawn) {
  CellOrder order(1, 0, 1);
  ASSERT_TRUE(order.claim());
  std::thread waiting([&] { EXPECT_FALSE(order.wait()); });
  order.abandon();
  waiting.join();
}

}  // namespace
}  // namespace themata::testing
