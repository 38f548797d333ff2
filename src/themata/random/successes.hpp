#pragma once

#include <cstdint>

#include "themata/random/elementary.hpp"
#include "themata/random/stream.hpp"

namespace themata {

/// Calls visit(i) for the successful trials among first, first + 1, ... below `end`, all independent. Draws
/// the lengths of the runs of failures between them: the time is proportional to the successes, not the
/// trials.
/// @param log_failure  log of a trial's probability of failing, 0 or below
template <class Visit>
void for_each_success(Stream& stream, double log_failure, std::uint64_t first, std::uint64_t end,
                      const Visit& visit) {
  while (log_failure < 0 && first < end) {
    const double failures = portable_log(stream.uniform()) / log_failure;
    if (!(failures < static_cast<double>(end - first))) return;
    first += static_cast<std::uint64_t>(failures);
    visit(first++);
  }
}

}  // namespace themata
