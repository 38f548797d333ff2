#include "themata/sampling/state/allowed.hpp"

#include <algorithm>
#include <numeric>

namespace themata::sampling {

AllowedTopics::AllowedTopics(std::vector<std::vector<Topic>> lists) : begin_{0} {
  for (std::vector<Topic>& list : lists) {
    std::ranges::sort(list);
    topics_.insert(topics_.end(), list.begin(), std::unique(list.begin(), list.end()));
    begin_.push_back(topics_.size());
  }
}

bool AllowedTopics::allows(std::size_t d, Topic k) const {
  const auto list = of(d);
  return list.empty() || std::ranges::binary_search(list, k);
}

double AllowedTopics::sum(std::size_t d, std::span<const double> values) const {
  const auto list = of(d);
  if (list.empty()) return std::accumulate(values.begin(), values.end(), 0.0);
  return std::accumulate(list.begin(), list.end(), 0.0, [&](double sum, Topic k) { return sum + values[k]; });
}

}  // namespace themata::sampling
