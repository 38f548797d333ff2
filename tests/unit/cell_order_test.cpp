#include "themata/sampling/state/cell_order.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "themata/random/stream.hpp"

namespace themata::testing {
namespace {

using sampling::CellOrder;

/// n groups, of which each has so many parts.
sampling::Share groups(std::size_t n, std::uint32_t parts) {
  sampling::Share share;
  share.n_groups = share.end_group = static_cast<std::uint32_t>(n);
  for (std::uint32_t g = 0; g <= n; ++g) share.first_part.push_back(g * parts);
  return share;
}

/// What became of each cell: blocks in the order in which a part met them, parts in that of a block.
struct Met {
  Met(std::size_t n, std::size_t parts) : by_part(n * parts), by_block(n) {}
  std::vector<std::vector<std::size_t>> by_part, by_block;

  void finish(CellOrder& order, CellOrder::Place cell) {
    by_part[cell.part].push_back(cell.block);
    by_block[cell.block].push_back(cell.part);
    order.finish(cell);
  }
};

struct Blocks {
  std::size_t n;
  std::uint32_t parts;  ///< of each group
};

class CellOrderTest : public ::testing::TestWithParam<Blocks> {
 protected:
  const std::size_t n_ = GetParam().n, parts_ = GetParam().parts;

  void expect_in_order(const Met& met) const {
    for (std::size_t part = 0; part < n_ * parts_; ++part) {
      ASSERT_EQ(met.by_part[part].size(), n_);
      for (std::size_t step = 0; step < n_; ++step)
        EXPECT_EQ(met.by_part[part][step], (part / parts_ + step) % n_);
    }
    for (std::size_t block = 0; block < n_; ++block) {
      ASSERT_EQ(met.by_block[block].size(), n_ * parts_);
      for (std::size_t i = 0; i < n_ * parts_; ++i)
        EXPECT_EQ(met.by_block[block][i], (block + n_ - i / parts_) % n_ * parts_ + i % parts_);
    }
  }
};

/// Draws cells as if several were at work, each as slow as chance makes it.
void draw_by_chance(CellOrder& order, std::size_t at_once, Met& met) {
  Stream stream({1}, Purpose::data, 0, at_once);
  std::vector<CellOrder::Place> held;
  for (;;) {
    while (held.size() < at_once) {
      const auto cell = order.claim();
      if (!cell) break;
      for (const CellOrder::Place other : held) {
        ASSERT_NE(other.part, cell->part);
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
}

TEST_P(CellOrderTest, IsTheSameHoweverManyAreAtWorkAndWhoeverIsSlow) {
  const sampling::Share share = groups(n_, GetParam().parts);
  for (const std::size_t visits : {std::size_t{1}, std::size_t{2}, std::size_t{5}, CellOrder::any_number})
    for (const std::size_t at_once : {1U, 2U, 3U, 7U, 100U}) {
      CellOrder order(share, visits);
      Met met(n_, parts_);
      draw_by_chance(order, at_once, met);
      expect_in_order(met);
    }
}

TEST_P(CellOrderTest, FewPartsAreAtWorkWhereTheyAreInFiles) {
  CellOrder order(groups(n_, GetParam().parts), 1);
  std::vector<std::size_t> visited;
  std::size_t begun = 0;
  while (const auto cell = order.claim()) {
    begun += order.begins_visit(*cell) ? 1 : 0;
    if (visited.empty() || visited.back() != cell->part) visited.push_back(cell->part);
    order.finish(*cell);
  }
  // The first group takes all blocks in the first half, with its first visit; the others come twice.
  EXPECT_EQ(visited.size(), 2 * n_ * parts_ - parts_);
  EXPECT_EQ(begun, visited.size());
}

TEST_P(CellOrderTest, ThreadsThatWaitAreWoken) {
  for (const std::size_t visits : {std::size_t{3}, CellOrder::any_number}) {
    CellOrder order(groups(n_, GetParam().parts), visits);
    Met met(n_, parts_);
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
}

INSTANTIATE_TEST_SUITE_P(Blocks, CellOrderTest,
                         ::testing::Values(Blocks{1, 1}, Blocks{2, 1}, Blocks{3, 1}, Blocks{4, 1},
                                           Blocks{16, 1}, Blocks{1, 3}, Blocks{2, 2}, Blocks{5, 3}),
                         [](const ::testing::TestParamInfo<Blocks>& of) {
                           return fmt::format("{}_by_{}", of.param.n, of.param.parts);
                         });

TEST(CellOrder, LetsNobodyWaitForACellThatWillNotBeDrawn) {
  CellOrder order(groups(1, 1));
  ASSERT_TRUE(order.claim());
  std::thread waiting([&] { EXPECT_FALSE(order.wait()); });
  order.abandon();
  waiting.join();
}

}  // namespace
}  // namespace themata::testing
