#pragma once

#include "themata/calibration/problem.hpp"
#include "themata/models/calibration.hpp"
#include "themata/models/dmm/model.hpp"

namespace themata::dmm {

/// Ranks alpha, beta, the number of topics with documents, the sum of their squared sizes, and the quantities
/// of all mixtures (calibration/mixture_quantities.hpp).
Quantities quantities_of(const Model& model, const State& state, const Corpus& corpus, Stream& stream);

const Calibration& calibration();
/// For the Dirichlet process.
const Calibration& process_calibration();

}  // namespace themata::dmm
