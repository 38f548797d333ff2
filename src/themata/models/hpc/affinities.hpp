#pragma once

#include "themata/models/hpc/model.hpp"

namespace themata::hpc {

/// xi of every document's labels given the topics of its tokens: all of them together up or down, then one by one.
/// @param labelled  whether labels came about by these affinities
void draw_affinities(State& state, const Context& context, bool labelled);

/// Draws xi ~ N(mean, deviation^2) given that its label is there, which is likely as logistic(xi): exact.
double draw_affinity_of_label(Stream& stream, double mean, double deviation);

}  // namespace themata::hpc
