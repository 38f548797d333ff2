#include "themata/counts/word_topic_table.hpp"

#include <algorithm>
#include <utility>

namespace themata {

WordTopicTable::WordTopicTable(std::size_t types, std::size_t slots)
    : rows_(types), columns_(slots), owner_(allocate_rows(types * slots * sizeof(std::int32_t))) {}

WordTopicTable::WordTopicTable(std::span<const std::uint32_t> types_by_block,
                               std::span<const std::uint32_t> block_begin, std::size_t slots)
    : rows_(types_by_block.size()), columns_(slots), blocks_(std::make_unique<Blocks>()) {
  Blocks& blocks = *blocks_;
  blocks.types.assign(types_by_block.begin(), types_by_block.end());
  blocks.begin.assign(block_begin.begin(), block_begin.end());
  blocks.zeros = reserve_zeros(slots * sizeof(std::int32_t));
  blocks.places.assign(rows_, static_cast<std::int32_t*>(blocks.zeros.get()));
  blocks.memory.resize(block_begin.size() - 1);
  std::size_t most = 0;
  for (std::size_t b = 0; b < blocks.memory.size(); ++b) most = std::max(most, types_of(b).size());
  blocks.bytes = most * slots * sizeof(std::int32_t);
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
    blocks_->places[v] = row;
    row += columns_;
  }
}

void WordTopicTable::release(std::size_t block) {
  RowMemory& memory = blocks_->memory[block];
  if (memory == nullptr) return;
  const auto types = types_of(block);
  std::fill_n(static_cast<std::int32_t*>(memory.get()), types.size() * columns_, 0);
  for (const std::uint32_t v : types) blocks_->places[v] = static_cast<std::int32_t*>(blocks_->zeros.get());
  const std::lock_guard lock(blocks_->guard);
  blocks_->free.push_back(std::move(memory));
}

void WordTopicTable::release_all() {
  for (RowMemory& memory : blocks_->memory) memory = nullptr;
  blocks_->free.clear();
  std::ranges::fill(blocks_->places, static_cast<std::int32_t*>(blocks_->zeros.get()));
}

std::size_t WordTopicTable::bytes_of_blocks() const {
  const auto held =
      std::ranges::count_if(blocks_->memory, [](const RowMemory& memory) { return memory != nullptr; });
  return (static_cast<std::size_t>(held) + blocks_->free.size()) * blocks_->bytes;
}

}  // namespace themata
