#pragma once

#include <vector>

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

/// Tag of messages with the masses of some topics.
inline constexpr std::uint32_t phi_columns_tag = 7;

/// sum_v of the masses in State::phi by slot, over the word types of all ranks: phi_chunk types at a time, in
/// the types' order, whoever has them. So several ranks, each of which adds a part of the topics, come to the
/// bits of one process.
std::vector<double> sum_phi(const State& state, Pool& pool);

/// Raises each slot's number to the largest of all ranks.
void raise_over_ranks(const Share& share, std::vector<float>& by_slot);

}  // namespace themata::sampling
