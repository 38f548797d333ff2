#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "themata/api/fit.hpp"
#include "themata/grid/score.hpp"

namespace themata {

/// A grid of fits: every combination of the values of its axes. A model takes those axes and options that it
/// has.
///     Sweep grid{.axes = {{"model", {"lda"}}, {"topics", {"10", "20", "50"}}, {"seed", {"1", "2"}}}};
struct Sweep {
  std::vector<std::pair<std::string, std::vector<std::string>>> axes;  ///< options, and their values
  std::vector<std::pair<std::string, std::string>> options = {};       ///< what all fits have in common
  double held_out = 0.1;         ///< proportion of the documents that no fit sees, above 0 and below 1
  std::uint64_t split_seed = 1;  ///< by which these are drawn
  std::uint64_t threads = 0;     ///< in all; 0: every core
  /// In a folder: of several processes that share the grid, on one machine or several, this is the `part`-th
  /// of `parts`, and does as many of the fits.
  std::uint64_t part = 1, parts = 1;
};

/// A fit of a grid, with its numbers.
struct SweptFit : FitScore {
  std::string name;  ///< the axes that have several values: "lda-topics-20-seed-1"
  Options options;
  Fit fit;
};

struct SweepResult {
  std::vector<SweptFit> fits;  ///< the last axis running fastest
  bool complete =
      true;  ///< false where the watch stopped it or a fit failed: `fits` has those that were done
  bool awaits_others = false;  ///< its part is complete, and another is not
  /// Names of fits that ran out of topics, memory or disk, and why.
  std::vector<std::pair<std::string, std::string>> failed = {};
};

/// Fits and scores a grid of models. Part of the documents is held out of all fits, and scores them.
/// @throws UsageError naming an option that cannot be used
SweepResult sweep(const Collection& collection, const Sweep& grid, const GridWatch& watch = {});

/// The same in a folder, as `themata sweep` writes it; a stopped sweep of the same grid goes on.
SweepResult sweep_into(const std::string& folder, const Collection& collection, const Sweep& grid,
                       const GridWatch& watch = {});

}  // namespace themata
