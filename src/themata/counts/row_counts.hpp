#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "themata/counts/matrix.hpp"

namespace themata {

/// Calls visit(slot, count) for the slots of a row with counts above 0, ascending. Passes over groups of
/// slots without any, which are most with many topics.
/// @param row  of a table of counts; its length is a multiple of slot_group
template <class Visit>
void for_each_count(std::span<const std::int32_t> row, const Visit& visit) {
  using Words = std::array<std::uint64_t, slot_group * sizeof(std::int32_t) / sizeof(std::uint64_t)>;
  for (std::size_t first = 0; first < row.size(); first += slot_group) {
    Words words{};
    std::memcpy(words.data(), row.data() + first, sizeof(words));
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    if (any == 0) continue;
    for (std::size_t k = first; k < first + slot_group; ++k)
      if (row[k] > 0) visit(k, row[k]);
  }
}

}  // namespace themata
