#pragma once

#include "themata/calibration/problem.hpp"
#include "themata/models/calibration.hpp"
#include "themata/models/franchise/model.hpp"

namespace themata::franchise {

/// Ranks alpha, beta, gamma; discounts of documents and of topics; how many topics have tokens; tables, and
/// sum t^2 over the tokens at each; and what mixtures have in common (calibration/mixture_quantities.hpp),
/// theta being that of the first token's table alone, given the seats.
Quantities quantities_of(const Model& model, const State& state, const Corpus& corpus, Stream& stream);

const Calibration& calibration();

}  // namespace themata::franchise
