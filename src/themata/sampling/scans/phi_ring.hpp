#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

/// Tags of messages with a block of Phi, and of those that there is room for another one.
inline constexpr std::uint32_t phi_tag = 8, phi_room_tag = 9;

/// Brings every rank that has documents all blocks of Phi, one after the other, while the ones before are
/// used. A block goes from the rank that has drawn it to the next one, which passes it on, until all have had
/// it: so each rank sends all of Phi once at most, whatever the number of ranks. A rank gets a block when it
/// has released the one `blocks_on_way` before, so that none ever holds more than so many blocks of others.
class PhiRing {
 public:
  /// @param state  of a rank among several, with groups of documents; outlives this
  explicit PhiRing(const State& state);
  /// Lets the other ranks go on, and waits until this one has passed on all blocks.
  ~PhiRing();
  PhiRing(const PhiRing&) = delete;
  PhiRing& operator=(const PhiRing&) = delete;

  /// Waits for the next block, b = 0, 1, ... @returns the rows of its word types, in their order
  /// @throws RanksLost
  const float* block(std::uint32_t b);
  /// The block that was asked for last is not read any more.
  void release();

 private:
  static constexpr std::uint32_t blocks_on_way = 3;

  void pass_on_all();
  const float* own_block(std::uint32_t b) const;
  /// A block of another rank, in the memory of the one `blocks_on_way` before.
  const float* take_block(std::uint32_t b);

  const State& state_;
  std::size_t before_ = 0, next_ = 0;  ///< ranks
  std::vector<Matrix<float>> others_;  ///< blocks
  std::vector<const float*> blocks_;   ///< as far as they have come
  std::uint32_t released_ = 0;
  std::mutex guard_;  ///< of blocks_ and failure_
  std::condition_variable has_come_;
  std::exception_ptr failure_;
  std::thread courier_;
};

}  // namespace themata::sampling
