#include "themata/counts/word_topic_table.hpp"

#include <algorithm>
#include <utility>

namespace themata {

namespace {

/// Of a table with lists: of each type its row's place, and its list's place and length; of a place in a list
/// a count and a slot.
constexpr std::uint64_t bytes_of_type = 20, bytes_of_place = 6;

}  // namespace

WordTopicTable::WordTopicTable(std::size_t types, std::size_t slots)
    : rows_(types), columns_(slots), owner_(allocate_rows(types * slots * sizeof(std::int32_t))) {}

WordTopicTable::WordTopicTable(std::span<const std::uint32_t> types_by_block,
                               std::span<const std::uint32_t> block_begin, std::size_t slots)
    : rows_(types_by_block.size()), columns_(slots), blocks_(std::make_unique<Blocks>()) {
  Blocks& blocks = *blocks_;
  blocks.types.assign(types_by_block.begin(), types_by_block.end());
  blocks.begin.assign(block_begin.begin(), block_begin.end());
  blocks.zeros = reserve_zeros(slots * sizeof(std::int32_t));
  places_.assign(rows_, static_cast<std::int32_t*>(blocks.zeros.get()));
  blocks.memory.resize(block_begin.size() - 1);
  std::size_t most = 0;
  for (std::size_t b = 0; b < blocks.memory.size(); ++b) most = std::max(most, types_of(b).size());
  blocks.bytes = most * slots * sizeof(std::int32_t);
}

bool WordTopicTable::is_mostly_empty(std::uint64_t types, std::uint64_t slots, std::uint64_t tokens) {
  constexpr std::uint64_t worth_it = std::uint64_t{1} << 24;  // cells
  return types * slots >= worth_it && types * slots / 8 > tokens;
}

std::uint32_t WordTopicTable::most_listed(std::uint64_t slots) {
  constexpr std::uint64_t soon_searched = 64;  // places of a list
  return static_cast<std::uint32_t>(std::min(slots / 16, soon_searched));
}

std::uint64_t WordTopicTable::bytes_with_lists(std::span<const std::uint32_t> frequency,
                                               std::uint64_t slots) {
  std::uint64_t bytes = frequency.size() * bytes_of_type;
  for (const std::uint32_t n : frequency)
    bytes += n <= most_listed(slots) ? n * bytes_of_place : slots * sizeof(std::int32_t);
  return bytes;
}

std::uint64_t WordTopicTable::most_bytes_with_lists(std::uint64_t types, std::uint64_t slots,
                                                    std::uint64_t tokens) {
  const std::uint64_t with_rows = std::min(types, tokens / (most_listed(slots) + 1));
  return types * bytes_of_type + tokens * bytes_of_place + with_rows * slots * sizeof(std::int32_t);
}

WordTopicTable WordTopicTable::with_lists(std::span<const std::uint32_t> frequency, std::size_t slots) {
  WordTopicTable table;
  table.rows_ = frequency.size();
  table.columns_ = slots;
  table.lists_ = std::make_unique<Lists>();
  table.places_.assign(frequency.size(), nullptr);
  Lists& lists = *table.lists_;
  const std::uint32_t most = most_listed(slots);
  std::size_t listed = 0, with_rows = 0;
  for (const std::uint32_t n : frequency) {
    lists.begin.push_back(listed);
    (n <= most ? listed : with_rows) += n <= most ? n : 1;
  }
  lists.size.resize(frequency.size());
  lists.counts.resize(listed);
  lists.slots.resize(listed);
  lists.rows = allocate_rows(with_rows * slots * sizeof(std::int32_t));
  auto* row = static_cast<std::int32_t*>(lists.rows.get());
  for (std::size_t v = 0; v < frequency.size(); ++v) {
    if (frequency[v] <= most) continue;
    table.places_[v] = row;
    row += slots;
  }
  return table;
}

void WordTopicTable::clear(std::size_t first, std::size_t last) {
  if (places_.empty()) {
    std::fill_n(row(first), (last - first) * columns_, 0);
    return;
  }
  for (std::size_t v = first; v < last; ++v)
    if (is_listed(v))
      lists_->size[v] = 0;
    else
      std::fill_n(row(v), columns_, 0);
}

void WordTopicTable::copy(std::size_t type, std::span<std::int32_t> out) const {
  if (!is_listed(type)) {
    std::copy_n(row(type), columns_, out.begin());
    return;
  }
  std::ranges::fill(out, 0);
  for_each(type, [&](std::size_t slot, std::int32_t n) { out[slot] = n; });
}

/// Where a slot is in a type's list, or would be.
std::size_t WordTopicTable::place_in_list(std::size_t type, std::size_t slot) const {
  const auto begin = lists_->slots.begin() + static_cast<std::ptrdiff_t>(lists_->begin[type]);
  return static_cast<std::size_t>(std::lower_bound(begin, begin + lists_->size[type], slot) -
                                  lists_->slots.begin());
}

std::int32_t WordTopicTable::listed_count(std::size_t type, std::size_t slot) const {
  const std::size_t at = place_in_list(type, slot);
  const bool is_there = at < lists_->begin[type] + lists_->size[type] && lists_->slots[at] == slot;
  return is_there ? lists_->counts[at] : 0;
}

void WordTopicTable::add_to_list(std::size_t type, std::size_t slot, std::int32_t by) {
  Lists& lists = *lists_;
  const std::size_t at = place_in_list(type, slot), end = lists.begin[type] + lists.size[type];
  const auto counts = lists.counts.begin();
  const auto slots = lists.slots.begin();
  const auto from = static_cast<std::ptrdiff_t>(at), to = static_cast<std::ptrdiff_t>(end);
  if (at == end || lists.slots[at] != slot) {
    assert(by > 0 && (type + 1 == rows_ ? lists.counts.size() : lists.begin[type + 1]) > end);
    std::copy_backward(counts + from, counts + to, counts + to + 1);
    std::copy_backward(slots + from, slots + to, slots + to + 1);
    lists.counts[at] = by;
    lists.slots[at] = static_cast<std::uint16_t>(slot);
    ++lists.size[type];
    return;
  }
  lists.counts[at] += by;
  assert(lists.counts[at] >= 0);
  if (lists.counts[at] > 0) return;
  std::copy(counts + from + 1, counts + to, counts + from);
  std::copy(slots + from + 1, slots + to, slots + from);
  --lists.size[type];
}

std::span<const std::uint32_t> WordTopicTable::types_of(std::size_t block) const {
  const auto& begin = blocks_->begin;
  return std::span(blocks_->types).subspan(begin[block], begin[block + 1] - begin[block]);
}

void WordTopicTable::hold(std::size_t block) {
  RowMemory& memory = blocks_->memory[block];
  if (memory != nullptr) return;
  {
    const std::lock_guard lock(blocks_->guard);
    if (!blocks_->free.empty()) {
      memory = std::move(blocks_->free.back());
      blocks_->free.pop_back();
    }
  }
  if (memory == nullptr) memory = reserve_rows(blocks_->bytes);
  auto* row = static_cast<std::int32_t*>(memory.get());
  for (const std::uint32_t v : types_of(block)) {
    places_[v] = row;
    row += columns_;
  }
}

void WordTopicTable::release(std::size_t block) {
  RowMemory& memory = blocks_->memory[block];
  if (memory == nullptr) return;
  const auto types = types_of(block);
  std::fill_n(static_cast<std::int32_t*>(memory.get()), types.size() * columns_, 0);
  for (const std::uint32_t v : types) places_[v] = static_cast<std::int32_t*>(blocks_->zeros.get());
  const std::lock_guard lock(blocks_->guard);
  blocks_->free.push_back(std::move(memory));
}

void WordTopicTable::release_all() {
  for (RowMemory& memory : blocks_->memory) memory = nullptr;
  blocks_->free.clear();
  std::ranges::fill(places_, static_cast<std::int32_t*>(blocks_->zeros.get()));
}

std::size_t WordTopicTable::bytes_of_blocks() const {
  const auto held =
      std::ranges::count_if(blocks_->memory, [](const RowMemory& memory) { return memory != nullptr; });
  return (static_cast<std::size_t>(held) + blocks_->free.size()) * blocks_->bytes;
}

}  // namespace themata
