#include "themata/models/chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace themata {

namespace {

/// How many of the largest topics hold so many percent of the tokens together.
/// @param sizes  descending
std::size_t topics_holding(const std::vector<std::int64_t>& sizes, std::int64_t percent) {
  const std::int64_t all = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  std::size_t topics = 0;
  for (std::int64_t held = 0; 100 * held < percent * all; ++topics) held += sizes[topics];
  return topics;
}

}  // namespace

void add_holding(NamedValues& named, std::vector<std::int64_t> sizes) {
  std::ranges::sort(sizes, std::greater<>());
  for (const std::int64_t percent : {90, 99})
    named.emplace_back(fmt::format("topics.{}", percent),
                       static_cast<double>(topics_holding(sizes, percent)));
}

void add_sizes(NamedValues& named, std::vector<std::int64_t> sizes, std::size_t topics) {
  constexpr std::size_t most_traced_sizes = 5;
  const std::size_t n = std::min({most_traced_sizes, topics, sizes.size()});
  std::partial_sort(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(n), sizes.end(),
                    std::greater<>());
  for (std::size_t i = 0; i < n; ++i)
    named.emplace_back(fmt::format("size.{}", i + 1), static_cast<double>(sizes[i]));
}

}  // namespace themata
