#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "themata/align/distance.hpp"
#include "themata/diagnose/convergence.hpp"

namespace themata {

/// The topic proportions in the kept draws of all chains, after aligning each draw with one pivot. The pivot
/// is the summarized draw of the chain whose topics and numbers all subcommands show. (Marin, Mengersen &
/// Robert 2005 relabel the draws of a mixture by a pivot in this way.)
struct AlignedShares {
  std::uint32_t pivot_chain = 1;
  std::uint64_t pivot_sweep = 0;
  std::size_t draws = 0;  ///< per chain: as many as the chain with the fewest draws kept after burn-in
  std::vector<NamedChains>
      shares;  ///< n_k / N of each topic of the pivot, named topic.K; none if there are fewer draws than
               ///< least_draws_for_rhat. 0 in a draw without a partner for it
  std::vector<double> distances;                ///< by topic: mean distance from the pivot's over all draws
  std::vector<std::vector<std::string>> words;  ///< by topic of the pivot, most probable first
};

/// @param burn_in  draws up to this sweep are left out
/// @throws InputError if a draw or the corpus is damaged, or a chain has saved nothing
AlignedShares aligned_shares(const FitFolder& fit, std::uint64_t burn_in, TopicDistance distance, Pool& pool);

}  // namespace themata
