#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "themata/consensus/chains.hpp"
#include "themata/consensus/consensus_options.hpp"

namespace themata {

/// How a topic that comes back is found in the chains.
struct ConsensusTopic {
  std::size_t chains = 0;  ///< that have it
  Recurrence recurrence;   ///< in a further chain
  double share = 0;        ///< of all tokens, a mean over all draws
  double sd_within = 0;    ///< of the share between draws of a chain
  double sd_between = 0;   ///< of the chains' mean shares; of chains that lack it, 0 is a share too
};

struct Consensus {
  std::size_t chains = 0, draws = 0;
  RecurringTopics recurring;
  std::vector<CutScore> cuts;       ///< none where the cut was given
  std::optional<double> agreement;  ///< of halves of the chains at the cut that was chosen by it
  std::vector<ConsensusTopic> topics;
};

/// Finds the topics that come back in the chains of some fits. docs/theory/consensus.md
Consensus find_consensus(const SourceChains& chains, const ConsensusOptions& options, Pool& pool);

/// Writes it as a folder that is read like a fit: of model `consensus`, with one chain of all draws, in which
/// topic k is the k-th topic that comes back and the last one is what does not.
/// @throws UsageError if the place is taken; ResourceError
void write_consensus(const SourceChains& chains, const Consensus& consensus, const Place& output, Pool& pool);

/// "41 topics come back in 9 or more of 12 chains, with 82% of the tokens".
std::string describe(const Consensus& consensus);

}  // namespace themata
