#include "themata/corpus/word_table.hpp"

// Inlined into this file, so that hashing a short word needs no call.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

namespace themata {

std::uint32_t WordTable::find_or_add(std::string_view word) {
  const auto hash = static_cast<std::uint32_t>(XXH3_64bits(word.data(), word.size()));
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at].id_plus_one != 0) {
    const Slot slot = slots_[at];
    if (slot.hash == hash && this->word(slot.id_plus_one - 1) == word) return slot.id_plus_one - 1;
    at = (at + 1) & mask;
  }
  text_.append(word);
  starts_.push_back(text_.size());
  slots_[at] = {hash, size()};
  if (std::size_t{size()} * 2 > slots_.size()) grow();
  return size() - 1;
}

void WordTable::clear() {
  text_.clear();
  starts_.assign(1, 0);
  std::fill(slots_.begin(), slots_.end(), Slot{});
}

void WordTable::grow() {
  std::vector<Slot> larger(slots_.size() * 2);
  const std::size_t mask = larger.size() - 1;
  for (const Slot slot : slots_) {
    if (slot.id_plus_one == 0) continue;
    std::size_t at = slot.hash & mask;
    while (larger[at].id_plus_one != 0) at = (at + 1) & mask;
    larger[at] = slot;
  }
  slots_ = std::move(larger);
}

}  // namespace themata
