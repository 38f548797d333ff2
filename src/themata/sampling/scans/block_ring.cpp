#include "themata/sampling/scans/block_ring.hpp"

#include <algorithm>
#include <utility>

#include "themata/sampling/state/block_counts.hpp"

namespace themata::sampling {

BlockRing::BlockRing(State& state, CellOrder& order, UnusedTopics* listed)
    : state_(state), order_(order), listed_(listed) {
  const Share& share = state.layout.share;
  if (share.is_whole()) return;
  for (std::uint32_t b = 0; b < share.n_groups; ++b)  // those of other ranks come with the blocks
    if (b < share.first_group || b >= share.end_group)
      std::fill_n(state.block_topic.row(b), state.slots(), 0);
  if (share.n_held() > 0) receiver_ = std::thread([this] { receive_all(); });
}

BlockRing::~BlockRing() {
  if (receiver_.joinable()) receiver_.join();
}

void BlockRing::receive_all() {
  const Share& share = state_.layout.share;
  const std::size_t from = share.owner(share.end_group % share.n_groups);
  try {
    for (std::uint32_t i = 1; i <= share.n_groups && order_.await_room(); ++i) {
      const Message message = share.ranks->receive(from, ring_tag);
      listed_ == nullptr ? add_block(state_, message) : put_listed_block(state_, *listed_, message);
      order_.arrive();
    }
  } catch (...) {
    failure_ = std::current_exception();
    order_.abandon();
  }
}

void BlockRing::pass_on(CellOrder::Place cell) const {
  const Share& share = state_.layout.share;
  if (share.is_whole() || cell.part + 1 != share.first_part[share.first_group + 1]) return;
  const std::size_t to = share.owner((share.first_group + share.n_groups - 1) % share.n_groups);
  const auto block = static_cast<std::uint32_t>(cell.block);
  share.ranks->send(
      to, ring_tag,
      listed_ == nullptr ? take_block(state_, block) : take_listed_block(state_, *listed_, block));
}

void BlockRing::wait() {
  if (receiver_.joinable()) receiver_.join();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace themata::sampling
