#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace themata {

/// Bytes that one rank sends to another.
using Message = std::vector<std::byte>;

/// Thrown where a message is awaited that will not come, because another rank has failed.
struct RanksLost : std::exception {
  const char* what() const noexcept override { return "another rank has failed"; }
};

/// The messages that have arrived at a rank and that nobody has taken yet. Those of one sender and one tag
/// are taken in the order in which they were sent. Any thread may put and take.
class Mailbox {
 public:
  void put(std::size_t from, std::uint32_t tag, Message message);
  /// Waits for the next message. @throws RanksLost after abandon()
  Message take(std::size_t from, std::uint32_t tag);
  /// The next message if it has arrived. @throws RanksLost after abandon()
  std::optional<Message> poll(std::size_t from, std::uint32_t tag);
  /// Nothing more will arrive: what waits is woken, and throws.
  void abandon();

 private:
  using Sender = std::pair<std::size_t, std::uint32_t>;
  std::optional<Message> next(Sender sender);

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::map<Sender, std::deque<Message>> messages_;
  bool abandoned_ = false;
};

}  // namespace themata
