#pragma once

#include "themata/calibration/problem.hpp"
#include "themata/models/calibration.hpp"
#include "themata/models/hdp/model.hpp"

namespace themata::hdp {

/// Ranks alpha, beta, gamma; the number of topics with tokens; and the quantities of all mixtures
/// (calibration/mixture_quantities.hpp).
Quantities quantities_of(const Model& model, const State& state, const Corpus& corpus, Stream& stream);

const Calibration& calibration();

}  // namespace themata::hdp
