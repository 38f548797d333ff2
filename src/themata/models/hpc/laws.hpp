#pragma once

#include "themata/models/hpc/model.hpp"

namespace themata::hpc {

/// Log density of a deviation that is half-t with 4 degrees of freedom, up to a constant.
double log_half_t(double x, double scale);

/// psi, gamma, nu and sigma given log rates and variances.
void draw_rate_laws(State& state, const Tree& tree, const HyperPriors& priors, const Context& context);

/// eta and lambda given the affinities of labels that are there; those of labels that are not are integrated out, and that a document
/// has a label is given. @param labelled  false: affinities alone tell of both
void draw_affinity_laws(State& state, const HyperPriors& priors, const Context& context, bool labelled);

/// log p(mu, tau^2 | laws)
double log_density_of_rates(const State& state, const Tree& tree);

/// log p(xi of labels that are there, labels | laws), or of xi alone.
double log_density_of_affinities(const State& state, bool labelled);

/// All laws from the hyperpriors.
Laws draw_laws(const HyperPriors& priors, std::size_t n_topics, Stream& stream);

}  // namespace themata::hpc
