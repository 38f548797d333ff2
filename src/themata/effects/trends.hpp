#pragma once

#include <cstdint>
#include <optional>

#include "themata/chain/pool.hpp"
#include "themata/effects/trends_result.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// Topic proportions and words by period of a metadata field, over all kept draws, aligned with the topics
/// that are shown.
/// @param chain  nothing: all chains
/// @throws UsageError if the field, its periods or a topic do not do, or if no topic is found in all chains;
/// InputError
TrendsResult trends(const FitFolder& fit, std::optional<std::uint32_t> chain, const TrendOptions& options,
                    Pool& pool);

}  // namespace themata
