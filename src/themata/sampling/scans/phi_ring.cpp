#include "themata/sampling/scans/phi_ring.hpp"

#include <utility>

namespace themata::sampling {

PhiRing::PhiRing(const Share& share, std::function<Message(std::uint32_t)> pack)
    : share_(share),
      pack_(std::move(pack)),
      before_(share.owner((share.first_group + share.n_groups - 1) % share.n_groups)),
      next_(share.owner(share.end_group % share.n_groups)) {
  courier_ = std::thread([this] { pass_on_all(); });
}

PhiRing::~PhiRing() {
  // Where this rank fails, the others must not wait for it here: they will hear of it later.
  while (released_ < share_.n_groups) release();
  courier_.join();
}

const Message& PhiRing::block(std::uint32_t b) {
  std::unique_lock lock(guard_);
  has_come_.wait(lock, [&] { return come_ > b || failure_ != nullptr; });
  if (failure_ != nullptr) std::rethrow_exception(failure_);
  return blocks_[b % blocks_on_way];
}

void PhiRing::release() {
  if (!share_.is_whole() && released_ + blocks_on_way < share_.n_groups)
    share_.ranks->send(before_, phi_room_tag, {});
  ++released_;
}

void PhiRing::pass_on_all() try {
  for (std::uint32_t b = 0; b < share_.n_groups; ++b) {
    if (!share_.is_whole() && b >= blocks_on_way) share_.ranks->receive(next_, phi_room_tag);
    std::optional<Message> message = pass_on(b);
    const std::lock_guard lock(guard_);
    // Another rank's comes only when the one before in its place is released; that of an own one is not read.
    if (message) blocks_[b % blocks_on_way] = std::move(*message);
    ++come_;
    has_come_.notify_one();
  }
} catch (...) {
  const std::lock_guard lock(guard_);
  failure_ = std::current_exception();
  has_come_.notify_one();
}

std::optional<Message> PhiRing::pass_on(std::uint32_t b) const {
  if (share_.is_whole()) return std::nullopt;
  if (share_.owner(b) == share_.ranks->rank()) {
    share_.ranks->send(next_, phi_tag, pack_(b));
    return std::nullopt;
  }
  Message message = share_.ranks->receive(before_, phi_tag);
  if (share_.owner(b) != next_) share_.ranks->send(next_, phi_tag, message);
  return message;
}

}  // namespace themata::sampling
