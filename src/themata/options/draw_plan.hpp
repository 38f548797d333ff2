#pragma once

#include <cstdint>
#include <vector>

#include "themata/options/run_options.hpp"

namespace themata {

// Which draws a fit keeps if nobody knows yet at which sweep it will end. Were it to end now, its burn-in
// would be half of the sweeps so far, and its draws so many of the other half that at most `keep` of them are
// evenly spaced. The spacing therefore grows with the chain, and the coarser draws are always some of the
// finer ones:
// 1, 5, 10, 20, 40, ... sweeps (of fewer than 15 draws 1, 5, 25, 50, 100, ...), or a given `thin` times 1, 2,
// 4, ... . A given `burn-in` stays once the chain is beyond it. All of this depends on nothing but the number
// of sweeps, so that a chain which was interrupted keeps the same draws as one that was not.

/// Draws are kept at burn_in + thin, burn_in + 2 thin, ...
struct DrawWindow {
  std::uint64_t burn_in = 0, thin = 1;

  bool has(std::uint64_t sweep) const { return sweep > burn_in && (sweep - burn_in) % thin == 0; }
};

/// The draws of a fit whose shortest chain ends after `least` sweeps, and whose longest one after `most`.
/// @param asked  with `automatic` where burn-in or thinning was left to the program
DrawWindow window_of(const RunOptions& asked, std::uint64_t least, std::uint64_t most);

/// Whether a fit may end before its last sweep.
bool may_end_early(const RunOptions& asked);

/// What a chain keeps on its way.
class DrawPlan {
 public:
  explicit DrawPlan(const RunOptions& asked);

  const RunOptions& asked() const { return asked_; }
  /// The draws of a fit that does all its sweeps, ascending; none of one that runs until it has settled,
  /// whose window is always that of its sweeps so far.
  const std::vector<std::uint64_t>& scheduled() const { return scheduled_; }
  /// Whether a draw is kept at the end of a sweep.
  bool is_due(std::uint64_t sweep) const;
  /// Whether a chain that has done so many sweeps may still need a draw, wherever it ends.
  bool may_need(std::uint64_t draw, std::uint64_t done) const;

 private:
  bool is_scheduled(std::uint64_t sweep) const;

  RunOptions asked_;
  std::vector<std::uint64_t> scheduled_;
};

}  // namespace themata
