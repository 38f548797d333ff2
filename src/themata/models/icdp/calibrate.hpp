#pragma once

#include "themata/calibration/problem.hpp"
#include "themata/models/calibration.hpp"
#include "themata/models/icdp/model.hpp"

namespace themata::icdp {

/// Ranks alpha and beta; of the mask of documents its hyperparameters eta, delta, sigma and the mean of
/// topics a document; of that of topics gamma, xi, zeta and the mean of words a topic; how many topics have
/// tokens; and what mixtures have in common (calibration/mixture_quantities.hpp), theta and phi over what is
/// on.
Quantities quantities_of(const Model& model, const State& state, const Corpus& corpus, Stream& stream);

const Calibration& calibration_of(WhichMasks masks);

}  // namespace themata::icdp
