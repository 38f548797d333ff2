#pragma once

#include "themata/calibration/problem.hpp"
#include "themata/models/calibration.hpp"
#include "themata/models/dmm/model.hpp"

namespace themata::dmm {

/// Ranks alpha, beta, how many topics have documents and how even they are, and what mixtures have in common
/// (calibration/mixture_quantities.hpp).
Quantities quantities_of(const Model& model, const State& state, const Corpus& corpus, Stream& stream);

const Calibration& calibration();
/// Of the infinite form.
const Calibration& process_calibration();

}  // namespace themata::dmm
