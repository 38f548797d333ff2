#pragma once

#include <optional>

namespace themata {

struct ConsensusOptions {
  /// Distance up to which topics are one; nothing: where halves of the chains agree best.
  std::optional<double> cut = {};
  double least_share = 0.75;  ///< of the chains that must have a topic, above 0
};

}  // namespace themata
