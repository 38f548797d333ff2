#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace themata {

/// How many of the largest topics hold so many percent of the tokens together.
/// @param sizes  tokens of each topic, descending
inline std::size_t topics_holding(const std::vector<std::int64_t>& sizes, std::int64_t percent) {
  const std::int64_t all = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  std::size_t topics = 0;
  for (std::int64_t held = 0; 100 * held < percent * all; ++topics) held += sizes[topics];
  return topics;
}

}  // namespace themata
