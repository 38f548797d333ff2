#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "themata/sampling/state/share.hpp"

namespace themata::sampling {

/// Tags of messages with a block of Phi, and of those that there is room for another one.
inline constexpr std::uint32_t phi_tag = 8, phi_room_tag = 9;

/// Brings every rank that has documents all blocks of Phi, one after the other, while the ones before are
/// used. A block goes from the rank that has drawn it to the next one, which passes it on, until all have had
/// it: so each rank sends all of Phi once at most, whatever the number of ranks. A rank gets a block when it
/// has released the one `blocks_on_way` before, so that none ever holds more than so many blocks of others.
class PhiRing {
 public:
  /// @param share  of a rank among several, with groups of documents; outlives this
  /// @param pack  pack(b): an own block for the others. On another thread.
  PhiRing(const Share& share, std::function<Message(std::uint32_t)> pack);
  /// Lets the other ranks go on, and waits until this one has passed on all blocks.
  ~PhiRing();
  PhiRing(const PhiRing&) = delete;
  PhiRing& operator=(const PhiRing&) = delete;

  /// Waits for the next block, b = 0, 1, ...
  /// @returns what its rank has packed; nothing of use if that is this one
  /// @throws RanksLost
  const Message& block(std::uint32_t b);
  /// The block that was asked for last is not read any more.
  void release();

 private:
  static constexpr std::uint32_t blocks_on_way = 3;

  void pass_on_all();
  /// @returns the block if it is another rank's
  std::optional<Message> pass_on(std::uint32_t b) const;

  const Share& share_;
  std::function<Message(std::uint32_t)> pack_;
  std::size_t before_, next_;  ///< ranks
  std::array<Message, blocks_on_way> blocks_;
  std::uint32_t released_ = 0;
  std::mutex guard_;  ///< of what follows
  std::condition_variable has_come_;
  std::uint32_t come_ = 0;  ///< blocks
  std::exception_ptr failure_;
  std::thread courier_;
};

}  // namespace themata::sampling
