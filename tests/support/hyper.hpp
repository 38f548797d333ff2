#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "support/enumeration.hpp"
#include "support/occupancy.hpp"
#include "support/statistics.hpp"
#include "themata/sampling/state/hyper.hpp"

// Hyperparameters with the topics held fixed: chains of one kernel against quadrature of the exact
// conditional.
namespace themata::testing {

/// Log density up to a constant, of positive arguments.
using LogDensity = std::function<double(double)>;
using LogDensity2 = std::function<double(double, double)>;

struct Moments {
  double mean, variance;
};

inline double log_gamma_density(sampling::GammaPrior prior, double x) {
  return (prior.shape - 1) * std::log(x) - prior.rate * x;
}

/// Integral over x > 0 on the scale of t = log x, where the densities here fall off exponentially both ways,
/// so that the trapezoidal rule converges geometrically.
double integral(const std::function<double(double)>& f);

/// The largest value of a log density on a grid, to keep exponents in range.
inline double top_of(const LogDensity& density) {
  double top = -INFINITY;
  for (double t = -20; t <= 6; t += 0.05) top = std::max(top, density(std::exp(t)));
  return top;
}

inline Moments exact_moments(const LogDensity& density) {
  const double top = top_of(density);
  const auto moment = [&](double power) {
    return integral([&](double x) { return std::pow(x, power) * std::exp(density(x) - top); });
  };
  const double mass = moment(0), mean = moment(1) / mass;
  return {mean, moment(2) / mass - mean * mean};
}

/// Moments of the first argument under a density of two.
inline Moments exact_moments_of_first(const LogDensity2& density) {
  double top = -INFINITY;
  for (double t = -8; t <= 5; t += 0.25)
    top = std::max(top, top_of([&](double y) { return density(std::exp(t), y); }));
  const LogDensity marginal = [&](double x) {
    return std::log(integral([&](double y) { return std::exp(density(x, y) - top); }));
  };
  return exact_moments(marginal);
}

/// How far a chain's mean, and its mean squared distance from the exact mean, lie from the exact ones.
struct MomentsFound {
  double mean_z, variance_z, times_in_batch;

  double worst_z() const { return std::max(std::abs(mean_z), std::abs(variance_z)); }
};

/// @param step  step(sweep): updates the chain and gives its value
inline MomentsFound compare_moments(const std::function<double(std::uint64_t)>& step, const Moments& exact,
                                    const ChainLength& length) {
  const std::size_t n = length.length * proof_scale();
  BatchMeans means(length.batches, n), squares(length.batches, n);
  for (std::uint64_t sweep = 1; sweep <= 500; ++sweep) step(sweep);
  for (std::uint64_t sweep = 501; sweep <= 500 + length.batches * n; ++sweep) {
    const double x = step(sweep);
    means.add(x);
    squares.add((x - exact.mean) * (x - exact.mean));
  }
  return {z_score(means.estimate(), exact.mean), z_score(squares.estimate(), exact.variance),
          std::min(means.times_in_batch(), squares.times_in_batch())};
}

/// |z| that a hyperparameter's mean and variance may differ by.
inline constexpr double moments_limit = 4;

/// Six documents, one of them empty, with topics that are spread unevenly; what the conditionals are taken
/// at.
inline Problem hyper_problem() {
  return {{{0, 1, 2, 3, 0, 1, 0, 4}, {2, 2, 3}, {}, {0, 0, 0, 1, 4, 4, 1}, {3}, {2, 0, 1, 1, 3}}, 5};
}
inline Topics hyper_topics() {
  return {0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 1, 1};
}

/// The same with the first document's tokens in one topic.
inline Topics labelled_topics() {
  Topics topics = hyper_topics();
  std::fill_n(topics.begin(), 8, 0U);
  return topics;
}

/// The conditionals of LDA's hyperparameters at hyper_topics(), and the HDP's.
struct HyperTargets {
  sampling::GammaPrior prior{2, 1.5};
  Counts counts{hyper_problem(), hyper_topics(), 2};

  double symmetric_alpha(double a) const {
    return log_gamma_density(prior, a) + log_documents(counts, {a, a});
  }
  double asymmetric_alpha(double a, double b) const {
    return log_gamma_density(prior, a) + log_gamma_density(prior, b) + log_documents(counts, {a, b});
  }
  /// At labelled_topics(), where document 0 may use the first topic alone; without the priors.
  double labelled_alpha(double a, double b) const {
    const Counts labelled(hyper_problem(), labelled_topics(), 2);
    Table priors(labelled.m.size(), {a, b});
    priors[0][1] = 0;
    return log_documents(labelled, priors);
  }
  double beta(double b) const { return log_gamma_density(prior, b) + log_words(counts, b); }
  /// Given Psi; the tables are summed out.
  double concentration(double a, const std::vector<double>& psi) const {
    std::vector<double> weights(psi);
    for (double& w : weights) w *= a;
    return log_gamma_density(prior, a) + log_documents(counts, weights);
  }
  /// Given alpha; tables and Psi are summed out.
  double gamma(double g, const Polynomial& weights) const {
    return log_gamma_density(prior, g) + log_partition(weights, 2, g);
  }
  /// Given the tables: `total` of them, two topics.
  double gamma_given_tables(double g, double total) const {
    return log_gamma_density(prior, g) + 2 * std::log(g) + std::lgamma(g) - std::lgamma(g + total);
  }
};

}  // namespace themata::testing
