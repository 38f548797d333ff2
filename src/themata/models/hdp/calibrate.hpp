#pragma once

#include "themata/calibration/problem.hpp"
#include "themata/models/calibration.hpp"
#include "themata/models/hdp/model.hpp"

namespace themata::hdp {

/// Ranks alpha, beta, gamma; how many topics have tokens; and what mixtures have in common
/// (calibration/mixture_quantities.hpp).
Quantities quantities_of(const Model& model, const State& state, const Corpus& corpus, Stream& stream);

const Calibration& calibration();

}  // namespace themata::hdp
