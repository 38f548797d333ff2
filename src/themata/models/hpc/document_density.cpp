#include "themata/models/hpc/document_density.hpp"

#include <algorithm>
#include <cmath>

#include "themata/models/hpc/label_odds.hpp"
#include "themata/models/hpc/leap_range.hpp"
#include "themata/random/elementary.hpp"

namespace themata::hpc {

namespace {

constexpr double least_rate = 1e-300;

}  // namespace

hmc::Vector shares_of(const hmc::Vector& xi) {
  hmc::Vector shares(xi.size());
  const double top = xi.maxCoeff();
  for (Eigen::Index j = 0; j < xi.size(); ++j) shares[j] = portable_exp(xi[j] - top);
  return shares / shares.sum();
}

double DocumentDensity::operator()(const hmc::Vector& xi, hmc::Vector& gradient) const {
  gradient.setZero(xi.size());
  if (!in_leap_range(xi)) return -INFINITY;
  const hmc::Vector theta = shares_of(xi);
  const double expected = theta.dot(data_.totals);
  const hmc::Vector rates = (data_.rates * theta).cwiseMax(least_rate);
  double sum = -data_.length * expected;
  for (Eigen::Index w = 0; w < rates.size(); ++w) sum += data_.counts[w] * portable_log(rates[w]);
  const hmc::Vector weights = data_.counts.cwiseQuotient(rates);
  gradient = theta.cwiseProduct(data_.rates.transpose() * weights) - tokens_ * theta -
             data_.length * theta.cwiseProduct((data_.totals.array() - expected).matrix()) -
             pull_of_prior(xi);
  sum -= log_loss_of_prior(xi);
  for (Eigen::Index j = 0; data_.labeling == Labeling::tree && j < xi.size(); ++j) {
    sum -= log_one_plus_exp(-xi[j]);
    gradient[j] += 1 / (1 + portable_exp(xi[j]));
  }
  return sum;
}

hmc::Vector DocumentDensity::pull_of_prior(const hmc::Vector& xi) const {
  if (data_.precision != nullptr) return *data_.precision * (xi - data_.eta);
  return 1 / (data_.lambda * data_.lambda) * (xi - data_.eta);
}

double DocumentDensity::log_loss_of_prior(const hmc::Vector& xi) const {
  if (data_.precision != nullptr) return (xi - data_.eta).dot(pull_of_prior(xi)) / 2;
  return 1 / (data_.lambda * data_.lambda) / 2 * (xi - data_.eta).squaredNorm();
}

hmc::Matrix DocumentDensity::curvature_of_prior() const {
  if (data_.precision != nullptr) return *data_.precision;
  return hmc::Matrix::Identity(data_.eta.size(), data_.eta.size()) / (data_.lambda * data_.lambda);
}

hmc::Matrix DocumentDensity::curvature(const hmc::Vector& xi) const {
  const hmc::Vector theta = shares_of(xi);
  const hmc::Vector off = (data_.totals.array() - theta.dot(data_.totals)).matrix();
  const hmc::Matrix square = theta * theta.transpose();
  hmc::Matrix matrix = curvature_of_prior();
  matrix.diagonal() += data_.length * theta.cwiseProduct(off) + tokens_ * theta;
  matrix -= data_.length * (square.cwiseProduct(off.replicate(1, off.size())) +
                            square.cwiseProduct(off.transpose().replicate(off.size(), 1))) +
            tokens_ * square;
  // Each topic's contribution to a word's rate, as a proportion of it.
  const hmc::Vector rates = (data_.rates * theta).cwiseMax(least_rate);
  const hmc::Matrix parts = rates.cwiseInverse().asDiagonal() * data_.rates * theta.asDiagonal();
  matrix.diagonal() -= parts.transpose() * data_.counts;
  matrix += parts.transpose() * data_.counts.asDiagonal() * parts;
  for (Eigen::Index j = 0; data_.labeling == Labeling::tree && j < xi.size(); ++j) {
    const double absent = 1 / (1 + portable_exp(xi[j]));
    matrix(j, j) += absent * (1 - absent);
  }
  return matrix;
}

WordCounts::WordCounts(std::span<const std::uint32_t> tokens) {
  std::vector<std::uint32_t> sorted(tokens.begin(), tokens.end());
  std::ranges::sort(sorted);
  for (const std::uint32_t v : sorted) {
    if (words.empty() || words.back() != v) {
      words.push_back(v);
      counts.push_back(0);
    }
    ++counts.back();
  }
}

}  // namespace themata::hpc
