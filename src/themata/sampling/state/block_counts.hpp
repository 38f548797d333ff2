#pragma once

#include <functional>

#include "themata/sampling/state/state.hpp"
#include "themata/sampling/state/unused_topics.hpp"

namespace themata::sampling {

// The word counts of blocks, on their way between ranks (docs/theory/lda.md, "Over several machines").

/// Tags of messages with counts of blocks: when counts are shared out, and in a sweep.
inline constexpr std::uint32_t counts_tag = 1, ring_tag = 2;

/// The counts of a block, which become 0 here and need no memory: its totals, then of each of its word types
/// how many topics it has, and each topic with its count.
Message take_block(State& state, std::uint32_t block);
/// Adds the counts of a block.
void add_block(State& state, const Message& message);

/// Gives the blocks of this rank memory for their words' counts, if they have none.
void hold_blocks(State& state);

/// The same while a word's counts are in its list: its places in their order, and before the types the
/// topics without slots that have tokens in the block.
Message take_listed_block(State& state, UnusedTopics& unused, std::uint32_t block);
/// Takes the place of what is known of the block.
void put_listed_block(State& state, UnusedTopics& unused, const Message& message);

/// Counts this rank's documents block by block, sends the counts to the ranks that hold the blocks, and adds
/// those of all ranks in the blocks that are held here; then gather_totals().
/// @param count  count(block): adds the counts of this rank's documents to those of the block, which are 0
void share_word_counts(State& state, Pool& pool, const std::function<void(std::uint32_t)>& count);
/// Makes the totals of all blocks known to all ranks, each from the rank that holds the block.
void gather_totals(State& state);

}  // namespace themata::sampling
