#pragma once

#include <span>

#include "themata/models/icdp/ibp.hpp"
#include "themata/simulation/matrices.hpp"
#include "themata/simulation/simulation.hpp"

namespace themata::icdp {

// Corpora with masks from buffets (ibp.hpp), then Phi. The words of topics are drawn anew until every topic has one, the topics
// staying: the model that is fitted asks for a word of topics with tokens alone, and has its topics drawn anew as well, which is
// another law where topics have few words. Topics' weights are the mean of documents that use their topics alike.

/// @param model  lida: documents may use topics by IBP(eta, delta, sigma), and topics have words by IBP(gamma, xi, zeta),
/// phi_k ~ Dir(beta on them); ftm: the former alone; sstm: the latter alone, of K topics
const simulate::Simulation& simulation_of(std::string_view model);

/// ibp: the ones of a three-parameter Indian buffet process; icdp: the weights of the compound Dirichlet process on it.
std::span<const simulate::MatrixSimulation> matrix_simulations();

/// How a buffet is held: lists of what is tried, or with a weight beside each entry.
enum class BuffetEntries { alone, weighted };

/// @throws UsageError where --delta is not above minus --sigma
void check_buffet(const SimulateOptions& options);

/// Topics of so many documents, or columns of so many rows, by IBP(eta, delta, sigma).
/// @throws UsageError where more are to be expected than a corpus can have topics; ResourceError
Buffet draw_topics_of_documents(const SimulateOptions& options, BuffetEntries entries, Key key);

}  // namespace themata::icdp
