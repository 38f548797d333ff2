#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "themata/cluster/mailbox.hpp"

namespace themata {

/// How messages get from one rank to another. A transport puts what arrives at this rank into a mailbox.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual std::size_t rank() const = 0;
  virtual std::size_t size() const = 0;
  /// Returns at once; the message arrives later, after those sent before to the same rank with the same tag.
  /// On any thread.
  virtual void send(std::size_t to, std::uint32_t tag, Message message) = 0;
  virtual Mailbox& mailbox() = 0;
};

/// The processes (ranks) that sample one chain together, as one of them sees them. Whatever all ranks compute
/// together is the same on all of them and for any number of them: integers are summed, and numbers with
/// rounding errors are only ever gathered, as parts in the order of the ranks, and added by each rank in that
/// order.
///
/// Every rank must call the same collective operations in the same order, on one thread at a time. send(),
/// receive() and poll() may be called on any thread, also meanwhile.
class Communicator {
 public:
  explicit Communicator(std::unique_ptr<Transport> transport) : transport_(std::move(transport)) {}

  std::size_t rank() const { return transport_->rank(); }
  std::size_t size() const { return transport_->size(); }
  Transport& transport() const { return *transport_; }

  /// Tags from this one on belong to the collective operations: first sums, then gathered parts.
  static constexpr std::uint32_t sum_tag = 1U << 14, gather_tag = sum_tag + 1;
  /// Point to point.
  void send(std::size_t to, std::uint32_t tag, Message message) const {
    transport_->send(to, tag, std::move(message));
  }
  /// Waits for a message. @throws RanksLost if another rank has failed
  Message receive(std::size_t from, std::uint32_t tag) const { return transport_->mailbox().take(from, tag); }
  /// A message if one has arrived. @throws RanksLost
  std::optional<Message> poll(std::size_t from, std::uint32_t tag) const {
    return transport_->mailbox().poll(from, tag);
  }

  /// Every entry becomes the sum over all ranks, modulo 2^64. All have as many entries.
  void sum(std::span<std::uint64_t> values) const { sum_all(values); }
  /// The same, of sums below 2^31.
  void sum(std::span<std::int32_t> values) const { sum_all(values); }
  std::uint64_t sum(std::uint64_t value) const {
    sum(std::span(&value, 1));
    return value;
  }
  /// The parts of all ranks, in the order of the ranks; on all of them.
  std::vector<Message> gather_messages(Message mine) const;
  /// The arrays of all ranks, one after the other; on all of them.
  template <class T>
  std::vector<T> gather(std::span<const T> mine) const;
  /// Each rank has a part of an array, from begin[rank] to begin[rank + 1]; it gets the others' parts.
  /// @param begin  one more than there are ranks
  template <class T>
  void complete(std::span<T> values, std::span<const std::size_t> begin) const;
  /// Returns when all ranks have called it.
  void wait_for_all() const { sum(std::uint64_t{0}); }

 private:
  template <class Integer>
  void sum_all(std::span<Integer> values) const;

  std::unique_ptr<Transport> transport_;
};

/// An array as bytes, as this machine has them. All ranks must have the same byte order.
template <class T>
Message to_message(std::span<const T> values) {
  static_assert(std::is_trivially_copyable_v<T>);
  Message message(values.size_bytes());
  if (!values.empty()) std::memcpy(message.data(), values.data(), values.size_bytes());
  return message;
}

template <class T>
std::vector<T> from_message(const Message& message) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<T> values(message.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), message.data(), values.size() * sizeof(T));
  return values;
}

/// The array in a message, where it lies.
template <class T>
std::span<const T> values_in(const Message& message) {
  static_assert(std::is_trivially_copyable_v<T>);
  return {reinterpret_cast<const T*>(message.data()), message.size() / sizeof(T)};
}
template <class T>
std::span<T> values_in(Message& message) {
  static_assert(std::is_trivially_copyable_v<T>);
  return {reinterpret_cast<T*>(message.data()), message.size() / sizeof(T)};
}

template <class T>
std::vector<T> Communicator::gather(std::span<const T> mine) const {
  std::vector<T> all;
  for (const Message& part : gather_messages(to_message(mine)))
    all.insert(all.end(), values_in<T>(part).begin(), values_in<T>(part).end());
  return all;
}

// Round the ring of ranks: each part comes to this rank by itself and goes to its place, so that no second
// array is needed.
template <class T>
void Communicator::complete(std::span<T> values, std::span<const std::size_t> begin) const {
  const std::size_t n = size(), next = (rank() + 1) % n, before = (rank() + n - 1) % n;
  const auto part = [&](std::size_t i) { return values.subspan(begin[i], begin[i + 1] - begin[i]); };
  for (std::size_t i = 0; i + 1 < n; ++i) {
    send(next, gather_tag, to_message(std::span<const T>(part((rank() + n - i) % n))));
    const Message come = receive(before, gather_tag);
    std::ranges::copy(values_in<T>(come), part((rank() + 2 * n - 1 - i) % n).begin());
  }
}

}  // namespace themata
