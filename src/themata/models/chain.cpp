#include "themata/models/chain.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <functional>

#include "themata/counts/holding.hpp"

namespace themata {

void add_holding(NamedValues& named, const std::vector<std::int64_t>& sizes) {
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
