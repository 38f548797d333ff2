#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "themata/simulation/options.hpp"

namespace themata {

inline constexpr std::array<std::string_view, 3> length_distributions = {"poisson", "fixed", "log-normal"};

/// One option with a number: its name, where it is kept, what it may be, and what it commonly means. What models make of it,
/// they say themselves (simulation/options.hpp); it means nothing for those that have no use for it.
struct SimulateField {
  std::string_view name;  ///< as on the command line, without the dashes
  simulate::OptionUse::Place place;
  double least, most;
  std::string_view meaning;
};

std::span<const SimulateField> simulate_fields();

/// What help says of an option: its meanings, for which models, and their defaults.
std::string help_of(const SimulateField& field);

/// Whether a matrix alone is drawn.
bool is_matrix(const SimulateOptions& options);

/// The options with the model's defaults where nothing was given.
/// @throws UsageError where an option is missing, out of its range, or none of the model's
SimulateOptions with_defaults(SimulateOptions options);

/// Every option that the corpus depends on, under its command-line name. @param options  with defaults
nlohmann::ordered_json to_json(const SimulateOptions& options);

}  // namespace themata
