#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/consensus/topic_groups.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// A draw that a consensus is made of.
struct SourceDraw {
  std::size_t fit = 0;      ///< from 0
  std::uint32_t chain = 1;  ///< of the fit
  std::uint64_t sweep = 0;
  /// Of each of its topics, as read_source() numbers them, the one in SourceChains::topics; none for a small
  /// one that is left out.
  std::vector<std::uint32_t> topics;
  std::vector<std::uint64_t> tokens;  ///< of each of its topics
};

/// All chains of some fits of one corpus.
struct SourceChains {
  std::vector<FitFolder> fits;
  CorpusFolder corpus;
  ChainTopics topics;
  std::vector<SourceDraw> draws;  ///< chain after chain, ascending by sweep
};

/// What is read of all chains together.
struct MostRead {
  std::size_t topics = 8000;  ///< the largest: their distances take 8 bytes a pair
  std::size_t draws = 100;    ///< as many of each chain, evenly spread up to its last
};

/// Reads kept draws of all chains (of a chain without, its newest state), each chain's numbered alike. Of
/// a model that finds its topics, a topic of a draw belongs to that topic of the chain's shown draw with
/// which it has most tokens in common.
/// @throws UsageError if there are fewer than two chains, the fits are not of one corpus, or a model's topics
/// cannot be joined; InputError
SourceChains read_chains(std::vector<FitFolder> fits, const MostRead& most, Pool& pool);

/// Calls `see` with every draw, in their order. @throws InputError
void for_each_source(const SourceChains& chains,
                     const std::function<void(const SourceDraw& source, const Draw& draw)>& see);

}  // namespace themata
