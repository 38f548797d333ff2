#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "themata/models/options.hpp"

namespace themata {

/// A grid of models to fit to one corpus: every combination of the values of its axes. A model takes those
/// axes and options that it has.
struct GridOptions {
  GivenOptions fit;  ///< what all fits have in common
  /// An axis is an option that one may be varied along, with values as texts.
  struct Axis {
    std::string option;
    std::vector<std::string> values;
  };
  std::vector<Axis> axes;        ///< in the order of grid_axes()
  double held_out = 0.1;         ///< share of the documents that no model sees, above 0 and below 1
  std::uint64_t split_seed = 1;  ///< by which these are drawn
};

/// The options that can be axes: model, the hyperparameters of any model, seed.
const std::vector<std::string>& grid_axes();

/// One combination.
struct GridCell {
  std::string name;  ///< of its folder: "lda-topics-20-seed-1", the axes that have several values
  FitOptions fit;    ///< with_defaults, of one thread
  /// Its values along the axes other than the seed: cells that agree in it differ by chance alone.
  std::string model;
};

/// The same grid with each number in one form: "20" for "020", "0.1" for "0.10".
/// @throws UsageError naming the option and its value where one is no number, or given twice
GridOptions canonical(GridOptions options);

/// All combinations, the last axis running fastest.
/// @throws UsageError naming the option and its value where one cannot be used, or the share held out
/// @param options  canonical
std::vector<GridCell> cells_of(const GridOptions& options);

/// A grid of fewer models than another one has: without the options that have an effect on the other's models
/// alone, and would be refused. @param all  the other one, with the same options
GridOptions without_options_of_others(GridOptions fewer, const GridOptions& all);

/// What a grid's folder remembers of it. Equal for equal grids.
nlohmann::json to_json(const GridOptions& options);

}  // namespace themata
