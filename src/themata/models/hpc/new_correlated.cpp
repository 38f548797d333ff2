#include "themata/models/hpc/new_correlated.hpp"

#include <algorithm>
#include <cmath>

#include "themata/models/hpc/correlated.hpp"
#include "themata/models/hpc/label_odds.hpp"
#include "themata/random/cholesky.hpp"
#include "themata/random/eigen.hpp"
#include "themata/random/elementary.hpp"

namespace themata::hpc {

namespace {

using Eigen::Index;

/// The labels of `first`, then those that only `other` has.
std::vector<std::uint32_t> labels_of_both(const std::vector<std::uint32_t>& first,
                                          const std::vector<std::uint32_t>& other) {
  std::vector<std::uint32_t> all = first;
  for (const std::uint32_t k : other)
    if (std::ranges::find(first, k) == first.end()) all.push_back(k);
  return all;
}

}  // namespace

NewCorrelated::NewCorrelated(const AffinityPrior& prior)
    : precision_(prior.precision),
      xi_(Eigen::Map<const hmc::Vector>(prior.eta.data(), static_cast<Index>(prior.eta.size()))),
      pull_(hmc::Vector::Zero(xi_.size())) {}

/// log of p(xi of present labels, they are present, and the others of `order` absent), given the affinities
/// of all labels that are not in `order`. Factors of absent labels are sequential: of each, given those
/// before it, the affinity is integrated out; the value that it is given conditions the later ones.
template <class ValueOfAbsent>
double NewCorrelated::log_weight(const std::vector<std::uint32_t>& order, std::size_t n_present,
                                 hmc::Vector& values, const ValueOfAbsent& value_of_absent) const {
  const auto n = static_cast<Index>(order.size());
  hmc::Matrix precision(n, n);
  hmc::Vector means(n), pull(n), z(n);
  for (Index i = 0; i < n; ++i) {
    means[i] = xi_[order[i]];
    pull[i] = pull_[order[i]];
    for (Index j = 0; j < n; ++j) precision(i, j) = precision_(order[i], order[j]);
  }
  const hmc::Matrix covariance = inverse_of(precision);
  const hmc::Matrix root = Cholesky(covariance).lower();
  means -= covariance * pull;
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    const double mean = means[i] + root.row(i).head(i).dot(z.head(i)), deviation = root(i, i);
    const bool present = i < static_cast<Index>(n_present);
    if (!present) values[i] = value_of_absent(i, mean, deviation);
    z[i] = (values[i] - mean) / deviation;
    sum += present
               ? -z[i] * z[i] / 2 - portable_log(deviation) - log_root_two_pi - log_one_plus_exp(-values[i])
               : log_label_odds(mean, deviation).absent;
  }
  return sum;
}

NewCorrelated::Change NewCorrelated::propose(const PresentLabels& before, const PresentLabels& after,
                                             Stream& stream) const {
  const std::vector<std::uint32_t> order = labels_of_both(before.labels, after.labels);
  hmc::Vector now(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) now[static_cast<Index>(i)] = xi_[order[i]];
  const double weight =
      log_weight(order, before.labels.size(), now, [&](Index i, double, double) { return xi_[order[i]]; });
  Change change{labels_of_both(after.labels, before.labels), hmc::Vector(order.size()), weight, 0};
  std::ranges::copy(after.xi, change.xi.begin());
  change.log_after = log_weight(
      change.labels, after.labels.size(), change.xi,
      [&](Index, double mean, double deviation) { return draw_affinity_of_absent(stream, mean, deviation); });
  return change;
}

void NewCorrelated::take(const Change& change) {
  for (std::size_t i = 0; i < change.labels.size(); ++i)
    set(change.labels[i], change.xi[static_cast<Index>(i)]);
}

void NewCorrelated::set(std::uint32_t k, double xi) {
  pull_ += (xi - xi_[k]) * precision_.col(k);
  xi_[k] = xi;
}

double NewCorrelated::log_shift(const std::vector<std::uint32_t>& labels, double x) const {
  double slope = 0, precision = 0;
  for (const std::uint32_t j : labels) {
    slope -= pull_[j];
    for (const std::uint32_t k : labels) precision += precision_(j, k);
  }
  return x * (slope - precision * x / 2);
}

void NewCorrelated::draw_absent(const std::vector<std::uint32_t>& present, Stream& stream) {
  for (std::uint32_t k = 0; k < xi_.size(); ++k)
    if (std::ranges::find(present, k) == present.end())
      set(k, draw_affinity_of_absent(stream, mean(k), deviation(k)));
}

}  // namespace themata::hpc
