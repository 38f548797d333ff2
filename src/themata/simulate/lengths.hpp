#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/random/stream.hpp"
#include "themata/simulation/options.hpp"

namespace themata::simulate {

/// Draws the documents' lengths and adds them up: D + 1 offsets. Log-normal lengths have the requested mean
/// and standard deviation, and are rounded up or down at random, so that the mean is preserved; none is above
/// 2^32 - 1.
/// @param options  completed
/// @param topics  those that each document may use: a document without any has no tokens; if empty, all may
/// use all
/// @throws ResourceError if the machine does not have the memory for them
std::vector<std::uint64_t> draw_offsets(const CorpusOptions& options, Key key, Pool& pool,
                                        std::span<const std::vector<std::uint32_t>> topics = {});

}  // namespace themata::simulate
