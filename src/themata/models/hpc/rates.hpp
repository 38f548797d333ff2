#pragma once

#include <span>
#include <vector>

#include "themata/models/hpc/model.hpp"

namespace themata::hpc {

/// tau^2 is held within what single precision holds.
constexpr double least_variance = 1e-30, most_variance = 1e30;

/// A normal law.
struct Normal {
  double mean, variance;
};

/// A draw of x with log density n x - e^(x + log_exposure) - (x - mean)^2 / (2 variance), exact: a log rate whose n tokens were
/// seen where e^(x + log_exposure) were expected, and which is normal a priori.
/// @param log_exposure  minus infinity where nothing was to be seen
/// @param guess         near it makes it fast
double draw_log_rate(Stream& stream, double n, double log_exposure, Normal prior, double guess);

/// sum_d l_d theta_dk of each topic.
std::vector<double> exposures(const State& state, std::size_t n_topics);

/// The share that document d has of each of its labels.
std::vector<double> shares_of(const State& state, std::size_t d);

/// mu and tau^2 of every word type given the topics of tokens, and the totals of rates with them: first each branch as a whole up
/// or down, then node by node, then the variances.
void draw_rates(State& state, const Tree& tree, const Context& context);

/// tau^2 of one word type given its log rates.
void draw_variances(State& state, const Tree& tree, std::size_t v, Stream& stream);

/// e^mu of every word type and topic, and its totals.
void set_rates(State& state, const Tree& tree, Pool& pool);

}  // namespace themata::hpc
