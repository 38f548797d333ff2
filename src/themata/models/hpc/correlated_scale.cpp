#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "themata/models/hpc/correlated.hpp"
#include "themata/models/hpc/label_odds.hpp"
#include "themata/random/cholesky.hpp"
#include "themata/random/eigen.hpp"
#include "themata/random/slice.hpp"

namespace themata::hpc {

namespace {

using Eigen::Index;
using hmc::Matrix;
using hmc::Vector;

constexpr Interval scaled_lambdas{-30, 4};
constexpr std::uint64_t scale_stream = 4;  // of Purpose::hyper; correlated.cpp has another

/// The density of c, by which eta and the root of Sigma are multiplied. Affinities of present labels stay;
/// each absent one keeps its place in its distribution given those of its document's present labels:
///   xi' = u + c (xi - u),     u = Sigma_absent,present (Sigma_present,present)^-1 xi_present.
class ScaleDensity {
 public:
  ScaleDensity(const State& state, const std::vector<double>& unlabeled, const HyperPriors& priors,
               Pool& pool)
      : state_(state),
        unlabeled_(unlabeled),
        priors_(priors),
        pool_(pool),
        covariance_(covariance_of(state.hyper)),
        inverse_diagonal_(inverse_of(covariance_).diagonal()),
        centers_(state.all_affinities.size()),
        squares_(state.labels.n_documents()),
        products_(state.labels.n_documents()) {
    pool.for_each(state.labels.n_documents(), [this](std::size_t d) { set_document(d); });
  }

  double operator()(double log_c) const {
    const double c = portable_exp(log_c);
    const auto topics = static_cast<double>(state_.hyper.eta.size());
    const double squares = std::accumulate(squares_.begin(), squares_.end(), 0.0),
                 products = std::accumulate(products_.begin(), products_.end(), 0.0);
    double sum = products / c - squares / (2 * c * c) -
                 static_cast<double>(state_.affinities.size()) * log_c - log_present_anywhere(c);
    // Jacobian and priors; Sigma's with a integrated out.
    sum += topics * (topics + 2) * log_c - topics * (covariance_freedom + 2 * topics) * log_c;
    for (const double x : inverse_diagonal_)
      sum -=
          (covariance_freedom + topics) / 2 *
          portable_log(covariance_freedom * x / (c * c) + 1 / (priors_.lambda_scale * priors_.lambda_scale));
    for (const double eta : state_.hyper.eta)
      sum -= c * c * eta * eta / (2 * priors_.eta_deviation * priors_.eta_deviation);
    return sum;
  }

  double center(std::size_t i) const { return centers_[i]; }
  const Matrix& covariance() const { return covariance_; }

 private:
  /// Sets u of all labels, xi itself for present ones, and the terms of the present ones' density.
  void set_document(std::size_t d) {
    const auto labels = state_.labels.of(d);
    const auto n = static_cast<Index>(labels.size());
    const std::size_t topics = state_.hyper.eta.size();
    Matrix own(n, n);
    Vector xi(n), eta(n);
    for (Index i = 0; i < n; ++i) {
      xi[i] = state_.all_affinities[d * topics + labels[i]];
      eta[i] = state_.hyper.eta[labels[i]];
      for (Index j = 0; j < n; ++j) own(i, j) = covariance_(labels[i], labels[j]);
    }
    const Vector weights = Cholesky(own).solve(xi);
    squares_[d] = xi.dot(weights);
    products_[d] = eta.dot(weights);
    for (std::size_t k = 0; k < topics; ++k) {
      double center = 0;
      for (Index i = 0; i < n; ++i) center += covariance_(static_cast<Index>(k), labels[i]) * weights[i];
      centers_[d * topics + k] = center;
    }
    for (Index i = 0; i < n; ++i) centers_[d * topics + labels[i]] = xi[i];
  }

  /// Minus the log probability that all absent labels are absent. Terms of present labels do not depend on c.
  double log_present_anywhere(double c) const {
    constexpr std::size_t at_once = 8192;
    const std::size_t n_labeled = state_.all_affinities.size(), n = n_labeled + unlabeled_.size();
    std::vector<double> parts((n + at_once - 1) / at_once);
    pool_.for_chunks(n, at_once, [&](std::size_t first, std::size_t last) {
      double sum = 0;
      for (std::size_t i = first; i < last; ++i)
        sum += i < n_labeled ? log_one_plus_exp(centers_[i] + c * (state_.all_affinities[i] - centers_[i]))
                             : log_one_plus_exp(c * unlabeled_[i - n_labeled]);
      parts[first / at_once] = sum;
    });
    return std::accumulate(parts.begin(), parts.end(), 0.0);
  }

  const State& state_;
  const std::vector<double>& unlabeled_;
  const HyperPriors& priors_;
  Pool& pool_;
  Matrix covariance_;
  Vector inverse_diagonal_;
  std::vector<double> centers_;             ///< D x K: u
  std::vector<double> squares_, products_;  ///< D: xi' S^-1 xi and eta' S^-1 xi of present labels
};

}  // namespace

void draw_correlated_scale(State& state, const std::vector<double>& unlabeled, const HyperPriors& priors,
                           const Context& context) {
  constexpr double width = 0.1;
  const double log_lambda = portable_log(state.hyper.lambda);
  if (!(log_lambda > scaled_lambdas.least && log_lambda < scaled_lambdas.most)) return;
  Stream stream = context.stream(Purpose::hyper, scale_stream);
  const ScaleDensity density(state, unlabeled, priors, context.pool);
  const double c = portable_exp(draw_by_slice(
      stream, 0.0, width, {scaled_lambdas.least - log_lambda, scaled_lambdas.most - log_lambda}, density));
  for (std::size_t i = 0; i < state.all_affinities.size(); ++i)
    state.all_affinities[i] = density.center(i) + c * (state.all_affinities[i] - density.center(i));
  for (double& eta : state.hyper.eta) eta *= c;
  set_covariance(state.hyper, c * c * density.covariance());
}

}  // namespace themata::hpc
