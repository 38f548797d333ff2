#pragma once

#include "themata/api/fit.hpp"
#include "themata/effects/effect_result.hpp"
#include "themata/effects/trends_result.hpp"

namespace themata {

// Topics beside the documents' metadata, over all kept draws of all chains, or of `read.chain` alone; the
// topics of draws and chains are aligned with those that are shown (docs/theory/effects.md). Cancelled by
// `read.go_on`.

/// Topic proportions regressed on metadata, with credible intervals.
/// @throws UsageError if the formula, a topic, a contrast or the metadata do not do, if a chain has kept no
/// draws, or if no topic is found in all chains
EffectResult effect(const Fit& fit, const EffectOptions& options, const ReadOptions& read = {});

/// Topic proportions and words by period. @throws as effect()
TrendsResult trends(const Fit& fit, const TrendOptions& options, const ReadOptions& read = {});

}  // namespace themata
