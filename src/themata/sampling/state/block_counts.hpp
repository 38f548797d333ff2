#pragma once

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// The word counts of blocks, on their way between ranks (docs/theory/lda.md, "Over several machines").

/// The counts of a block, which become 0 here: its totals, then of each of its word types how many topics it
/// has, and each topic with its count.
Message take_block(State& state, std::uint32_t block);
/// Adds the counts of a block.
void add_block(State& state, const Message& message);

/// Sends counts of this rank's documents to the ranks that hold the words' blocks, and adds those of all
/// ranks in the blocks that are held here; then gather_totals().
void share_word_counts(State& state);
/// Makes the totals of all blocks known to all ranks, each from the rank that holds the block.
void gather_totals(State& state);

}  // namespace themata::sampling
