#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "themata/sampling/state/share.hpp"

namespace themata::sampling {

/// Hands out the cells of a block-collapsed sweep: n blocks times the parts of n groups of documents. Group g
/// takes the blocks g, g + 1, ... in turn (modulo n), so that block b meets the groups b, b - 1, ..., and the
/// parts of a group one after another: for any number of threads, two cells that share a part or a block are
/// drawn in the same order. A cell is ready once the cells before it in its part and in its block are done;
/// no cell waits for the rest of a step. Where a rank has only some of the groups, the blocks of its last one
/// arrive from another rank.
///
/// Where documents are in files, the parts at work should be few. Then each part is visited twice in a sweep:
/// group after group, from the last to the first, first for the blocks from g to n - 1, which need only
/// groups that were visited before, and then for the blocks before g.
class CellOrder {
 public:
  struct Place {
    std::size_t group, part, block;
  };
  static constexpr std::size_t any_number = SIZE_MAX;

  /// @param visits_at_once  how many visits of parts may be at work at the same time, at least 1
  explicit CellOrder(const Share& share, std::size_t visits_at_once = any_number);

  /// A cell that is ready, for the caller to draw; nothing if there is none at the moment.
  std::optional<Place> claim();
  /// Reports that a claimed cell is done.
  void finish(Place cell);
  /// Whether a cell is the first of a visit of its part.
  bool begins_visit(Place cell) const { return cell.block == cell.group || cell.block == 0; }
  /// The part that is visited a number of visits after a cell's; nothing after the last one.
  std::optional<std::size_t> part_after(Place cell, std::size_t visits) const;
  /// Waits until few more blocks have arrived than have left: one, and one for every four groups. The others
  /// take the memory of a message only. @returns false after abandon()
  bool await_room();
  /// Reports that the last group's next block has come from another rank.
  void arrive();
  /// Waits until a cell can be claimed or all are done. @returns false when all are done, or after abandon().
  /// The caller must hold no cell.
  bool wait();
  /// Makes every wait() return false, because a claimed cell will not be drawn. Ready cells can still be
  /// claimed.
  void abandon();

 private:
  bool is_here(std::size_t group) const { return group >= first_ && group < end_; }
  std::size_t last_part(std::size_t group) const { return first_part_[group + 1] - 1; }
  bool may_go_on(std::size_t group, std::size_t part) const;
  void queue_if_ready(std::size_t group, std::size_t part);
  std::size_t visit(Place cell) const;
  bool is_over(std::size_t visit) const;
  std::deque<Place>::const_iterator next_claim() const;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Place> ready_;
  std::size_t n_, first_, end_, visits_at_once_;
  std::vector<std::uint32_t> first_part_;  ///< n + 1: by group
  std::vector<std::size_t> done_;          ///< cells done, by part
  std::vector<std::size_t> group_of_;      ///< by part
  std::vector<std::size_t> visited_;       ///< parts, in the order of the visits of each half of a sweep
  std::vector<std::size_t> place_;         ///< of each part there
  std::size_t visit_ = 0;                  ///< the first one that is not over
  std::size_t left_, arrived_ = 0;
  bool abandoned_ = false;
};

}  // namespace themata::sampling
