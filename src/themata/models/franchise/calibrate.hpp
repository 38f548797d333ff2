#pragma once

#include "themata/calibration/problem.hpp"
#include "themata/models/calibration.hpp"
#include "themata/models/franchise/model.hpp"

namespace themata::franchise {

/// Ranks alpha, beta, gamma; the discounts of documents and of topics; the numbers of topics with tokens and
/// of tables; the sum of squared table sizes; and the quantities of all mixtures
/// (calibration/mixture_quantities.hpp), where theta is that of the first token's table alone, given the
/// seats.
Quantities quantities_of(const Model& model, const State& state, const Corpus& corpus, Stream& stream);

const Calibration& calibration();

}  // namespace themata::franchise
