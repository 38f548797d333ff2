#pragma once

#include <cstdint>
#include <span>

#include "themata/random/stream.hpp"

namespace themata {

/// Standard normal, by Marsaglia's polar method (Marsaglia & Bray 1964).
double draw_normal(Stream& stream);

/// Exponential with mean 1.
double draw_exponential(Stream& stream);

/// log of a Gamma(shape, 1) draw; shape > 0. Marsaglia & Tsang (2000). Below shape 1, their boost G(a) =
/// G(a+1) U^(1/a) is computed in logs, since at shape .01 the draw itself underflows.
double draw_log_gamma(Stream& stream, double shape);

/// Gamma with density proportional to x^(shape-1) e^(-rate x). May underflow to 0 for tiny shapes.
double draw_gamma(Stream& stream, double shape, double rate);

/// log of a Beta(a, b) draw; a, b > 0.
double draw_log_beta(Stream& stream, double a, double b);

/// Successes in n trials of probability p in [0, 1]: by inversion if n min(p, 1-p) < 10, else by the
/// transformed rejection BTRS (Hoermann 1993).
std::uint64_t draw_binomial(Stream& stream, std::uint64_t n, double p);

/// A Poisson draw; 0 <= mean <= 2^52. Inversion below a mean of 10; above, the process is cut at one of its
/// arrivals until little is left (Ahrens & Dieter 1974).
std::uint64_t draw_poisson(Stream& stream, double mean);

/// An index, with probability proportional to its weight. Never one of weight 0, unless all weights are 0.
std::size_t draw_index(Stream& stream, std::span<const double> weight);

/// Replaces a[i], the parameters of a Dirichlet (0 for an entry without mass), by a draw: probabilities that
/// sum to 1. At least one parameter must be positive.
void draw_dirichlet(Stream& stream, std::span<double> a);

}  // namespace themata
