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
/// Names of the corpus_simulations() that are models.
std::vector<std::string_view> simulated_models();

/// Null if there is none of that name.
const Simulation* find_corpus_simulation(std::string_view name);
const MatrixSimulation* find_matrix_simulation(std::string_view name);

/// Searches both kinds. @throws UsageError if there is none of that name, listing those that exist
const Simulated& find_simulated(const std::string& name);
/// All of both kinds, corpora first.
std::vector<const Simulated*> all_simulated();

/// Draws the mixture of options.model, one of corpus_simulations(): what its Simulation draws, and a table of
/// the topics' weights.
/// @param options  with defaults set
/// @throws as Simulation::draw
Mixture draw_mixture(const SimulateOptions& options, Key key, Pool& pool);

}  // namespace themata::simulate
