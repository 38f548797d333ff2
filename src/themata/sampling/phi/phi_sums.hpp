#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

/// Tag of messages with the masses of some topics.
inline constexpr std::uint32_t phi_columns_tag = 7;

/// sum_v of the masses in State::phi by slot, over the word types of all ranks: phi_chunk types at a time, in
/// the types' order, whoever has them. So several ranks, each of which adds a part of the topics, come to the
/// bits of one process.
std::vector<double> sum_phi(const State& state, Pool& pool);

/// The same of a rank among several that has masses in lists. @param entries  by row, entries of a word type
std::vector<double> sum_listed_phi(const Layout& layout, std::size_t slots, Pool& pool,
                                   const std::function<std::span<const MassEntry>(std::size_t)>& entries);

/// n_kv of a topic, V, of the word types of all ranks, which must ask for it together.
std::vector<std::int32_t> counts_of_topic(const State& state, std::size_t slot);

/// Gives State::phi a row for each word type of this process, and as many slots as there are.
void fit_phi(State& state);

/// Raises each slot's number to the largest of all ranks.
void raise_over_ranks(const Share& share, std::vector<float>& by_slot);

}  // namespace themata::sampling
