#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "themata/api/collection.hpp"
#include "themata/api/options.hpp"
#include "themata/api/output.hpp"

namespace themata {

/// Options by name, as texts: {"topics", "10"}.
using GivenOptions = std::vector<std::pair<std::string, std::string>>;

/// What can be simulated: corpora of the models, of two generators of the program's own, and matrices.
std::vector<ModelName> simulations();
/// The options of one, in the order of help. @throws UsageError naming the simulations
std::vector<OptionInfo> simulation_options(std::string_view name);

/// Whether the true values are handed out of what only writes them on request (zipf).
enum class TrueValues { always, as_usual };

/// What was drawn.
struct SimulatedData {
  std::optional<Collection> collection;  ///< nothing where it is a matrix; saved with the true values
  /// The values that it was drawn from, by the names of docs/guide/simulate.md: "topics.npy",
  /// "topic-word.npy", ... Of a matrix, "matrix.npz" alone.
  ExportedFiles truth;
};

/// Draws a collection from a model, with the true values, or a matrix from a prior. In memory; equal options
/// give equal bits for any number of threads, and those of `themata simulate`.
/// @param go_on  asked now and then on the calling thread; false ends the work: Cancelled is thrown
/// @throws UsageError naming an option and its range
SimulatedData simulate_from(std::string_view name, const GivenOptions& options,
                            TrueValues values = TrueValues::always, const std::function<bool()>& go_on = {});

}  // namespace themata
