#include "themata/sampling/state/block_counts.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "themata/counts/row_counts.hpp"

namespace themata::sampling {

namespace {

/// Writes a message that begins with a block's number and its totals, which become 0.
struct BlockMessage {
  Message message;
  std::int32_t* next;  ///< where the rest is written

  BlockMessage(State& state, std::uint32_t block, std::size_t n_rest)
      : message((1 + state.slots() + n_rest) * sizeof(std::int32_t)),
        next(values_in<std::int32_t>(message).data()) {
    *next++ = static_cast<std::int32_t>(block);
    const std::span<std::int32_t> totals(state.block_topic.row(block), state.slots());
    next = std::ranges::copy(totals, next).out;
    std::ranges::fill(totals, 0);
  }
};

/// The number of counts of some word types that are not 0.
std::size_t count_filled(const State& state, std::span<const std::uint32_t> types) {
  std::size_t n = 0;
  for (const std::uint32_t v : types)
    for_each_count(state.word_topic.span(v), [&](std::size_t, std::int32_t) { ++n; });
  return n;
}

void hold_block(State& state, std::uint32_t block) {
  if (!state.layout.share.is_whole()) state.word_topic.hold(block);
}

}  // namespace

Message take_block(State& state, std::uint32_t block) {
  const auto types = state.layout.types_of(block);
  BlockMessage out(state, block, types.size() + 2 * count_filled(state, types));
  for (const std::uint32_t v : types) {
    std::int32_t& n_topics = *out.next++;
    for_each_count(std::as_const(state.word_topic).span(v), [&](std::size_t k, std::int32_t n) {
      *out.next++ = static_cast<std::int32_t>(k);
      *out.next++ = n;
      ++n_topics;
    });
  }
  if (!state.layout.share.is_whole()) state.word_topic.release(block);
  return std::move(out.message);
}

void add_block(State& state, const Message& message) {
  const auto parts = values_in<std::int32_t>(message);
  const auto block = static_cast<std::uint32_t>(parts.front());
  hold_block(state, block);
  const std::int32_t* part = parts.data() + 1;
  for (std::size_t k = 0; k < state.slots(); ++k) state.block_topic.row(block)[k] += *part++;
  for (const std::uint32_t v : state.layout.types_of(block)) {
    std::int32_t* row = state.word_topic.row(v);
    for (std::int32_t left = *part++; left > 0; --left) {
      const std::int32_t k = *part++;
      row[k] += *part++;
    }
  }
}

void hold_blocks(State& state) {
  const Share& share = state.layout.share;
  for (std::uint32_t b = share.first_group; b < share.end_group; ++b) hold_block(state, b);
}

Message take_listed_block(State& state, UnusedTopics& unused, std::uint32_t block) {
  const auto types = state.layout.types_of(block);
  const auto beyond = std::exchange(unused.in_block(block), {});
  BlockMessage out(state, block, 1 + 2 * beyond.size() + state.word_lists.n_parts(types));
  *out.next++ = static_cast<std::int32_t>(beyond.size());
  for (const UnusedTopics::InBlock& topic : beyond) {
    *out.next++ = topic.topic;
    *out.next++ = topic.tokens;
  }
  state.word_lists.take(block, types, out.next);
  return std::move(out.message);
}

void put_listed_block(State& state, UnusedTopics& unused, const Message& message) {
  const auto parts = values_in<std::int32_t>(message);
  const auto block = static_cast<std::uint32_t>(parts.front());
  const std::int32_t* part = parts.data() + 1;
  std::copy_n(part, state.slots(), state.block_topic.row(block));
  part += state.slots();
  auto& beyond = unused.in_block(block);
  beyond.clear();
  for (std::int32_t left = *part++; left > 0; --left, part += 2)
    beyond.push_back({static_cast<Topic>(part[0]), part[1]});
  state.word_lists.put(block, state.layout.types_of(block), part);
}

void share_word_counts(State& state, Pool& pool, const std::function<void(std::uint32_t)>& count) {
  const Share& share = state.layout.share;
  // Those of other ranks first, each of which needs its memory only until it is sent.
  pool.for_each(share.n_groups - share.n_held(), [&](std::size_t i) {
    const auto b = static_cast<std::uint32_t>((share.end_group + i) % share.n_groups);
    hold_block(state, b);
    count(b);
    share.ranks->send(share.owner(b), counts_tag, take_block(state, b));
  });
  hold_blocks(state);
  pool.for_each(share.n_held(),
                [&](std::size_t i) { count(share.first_group + static_cast<std::uint32_t>(i)); });
  for (std::size_t rank = 0; rank < share.ranks->size(); ++rank)
    for (std::uint32_t i = 0; i < share.n_held() && rank != share.ranks->rank(); ++i)
      add_block(state, share.ranks->receive(rank, counts_tag));
  gather_totals(state);
}

void gather_totals(State& state) {
  const Share& share = state.layout.share;
  const std::size_t slots = state.slots();
  const std::span<const std::int32_t> held(state.block_topic.row(0) + share.first_group * slots,
                                           share.n_held() * slots);
  const std::vector<std::int32_t> all = share.ranks->gather(held);
  std::ranges::copy(all, state.block_topic.row(0));
}

}  // namespace themata::sampling
