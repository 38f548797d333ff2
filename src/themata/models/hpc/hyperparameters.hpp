#pragma once

#include "themata/models/hpc/model.hpp"

namespace themata::hpc {

/// Log density of a standard deviation with a half-t distribution with 4 degrees of freedom, up to a
/// constant.
double log_half_t(double x, double scale);

/// Draws psi, gamma, nu and sigma given log rates and variances.
void draw_rate_hyperparameters(State& state, const Tree& tree, const HyperPriors& priors,
                               const Context& context);

/// Draws eta and lambda given the affinities of present labels; those of absent labels are integrated out,
/// and every document is known to have a label. @param labeling  false: only the affinities are used
void draw_affinity_hyperparameters(State& state, const HyperPriors& priors, const Context& context,
                                   Labeling labeling);

/// log p(mu, tau^2 | hyperparameters)
double log_density_of_rates(const State& state, const Tree& tree);

/// log p(xi of present labels, labels | hyperparameters), or of xi alone.
double log_density_of_affinities(const State& state, Labeling labeling);

/// Draws all hyperparameters from their priors.
Hyperparameters draw_hyperparameters(const HyperPriors& priors, std::size_t n_topics, Stream& stream);

}  // namespace themata::hpc
