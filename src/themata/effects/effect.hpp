#pragma once

#include <cstdint>
#include <optional>

#include "themata/chain/pool.hpp"
#include "themata/effects/effect_result.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// Regresses topic proportions on documents' metadata. For each kept draw of the chains, whose topics are
/// aligned with those that are shown: theta is drawn given the draw, then coefficients given theta
/// (effects/regression.hpp). Documents without words are left out.
/// @param chain  nothing: all chains
/// @throws UsageError if the formula, a topic, a contrast or the metadata do not do, or if no topic is found
/// in all chains; InputError
EffectResult effect(const FitFolder& fit, std::optional<std::uint32_t> chain, const EffectOptions& options,
                    Pool& pool);

}  // namespace themata
