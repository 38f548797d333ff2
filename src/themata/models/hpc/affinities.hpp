#pragma once

#include "themata/models/hpc/model.hpp"

namespace themata::hpc {

/// Draws xi of every document's labels given the topics of its tokens: first a shift of all together, then
/// one by one.
/// @param labeling  whether the labels depend on these affinities
void draw_affinities(State& state, const Context& context, Labeling labeling);

/// Draws xi ~ N(mean, deviation^2) given that its label is present, which has probability logistic(xi):
/// exact.
double draw_affinity_of_label(Stream& stream, double mean, double deviation);

}  // namespace themata::hpc
