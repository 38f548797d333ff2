#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "themata/random/stream.hpp"

namespace themata {

/// Puts the items into a uniformly random order (Fisher & Yates, from the last place down).
template <class Item>
void shuffle(std::vector<Item>& items, Stream& stream) {
  for (std::size_t i = items.size(); i > 1; --i)
    std::swap(items[i - 1], items[stream.below(static_cast<std::uint32_t>(i))]);
}

}  // namespace themata
