#pragma once

#include <span>

#include "themata/models/icdp/ibp.hpp"
#include "themata/simulation/matrices.hpp"
#include "themata/simulation/simulation.hpp"

namespace themata::icdp {

// Corpora with masks from buffets (ibp.hpp), then Phi. The words of topics are redrawn until every topic has
// one, while the documents' topics stay. In the fitted model only topics with tokens must have a word, and
// its topics are redrawn as well. This is a different distribution if topics have few words. The topics'
// weights are the mean over documents that use their topics equally.

/// @param model  lida: documents may use topics by IBP(eta, delta, sigma), and topics have words by
/// IBP(gamma, xi, zeta), phi_k ~ Dir(beta over them); ftm: only the former; sstm: only the latter, with K
/// topics
const simulate::Simulation& simulation_of(std::string_view model);

/// ibp: the ones of a three-parameter Indian buffet process; icdp: the weights of its compound Dirichlet
/// process.
std::span<const simulate::MatrixSimulation> matrix_simulations();

/// How a buffet is stored: lists of entries, or with a weight for each entry.
enum class BuffetEntries { alone, weighted };

/// @throws UsageError unless --delta is above minus --sigma
void check_buffet(const SimulateOptions& options);

/// Draws topics of documents, or columns of rows, by IBP(eta, delta, sigma).
/// @throws UsageError if more are expected than a corpus can have topics; ResourceError
Buffet draw_topics_of_documents(const SimulateOptions& options, BuffetEntries entries, Key key);

}  // namespace themata::icdp
