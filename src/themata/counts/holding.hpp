#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

namespace themata {

/// How many of the largest topics hold so many percent of the tokens together.
/// @param sizes  tokens of each topic
inline std::size_t topics_holding(std::vector<std::int64_t> sizes, std::int64_t percent) {
  std::ranges::sort(sizes, std::greater<>());
  const std::int64_t all = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  std::size_t topics = 0;
  for (std::int64_t held = 0; 100 * held < percent * all; ++topics) held += sizes[topics];
  return topics;
}

}  // namespace themata
