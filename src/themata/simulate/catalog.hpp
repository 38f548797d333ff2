#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "themata/simulation/matrices.hpp"
#include "themata/simulation/simulation.hpp"

// Everything that can be simulated: corpora of the models in models/registry.hpp, of this folder's own
// generators, and matrices.
namespace themata::simulate {

/// In the order of the help: models first.
std::span<const Simulation* const> corpus_simulations();

/// Null if there is none of that name.
const Simulation* find_corpus_simulation(std::string_view name);
const MatrixSimulation* find_matrix_simulation(std::string_view name);

/// Searches both kinds. @throws UsageError if there is none of that name, listing those that exist
const Simulated& find_simulated(std::string_view name);
/// All of both kinds, corpora first.
std::vector<const Simulated*> all_simulated();

/// An option that simulations have, whatever it means for them.
struct SharedField {
  std::string_view name;
  OptionGroup group;
  OptionValue kind;                                ///< a value of the kind that it holds
  double least, most;                              ///< the widest range
  std::vector<const Simulated*> simulations = {};  ///< that have it
};
/// Every option, each once: by group, and within a group in the order of the tables of all_simulated().
const std::vector<SharedField>& all_simulated_fields();
/// The simulations that have an option, as "lda, hdp or dmm"; "" if none has.
std::string simulations_with(std::string_view option);

}  // namespace themata::simulate
