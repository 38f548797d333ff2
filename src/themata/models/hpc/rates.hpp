#pragma once

#include <span>
#include <vector>

#include "themata/models/hpc/model.hpp"

namespace themata::hpc {

/// tau^2 is kept within the range of single precision.
constexpr double least_variance = 1e-30, most_variance = 1e30;

/// A normal distribution.
struct Normal {
  double mean, variance;
};

/// An exact draw of x with log density n x - e^(x + log_exposure) - (x - mean)^2 / (2 variance): a log rate
/// with a normal prior, of which n tokens were observed where e^(x + log_exposure) were expected.
/// @param log_exposure  minus infinity if no token could be observed
/// @param guess         a value near the draw makes it fast
double draw_log_rate(Stream& stream, double n, double log_exposure, Normal prior, double guess);

/// sum_d l_d theta_dk for each topic.
std::vector<double> exposures(const State& state, std::size_t n_topics);

/// Document d's proportion of each of its labels.
std::vector<double> shares_of(const State& state, std::size_t d);

/// Draws mu and tau^2 of every word type given the topics of tokens, and updates the totals of rates: first a
/// shift of each branch as a whole, then node by node, then the variances.
void draw_rates(State& state, const Tree& tree, const Context& context);

/// Draws tau^2 of one word type given its log rates.
void draw_variances(State& state, const Tree& tree, std::size_t v, Stream& stream);

/// Sets e^mu of every word type and topic, and its totals.
void set_rates(State& state, const Tree& tree, Pool& pool);

}  // namespace themata::hpc
