#pragma once

#include "themata/calibration/problem.hpp"
#include "themata/models/calibration.hpp"
#include "themata/models/hpc/short_documents.hpp"

namespace themata::hpc {

/// Draws the number of tokens too: at least one, as quantities_of needs.
DrawnCase<State> draw_case(const ShortDocuments& documents, const Corpus& shape, Stream& stream, Pool& pool);
State start_of(const ShortDocuments& documents, const DrawnCase<State>& one, Key key, Pool& pool);

/// Ranks
///   psi, gamma, nu, sigma, lambda, eta     the hyperparameters; eta's mean
///   log likelihood, log joint        of words given rates; of all but the hyperparameters
///   sum m^2, sum n^2                 over m_dk; over n_k
///   affinities                       their mean over the labels of documents
///   log rates, log tau^2             their means over labels and over branches
///   theta, rate                      of the first token: the proportion of its label in its document; log
///                                    rate of its word in its label
Quantities quantities_of(const ShortDocuments& documents, const State& state, const Corpus& corpus,
                         Stream& stream);

const Calibration& calibration();
/// For the model without labels.
const Calibration& pcm_calibration();

}  // namespace themata::hpc
