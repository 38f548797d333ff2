#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "themata/align/distance.hpp"
#include "themata/diagnose/convergence.hpp"

namespace themata {

/// The sizes of topics over the kept draws of all chains, after each draw was aligned with one pivot: the summarised draw of
/// the first chain, whose topics have the numbers that every verb shows. (Marin, Mengersen & Robert 2005 relabel the draws of
/// a mixture by a pivot in this way.)
struct AlignedShares {
  std::uint32_t pivot_chain = 1;
  std::uint64_t pivot_sweep = 0;
  std::size_t draws = 0;  ///< of each chain: as many as the chain with the fewest kept after burn-in
  std::vector<NamedChains>
      shares;  ///< n_k / N of each topic of the pivot, named topic.K; none where draws are below least_draws_for_rhat. 0 in a
               ///< draw that has no topic left for it
  std::vector<double> distances;                ///< of each topic: mean over all draws from the pivot's
  std::vector<std::vector<std::string>> words;  ///< of each topic of the pivot, the most probable first
};

/// @param burn_in  draws of these sweeps are left out
/// @throws InputError where a draw or the corpus is damaged, or a chain has saved nothing
AlignedShares aligned_shares(const FitFolder& fit, std::uint64_t burn_in, TopicDistance distance, Pool& pool);

}  // namespace themata
