#pragma once

#include "themata/calibration/problem.hpp"
#include "themata/models/calibration.hpp"
#include "themata/models/hpc/short_documents.hpp"

namespace themata::hpc {

/// Numbers of tokens are drawn too: one token at least, for quantities_of.
DrawnCase<State> draw_case(const ShortDocuments& documents, const Corpus& shape, Stream& stream, Pool& pool);
State start_of(const ShortDocuments& documents, const DrawnCase<State>& one, Key key, Pool& pool);

/// Ranks
///   psi, gamma, nu, sigma, lambda, eta     the hyperparameters; eta's mean
///   log likelihood, log joint        of words given rates; of all but the hyperparameters
///   sum m^2, sum n^2                 over m_dk; over n_k
///   affinities                       their mean, of labels that are there
///   log rates, log tau^2             their means, of labels and of branches
///   theta, rate                      of the first token: its label's share in its document; log rate of its
///                                    word in its label
Quantities quantities_of(const ShortDocuments& documents, const State& state, const Corpus& corpus,
                         Stream& stream);

const Calibration& calibration();
/// Without labels.
const Calibration& pcm_calibration();

}  // namespace themata::hpc
