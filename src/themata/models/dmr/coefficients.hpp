#pragma once

#include <cstdint>
#include <vector>

#include "themata/hmc/hmc.hpp"
#include "themata/models/dmr/model.hpp"

namespace themata::dmr {

// lambda | z, mu, sigma with Theta integrated out (docs/theory/dmr.md, eqs. 2 to 6). Topics are coupled by
// A_d = sum_k alpha_dk alone. Two auxiliary variables, drawn afresh in each sweep, make them independent:
//   l_dk ~ Antoniak(m_dk, alpha_dk), the tables of topic k in document d,
//   q_d  ~ Beta(A_d, N_d).
// Given both, each lambda_k has a log-concave density, which is a Poisson regression's with offsets:
//   log p(lambda_k | rest) = sum_d [ l_dk x_d' lambda_k + log(q_d) exp(x_d' lambda_k) ]
//                            - sum_j (lambda_kj - mu_j)^2 / (2 sigma_j^2) + constant.
// The topics are drawn in parallel, each by one HMC proposal from streams of its own.

/// What lambda is drawn given, summed over the documents of each row of the design.
struct Auxiliaries {
  std::vector<std::uint32_t> tables;  ///< R x K: sum of l_dk
  std::vector<double> exposure;       ///< R: sum of -log q_d
};

Auxiliaries draw_auxiliaries(const State& state, const Context& context, const Design& design);

/// The density of one topic's coefficients given the auxiliaries, for hmc::move.
class CoefficientDensity {
 public:
  /// All of it must outlive this. @param k  the topic
  CoefficientDensity(const Design& design, const Auxiliaries& auxiliaries, const State& state, std::size_t k);

  /// @returns -infinity out of range
  double operator()(const hmc::Vector& lambda, hmc::Vector& gradient) const;
  /// Minus the Hessian, J x J, positive definite.
  hmc::Matrix curvature(const hmc::Vector& lambda) const;
  hmc::Matrix curvature_of_prior() const { return precision_.asDiagonal(); }
  /// Near the mode, by Newton steps from mu: a function of everything but the topic's own coefficients, so
  /// that a mass made of it leaves the density invariant.
  hmc::Vector near_mode() const;

 private:
  const Design& design_;
  const Auxiliaries& auxiliaries_;
  hmc::Vector mu_, precision_;
  hmc::Vector linear_;  ///< sum_r tables_rk x_r
};

/// Draws lambda of every topic, where mu and sigma are learned moves columns of it together with them
/// (moves.hpp), and sets the documents' weights.
void draw_coefficients(State& state, const Context& context, const Settings& settings);

}  // namespace themata::dmr
