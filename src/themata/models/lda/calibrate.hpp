#pragma once

#include "themata/calibration/problem.hpp"
#include "themata/models/calibration.hpp"
#include "themata/models/lda/model.hpp"

namespace themata::lda {

/// Ranks alpha of the first topic, beta, and the quantities of all mixtures
/// (calibration/mixture_quantities.hpp).
Quantities quantities_of(const Model& model, const State& state, const Corpus& corpus, Stream& stream);

const Calibration& calibration();

}  // namespace themata::lda
