#pragma once

#include <span>

#include "themata/models/hdp/model.hpp"

namespace themata::hdp {

// Psi as the HDP paper draws it (Terenin, Magnusson & Jonsson 2020, equations 19 and 20): topics 1, ..., K*
// in stick order; topic K* is a flag that takes the rest. Slot k - 1 holds topic k, so that a saved Psi
// contains the order.
//   Psi_k = b_k prod_{j<k} (1 - b_j),   b_k | l, gamma ~ Beta(1 + l_k, gamma + sum_{j>k} l_j),   b_K* = 1.
// The order is part of the state. With Psi summed out, neighbors k, k + 1 < K* swap places with probability
//   min(1, (gamma + sum_{j>k+1} l_j + l_{k+1}) / (gamma + sum_{j>k+1} l_j + l_k)).

/// Proposes swaps of neighbors, from front to back and from back to front, and moves tokens with them; then
/// draws Psi. @param flag  K*, at least 1; no token may be beyond it
void draw_psi_in_order(State& state, const Context& context, std::size_t flag);

/// gamma | l and the order. The sticks after the last topic with tables are left out.
void draw_gamma_in_order(State& state, const Context& context, sampling::GammaPrior prior, std::size_t flag);

/// Psi_1, ..., Psi_K* given the tables of each; without tables, a draw from the prior.
std::vector<double> break_sticks_in_order(Stream& stream, double gamma, std::span<const double> tables);

}  // namespace themata::hdp
