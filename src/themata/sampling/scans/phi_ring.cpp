#include "themata/sampling/scans/phi_ring.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace themata::sampling {

PhiRing::PhiRing(const State& state) : state_(state) {
  const Share& share = state.layout.share;
  next_ = share.owner(share.end_group % share.n_groups);
  before_ = share.owner((share.first_group + share.n_groups - 1) % share.n_groups);
  std::uint32_t most = 0;
  for (std::uint32_t b = 0; b < share.n_groups; ++b)
    if (share.owner(b) != share.ranks->rank()) most = std::max(most, state.layout.types_in[b]);
  for (std::uint32_t i = 0; i < blocks_on_way && most > 0; ++i) others_.emplace_back(most, state.slots());
  blocks_.reserve(share.n_groups);
  courier_ = std::thread([this] { pass_on_all(); });
}

PhiRing::~PhiRing() {
  // Where this rank fails, the others must not wait for it here: they will hear of it later.
  while (released_ < state_.layout.share.n_groups) release();
  courier_.join();
}

const float* PhiRing::block(std::uint32_t b) {
  std::unique_lock lock(guard_);
  has_come_.wait(lock, [&] { return blocks_.size() > b || failure_ != nullptr; });
  if (failure_ != nullptr) std::rethrow_exception(failure_);
  return blocks_[b];
}

void PhiRing::release() {
  const Share& share = state_.layout.share;
  if (!share.is_whole() && released_ + blocks_on_way < share.n_groups)
    share.ranks->send(before_, phi_room_tag, {});
  ++released_;
}

void PhiRing::pass_on_all() try {
  const Share& share = state_.layout.share;
  for (std::uint32_t b = 0; b < share.n_groups; ++b) {
    if (!share.is_whole() && b >= blocks_on_way) share.ranks->receive(next_, phi_room_tag);
    const float* const rows = share.owner(b) == share.ranks->rank() ? own_block(b) : take_block(b);
    const std::lock_guard lock(guard_);
    blocks_.push_back(rows);
    has_come_.notify_one();
  }
} catch (...) {
  const std::lock_guard lock(guard_);
  failure_ = std::current_exception();
  has_come_.notify_one();
}

const float* PhiRing::own_block(std::uint32_t b) const {
  const Layout& layout = state_.layout;
  const float* const rows =
      state_.phi.row(layout.block_begin[b] - layout.block_begin[layout.share.first_group]);
  if (!layout.share.is_whole())
    layout.share.ranks->send(next_, phi_tag,
                             to_message(std::span(rows, layout.types_in[b] * state_.slots())));
  return rows;
}

const float* PhiRing::take_block(std::uint32_t b) {
  const Share& share = state_.layout.share;
  Message message = share.ranks->receive(before_, phi_tag);
  float* const rows = others_[b % blocks_on_way].row(0);
  std::ranges::copy(values_in<float>(std::as_const(message)), rows);
  if (share.owner(b) != next_) share.ranks->send(next_, phi_tag, std::move(message));
  return rows;
}

}  // namespace themata::sampling
