#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/sampling/scans/phi_parts.hpp"
#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

/// Draws every topic of these documents in the blocks of a part of Phi, by scanning all slots
/// (partially_collapsed.hpp). Leaves counts stale.
/// @param prior  state.prior in single precision
void draw_documents_dense(State& state, const Context& context, const PhiPart& phi,
                          const std::vector<float>& prior, std::span<const std::uint32_t> documents);

}  // namespace themata::sampling
