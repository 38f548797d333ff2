#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

/// Draws every topic of these documents given Phi by scanning all slots (partially_collapsed.hpp). Leaves
/// counts stale.
/// @param prior  state.prior in single precision
void draw_documents_dense(State& state, const Context& context, const std::vector<float>& prior,
                          std::span<const std::uint32_t> documents);

}  // namespace themata::sampling
