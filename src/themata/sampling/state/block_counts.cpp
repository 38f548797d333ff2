#include "themata/sampling/state/block_counts.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "themata/counts/row_counts.hpp"

namespace themata::sampling {

namespace {

/// The number of a block and its totals.
std::vector<std::int32_t> take_totals(State& state, std::uint32_t block) {
  std::vector<std::int32_t> parts{static_cast<std::int32_t>(block)};
  const std::span<std::int32_t> totals(state.block_topic.row(block), state.slots());
  parts.insert(parts.end(), totals.begin(), totals.end());
  std::ranges::fill(totals, 0);
  return parts;
}

}  // namespace

Message take_block(State& state, std::uint32_t block) {
  std::vector<std::int32_t> parts = take_totals(state, block);
  for (const std::uint32_t v : state.layout.types_of(block)) {
    const std::size_t at = parts.size();
    parts.push_back(0);
    for_each_count(std::as_const(state.word_topic).span(v), [&](std::size_t k, std::int32_t n) {
      parts.insert(parts.end(), {static_cast<std::int32_t>(k), n});
      ++parts[at];
    });
    std::fill_n(state.word_topic.row(v), state.slots(), 0);
  }
  return to_message(std::span<const std::int32_t>(parts));
}

void add_block(State& state, const Message& message) {
  const auto parts = from_message<std::int32_t>(message);
  const auto block = static_cast<std::uint32_t>(parts.front());
  auto part = parts.begin() + 1;
  for (std::size_t k = 0; k < state.slots(); ++k) state.block_topic.row(block)[k] += *part++;
  for (const std::uint32_t v : state.layout.types_of(block)) {
    std::int32_t* row = state.word_topic.row(v);
    for (std::int32_t left = *part++; left > 0; --left) {
      const std::int32_t k = *part++;
      row[k] += *part++;
    }
  }
}

Message take_listed_block(State& state, UnusedTopics& unused, std::uint32_t block) {
  std::vector<std::int32_t> parts = take_totals(state, block);
  const auto beyond = std::exchange(unused.in_block(block), {});
  parts.push_back(static_cast<std::int32_t>(beyond.size()));
  for (const UnusedTopics::InBlock& topic : beyond)
    parts.insert(parts.end(), {std::int32_t{topic.topic}, topic.tokens});
  const auto types = state.layout.types_of(block);
  state.word_lists.take(block, types, parts);
  // Only a block that was here at the sweep's start has counts in the tables, and these are stale.
  const Share& share = state.layout.share;
  if (block >= share.first_group && block < share.end_group)
    for (const std::uint32_t v : types) std::fill_n(state.word_topic.row(v), state.slots(), 0);
  return to_message(std::span<const std::int32_t>(parts));
}

void put_listed_block(State& state, UnusedTopics& unused, const Message& message) {
  const auto parts = from_message<std::int32_t>(message);
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

void share_word_counts(State& state) {
  const Share& share = state.layout.share;
  const auto is_here = [&](std::uint32_t b) { return b >= share.first_group && b < share.end_group; };
  for (std::uint32_t b = 0; b < share.n_groups; ++b)
    if (!is_here(b)) share.ranks->send(share.owner(b), counts_tag, take_block(state, b));
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
