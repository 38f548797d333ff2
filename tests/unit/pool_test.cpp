#include "themata/chain/pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace themata {
namespace {

TEST(Pool, CallsEachPieceOnce) {
  for (const int threads : {1, 2, 8}) {
    Pool pool(threads);
    for (const std::size_t n : {0U, 1U, 2U, 1000U}) {
      std::vector<std::atomic<int>> calls(n);
      pool.for_each(n, [&](std::size_t i) { ++calls[i]; });
      for (const auto& c : calls) ASSERT_EQ(c, 1);
    }
  }
}

TEST(Pool, CutsChunksTheSameWayForAnyThreads) {
  using Pieces = std::vector<std::pair<std::size_t, std::size_t>>;
  for (const int threads : {1, 3}) {
    Pool pool(threads);
    std::mutex guard;
    Pieces pieces;
    pool.for_chunks(10, 4, [&](std::size_t first, std::size_t last) {
      const std::lock_guard lock(guard);
      pieces.emplace_back(first, last);
    });
    std::sort(pieces.begin(), pieces.end());
    EXPECT_EQ(pieces, (Pieces{{0, 4}, {4, 8}, {8, 10}}));
  }
}

TEST(Pool, SeesWhatPiecesWroteOnceDone) {
  Pool pool(4);
  std::vector<int> squares(5000);
  pool.for_each(squares.size(), [&](std::size_t i) { squares[i] = static_cast<int>(i * i % 1000); });
  for (std::size_t i = 0; i < squares.size(); ++i) ASSERT_EQ(squares[i], static_cast<int>(i * i % 1000));
}

TEST(Pool, HandsOnAnException) {
  for (const int threads : {1, 4}) {
    Pool pool(threads);
    const auto failing = [](std::size_t i) {
      if (i == 7) throw std::runtime_error("seven");
    };
    EXPECT_THROW(pool.for_each(20, failing), std::runtime_error);
  }
}

/// Waits for another thread, but not for ever.
bool wait_for(const std::atomic<bool>& flag) {
  for (int i = 0; i < 10'000 && !flag; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return flag;
}

TEST(Pool, AnErrorElsewhereTakesNothingOutOfTheMiddle) {
  constexpr std::size_t pieces = 1000;
  std::atomic<bool> at_work{false}, failing{false};
  std::atomic<std::size_t> done{0};
  Pool outer(2);
  const auto work = [&](std::size_t i) {
    if (i == 0) {
      wait_for(at_work);
      failing = true;
      throw std::runtime_error("elsewhere");
    }
    Pool inner(2);
    inner.for_each(pieces, [&](std::size_t) {
      at_work = true;
      wait_for(failing);
      std::this_thread::sleep_for(std::chrono::microseconds(100));
      ++done;
    });
  };
  EXPECT_THROW(outer.for_each(2, work), std::runtime_error);
  EXPECT_EQ(done, pieces);
}

}  // namespace
}  // namespace themata
