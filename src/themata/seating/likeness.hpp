#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/kernel.hpp"
#include "themata/seating/tables.hpp"

namespace themata::seating {

/// The weight with which topic b is chosen to be merged with topic a (docs/theory/franchise.md, 4a). With p
/// the shares of a topic's words, and p_v those of the corpus,
///   weight(a, b) = 1 + (sum_v p_av p_bv / p_v)^2.
/// The sum is 1 for topics that have nothing to do with each other, and large if they share words that are
/// rare elsewhere. Never 0: a split into topics without a common word must have a merge that undoes it.
/// @param a, b  V counts each, with a sum above 0
double likeness(const sampling::State& mix, std::span<const std::int32_t> a, std::span<const std::int32_t> b);

/// The weights of all topics with tables for one topic. @param topic  V counts, with a sum above 0 @return
/// slots; 0 where there are no tables
std::vector<double> likeness_to_all(const sampling::State& mix, const Tables& tables,
                                    std::span<const std::int32_t> topic, Pool& pool);

}  // namespace themata::seating
