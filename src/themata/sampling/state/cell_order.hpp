#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

namespace themata::sampling {

/// Hands out the n x n cells of a block-collapsed sweep. Group g takes the blocks g, g + 1, ... in turn
/// (modulo n), so that block b meets the groups b, b - 1, ...: for any number of threads, two cells that
/// share a group or a block are drawn in the same order. A cell is ready once the cells before it in its
/// group and in its block are done; no cell waits for the rest of a step. Where a rank has only some of the
/// groups, the blocks of its last one arrive from another rank.
class CellOrder {
 public:
  struct Place {
    std::size_t group, block;
  };

  /// Groups `first` to `end` - 1 of n. @param n  number of blocks, and of groups
  CellOrder(std::size_t n, std::size_t first, std::size_t end);

  /// A cell that is ready, for the caller to draw; nothing if there is none at the moment.
  std::optional<Place> claim();
  /// Reports that a claimed cell is done.
  void finish(Place cell);
  /// Waits until few more blocks have arrived than have left: one, and one for every four groups. The others
  /// take the memory of a message only. @returns false after abandon()
  bool await_room();
  /// Reports that the last group's next block has come from another rank.
  void arrive();
  /// Waits until a cell is ready or all are done. @returns false when all are done, or after abandon(). The
  /// caller must hold no cell.
  bool wait();
  /// Makes every wait() return false, because a claimed cell will not be drawn. Ready cells can still be
  /// claimed.
  void abandon();

 private:
  std::size_t& done(std::size_t group) { return done_[group - first_]; }
  bool is_here(std::size_t group) const { return group >= first_ && group < end_; }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Place> ready_;
  std::size_t n_, first_, end_;
  std::vector<std::size_t> done_;  ///< cells done, by group
  std::size_t left_, arrived_ = 0;
  bool abandoned_ = false;
};

}  // namespace themata::sampling
