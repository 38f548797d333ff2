#pragma once

#include "themata/calibration/problem.hpp"
#include "themata/models/calibration.hpp"
#include "themata/models/icdp/model.hpp"

namespace themata::icdp {

/// Ranks alpha and beta; for the masks of documents the hyperparameters eta, delta, sigma and the mean number
/// of topics per document; for the masks of topics gamma, xi, zeta and the mean number of words per topic;
/// the number of topics with tokens; and the quantities of all mixtures (calibration/mixture_quantities.hpp),
/// with theta and phi over the entries that are on.
Quantities quantities_of(const Model& model, const State& state, const Corpus& corpus, Stream& stream);

const Calibration& calibration_of(WhichMasks masks);

}  // namespace themata::icdp
