#pragma once

#include "themata/calibration/problem.hpp"
#include "themata/models/calibration.hpp"
#include "themata/models/dmr/model.hpp"

namespace themata::dmr {

/// Ranks the first topic's coefficients, mu, sigma, beta, and the quantities of all mixtures
/// (calibration/mixture_quantities.hpp).
Quantities quantities_of(const Model& model, const State& state, const Corpus& corpus, Stream& stream);

const Calibration& calibration();

/// A number and a factor of two levels, for the seven documents of calibration_shape().
Covariates calibration_covariates();

}  // namespace themata::dmr
