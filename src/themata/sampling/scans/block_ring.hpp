#pragma once

#include <exception>
#include <thread>

#include "themata/sampling/state/cell_order.hpp"
#include "themata/sampling/state/state.hpp"
#include "themata/sampling/state/unused_topics.hpp"

namespace themata::sampling {

/// Moves blocks of counts from rank to rank during a sweep. When the first group of a rank is done with a
/// block, the block goes to the rank of the group before, for which it is the next one; after the last group
/// it goes home, to the rank that holds the group of its own number. So each rank sends and receives P
/// blocks, those that arrive while others are sampled. Does nothing where one process holds all groups.
class BlockRing {
 public:
  /// @param listed  the topics without slots, if the counts of words are in the state's lists; null if they
  /// are
  ///                in its tables
  BlockRing(State& state, CellOrder& order, UnusedTopics* listed);
  /// Waits for what is still to arrive.
  ~BlockRing();
  BlockRing(const BlockRing&) = delete;
  BlockRing& operator=(const BlockRing&) = delete;

  /// A cell's counts are written back. Before CellOrder::finish(); on any thread.
  void pass_on(CellOrder::Place cell) const;
  /// Returns when the sweep's last block has arrived. @throws RanksLost
  void wait();

 private:
  void receive_all();

  State& state_;
  CellOrder& order_;
  UnusedTopics* listed_;
  std::exception_ptr failure_;
  std::thread receiver_;
};

}  // namespace themata::sampling
