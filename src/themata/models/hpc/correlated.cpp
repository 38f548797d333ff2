#include "themata/models/hpc/correlated.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "themata/models/hpc/affinities.hpp"
#include "themata/models/hpc/label_odds.hpp"
#include "themata/random/cholesky.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/eigen.hpp"
#include "themata/random/log_concave.hpp"
#include "themata/random/wishart.hpp"

namespace themata::hpc {

namespace {

using Eigen::Index;
using hmc::Matrix;
using hmc::Vector;
using VectorView = Eigen::Map<Vector>;
using ConstVectorView = Eigen::Map<const Vector>;

constexpr std::uint64_t covariance_stream = 3;  // of Purpose::hyper; hyperparameters.cpp has others

Index n_topics_of(const State& state) { return static_cast<Index>(state.hyper.eta.size()); }

ConstVectorView eta_of(const State& state) { return {state.hyper.eta.data(), n_topics_of(state)}; }

VectorView all_of(State& state, std::size_t d) {
  const auto n = state.hyper.eta.size();
  return {state.all_affinities.data() + d * n, static_cast<Index>(n)};
}

ConstVectorView all_of(const State& state, std::size_t d) {
  const auto n = state.hyper.eta.size();
  return {state.all_affinities.data() + d * n, static_cast<Index>(n)};
}

Vector draw_normals(Stream& stream, Index n) {
  Vector z(n);
  for (Index i = 0; i < n; ++i) z[i] = draw_normal(stream);
  return z;
}

}  // namespace

Matrix covariance_of(const Hyperparameters& hyper) {
  const auto n = static_cast<Index>(hyper.eta.size());
  return Eigen::Map<const Matrix>(hyper.covariance.data(), n, n);
}

Matrix inverse_of(const Matrix& covariance) {
  const Matrix inverse = Cholesky(covariance).inverse();
  return (inverse + inverse.transpose()) / 2;
}

void set_covariance(Hyperparameters& hyper, const Matrix& covariance) {
  const Matrix symmetric = (covariance + covariance.transpose()) / 2;
  hyper.covariance.assign(symmetric.data(), symmetric.data() + symmetric.size());
  double logs = 0;
  for (Index k = 0; k < symmetric.rows(); ++k) logs += portable_log(symmetric(k, k)) / 2;
  hyper.lambda = portable_exp(logs / static_cast<double>(symmetric.rows()));
}

double draw_affinity_of_absent(Stream& stream, double mean, double deviation) {
  return -draw_affinity_of_label(stream, -mean, deviation);
}

namespace {

/// Draws all affinities of a document. Keeps `pull`, the product of the precision matrix and xi - eta.
class AllAffinities {
 public:
  AllAffinities(State& state, const Context& context, const Matrix& precision, std::size_t d)
      : state_(state),
        precision_(precision),
        labels_(state.labels.of(d)),
        xi_(all_of(state, d)),
        pull_(precision * (xi_ - eta_of(state))),
        stream_(context.stream(Purpose::affinity, d)),
        document_{state.lengths[d], static_cast<double>(context.corpus.length(state.share.here(d)))} {}

  /// Shifts those of present labels together, on which topic proportions do not depend.
  void draw_level() {
    double precision = 0, slope = 0;
    for (const Topic j : labels_) {
      slope -= pull_[j];
      for (const Topic k : labels_) precision += precision_(j, k);
    }
    const double shift = draw_log_concave(stream_, 0, [&](double x) {
      LogDensityAt sum{slope * x - precision * x * x / 2, slope - precision * x, -precision};
      for (const Topic k : labels_) add_label(xi_[k] + x, sum);
      return sum;
    });
    for (const Topic k : labels_) move(k, xi_[k] + shift);
  }

  /// @param counts  numbers of tokens, by present label
  void draw_each(std::span<const double> counts) {
    std::vector<double> behind(labels_.size() + 1), behind_expected(labels_.size() + 1);
    for (std::size_t j = labels_.size(); j-- > 0;) {
      const double e = portable_exp(xi_[labels_[j]]);
      behind[j] = behind[j + 1] + e;
      behind_expected[j] = behind_expected[j + 1] + e * state_.totals[labels_[j]];
    }
    double before = 0, before_expected = 0;
    std::size_t j = 0;
    for (Index k = 0; k < xi_.size(); ++k) {
      const bool present = j < labels_.size() && labels_[j] == k;
      const double mean = xi_[k] - pull_[k] / precision_(k, k), deviation = 1 / std::sqrt(precision_(k, k));
      if (!present) {
        move(k, draw_affinity_of_absent(stream_, mean, deviation));
        continue;
      }
      const double total = state_.totals[labels_[j]];
      if (labels_.size() == 1)
        move(k, draw_affinity_of_label(stream_, mean, deviation));
      else
        move(k, draw_shared_affinity(stream_, xi_[k],
                                     {document_, counts[j], total, before + behind[j + 1],
                                      before_expected + behind_expected[j + 1]},
                                     {mean, precision_(k, k)}, Labeling::tree));
      const double e = portable_exp(xi_[k]);
      before += e;
      before_expected += e * total;
      ++j;
    }
  }

 private:
  void move(Index k, double x) {
    pull_ += (x - xi_[k]) * precision_.col(k);
    xi_[k] = x;
  }

  const State& state_;
  const Matrix& precision_;
  std::span<const Topic> labels_;
  VectorView xi_;
  Vector pull_;
  Stream stream_;
  DocumentSize document_;
};

}  // namespace

void copy_present(State& state) {
  for (std::size_t d = 0; d < state.labels.n_documents(); ++d) {
    const auto all = all_of(state, d);
    const auto labels = state.labels.of(d);
    for (std::size_t j = 0; j < labels.size(); ++j)
      state.affinities[state.labels.begin[d] + j] = all[labels[j]];
  }
}

void draw_correlated_affinities(State& state, const Context& context) {
  constexpr std::size_t at_once = 16;  // of which each takes long
  const Matrix precision = inverse_of(covariance_of(state.hyper));
  const Share& share = state.share;
  share.for_documents(context.pool, context.corpus, at_once, [&](std::size_t first, std::size_t last) {
    std::vector<double> counts;
    for (std::size_t d = first; d < last; ++d) {
      AllAffinities document(state, context, precision, d);
      document.draw_level();
      count_labels(state, context.corpus, d, counts);
      document.draw_each(counts);
    }
  });
  const std::size_t topics = state.hyper.eta.size();
  share.complete(state.all_affinities, share.begin_of_documents([&](std::size_t d) { return d * topics; }));
  copy_present(state);
}

namespace {

/// Whether a document with these affinities gets no label.
bool draw_has_no_label(const Vector& xi, Stream& stream) {
  double left = portable_log(stream.uniform());
  for (const double x : xi)
    if ((left += log_one_plus_exp(x)) > 0) return false;
  return true;
}

/// Number, sum and sum of squares and products of affinities.
struct Scatter {
  double n = 0;
  Vector sum;
  Matrix products;

  explicit Scatter(Index topics) : sum(Vector::Zero(topics)), products(Matrix::Zero(topics, topics)) {}

  /// @param rows  one column of K numbers per document
  void add(const Eigen::Ref<const Matrix>& rows, Pool& pool) {
    constexpr Index columns_at_once = 64;
    const auto blocks = static_cast<std::size_t>((sum.size() + columns_at_once - 1) / columns_at_once);
    n += static_cast<double>(rows.cols());
    sum += rows.rowwise().sum();
    pool.for_each(blocks, [&](std::size_t block) {
      const Index first = static_cast<Index>(block) * columns_at_once,
                  width = std::min(columns_at_once, sum.size() - first);
      products.middleCols(first, width) += rows * rows.middleRows(first, width).transpose();
    });
  }
  Matrix around(const Vector& eta) const {
    return products - sum * eta.transpose() - eta * sum.transpose() + n * eta * eta.transpose();
  }
};

/// The affinities of the documents without labels that come before one with labels, K numbers each.
std::vector<double> draw_unlabeled(const Vector& eta, const Matrix& root, Stream stream) {
  std::vector<double> found;
  for (;;) {
    const Vector xi = eta + root * draw_normals(stream, eta.size());
    if (!draw_has_no_label(xi, stream)) return found;
    found.insert(found.end(), xi.begin(), xi.end());
  }
}

/// Those of all documents.
std::vector<double> draw_unlabeled(const State& state, const Context& context) {
  const Matrix root = Cholesky(covariance_of(state.hyper)).lower();
  const Vector eta = eta_of(state);
  std::vector<std::vector<double>> found(state.labels.n_documents());
  context.pool.for_each(found.size(), [&](std::size_t d) {
    found[d] = draw_unlabeled(eta, root, context.stream(Purpose::unlabeled, d));
  });
  std::vector<double> all;
  for (const std::vector<double>& list : found) all.insert(all.end(), list.begin(), list.end());
  return all;
}

/// Draws a given Sigma, and returns the scale matrix of Sigma's prior. @param inverse_diagonal  of Sigma^-1
Vector draw_prior_scale(const Vector& inverse_diagonal, double scale, Stream& stream) {
  const auto n = static_cast<double>(inverse_diagonal.size());
  Vector result(inverse_diagonal.size());
  for (Index k = 0; k < result.size(); ++k)
    result[k] = 2 * covariance_freedom *
                draw_gamma(stream, (covariance_freedom + n) / 2,
                           covariance_freedom * inverse_diagonal[k] + 1 / (scale * scale));
  return result;
}

}  // namespace

void draw_correlated_hyperparameters(State& state, const HyperPriors& priors, const Context& context) {
  Hyperparameters& hyper = state.hyper;
  const Index topics = n_topics_of(state);
  Scatter scatter(topics);
  const auto documents = static_cast<Index>(state.labels.n_documents());
  scatter.add(Eigen::Map<const Matrix>(state.all_affinities.data(), topics, documents), context.pool);
  const std::vector<double> unlabeled = draw_unlabeled(state, context);
  const auto n_unlabeled = static_cast<Index>(unlabeled.size()) / topics;
  if (n_unlabeled > 0)
    scatter.add(Eigen::Map<const Matrix>(unlabeled.data(), topics, n_unlabeled), context.pool);
  Stream stream = context.stream(Purpose::hyper, covariance_stream);
  const Vector scale =
      draw_prior_scale(inverse_of(covariance_of(hyper)).diagonal(), priors.lambda_scale, stream);
  Matrix sum = scatter.around(eta_of(state));
  sum.diagonal() += scale;
  set_covariance(hyper, draw_inverse_wishart(
                            stream, covariance_freedom + static_cast<double>(topics) - 1 + scatter.n, sum));
  const Matrix precision = inverse_of(covariance_of(hyper));
  Matrix of_eta = scatter.n * precision;
  of_eta.diagonal().array() += 1 / (priors.eta_deviation * priors.eta_deviation);
  const Cholesky root(of_eta);
  const Vector eta = root.solve(precision * scatter.sum) + root.solve_upper(draw_normals(stream, topics));
  hyper.eta.assign(eta.begin(), eta.end());
  draw_correlated_scale(state, unlabeled, priors, context);
}

double log_density_of_correlated(const State& state) {
  const Cholesky root(covariance_of(state.hyper));
  const Matrix lower = root.lower();
  double log_root = 0;
  for (Index k = 0; k < lower.rows(); ++k) log_root += portable_log(lower(k, k)) + log_root_two_pi;
  double sum = 0;
  for (std::size_t d = 0; d < state.labels.n_documents(); ++d) {
    const auto xi = all_of(state, d);
    const Vector z = root.solve_lower(xi - eta_of(state));
    sum -= z.squaredNorm() / 2 + log_root;
    for (const double x : xi) sum -= log_one_plus_exp(x);
    for (const Topic k : state.labels.of(d)) sum += xi[k];
  }
  return sum;
}

void draw_covariance(Hyperparameters& hyper, const HyperPriors& priors, Stream& stream) {
  const auto topics = static_cast<Index>(hyper.eta.size());
  Matrix scale = Matrix::Zero(topics, topics);
  for (Index k = 0; k < topics; ++k)
    scale(k, k) =
        2 * covariance_freedom * draw_gamma(stream, 0.5, 1 / (priors.lambda_scale * priors.lambda_scale));
  set_covariance(hyper,
                 draw_inverse_wishart(stream, covariance_freedom + static_cast<double>(topics) - 1, scale));
}

void draw_correlated_documents(State& state, std::size_t n_documents, Stream& stream) {
  const Matrix root = Cholesky(covariance_of(state.hyper)).lower();
  const Vector eta = eta_of(state);
  while (state.labels.n_documents() < n_documents) {
    const Vector xi = eta + root * draw_normals(stream, eta.size());
    std::vector<Topic> labels;
    for (Index k = 0; k < xi.size(); ++k)
      if (stream.uniform() < 1 / (1 + portable_exp(-xi[k]))) labels.push_back(static_cast<Topic>(k));
    if (labels.empty()) continue;
    for (const Topic k : labels) state.affinities.push_back(xi[k]);
    state.labels.topics.insert(state.labels.topics.end(), labels.begin(), labels.end());
    state.labels.begin.push_back(state.labels.topics.size());
    state.all_affinities.insert(state.all_affinities.end(), xi.begin(), xi.end());
  }
}

void start_correlated(State& state) {
  Hyperparameters& hyper = state.hyper;
  const std::size_t documents = state.labels.n_documents(), topics = hyper.eta.size();
  std::vector<double> counts(topics, 0.0);
  for (const Topic k : state.labels.topics) ++counts[k];
  constexpr double deviation = 2.5;  // E logistic(x) is near logistic(mean / flatter)
  const double flatter = std::sqrt(1 + 3.14159265358979 / 8 * deviation * deviation);
  for (std::size_t k = 0; k < topics; ++k)
    hyper.eta[k] =
        flatter * portable_log((counts[k] + 0.5) / (static_cast<double>(documents) - counts[k] + 0.5));
  const auto n = static_cast<Index>(topics);
  set_covariance(hyper, deviation * deviation * Matrix::Identity(n, n));
  state.all_affinities.clear();
  for (std::size_t d = 0; d < documents; ++d) {
    state.all_affinities.insert(state.all_affinities.end(), hyper.eta.begin(), hyper.eta.end());
    auto all = all_of(state, d);
    for (const Topic k : state.labels.of(d)) all[k] = std::max(all[k], 0.0);
  }
  copy_present(state);
}

double size_of_correlations(const Hyperparameters& hyper) {
  const Matrix covariance = covariance_of(hyper);
  const Vector inverse = covariance.diagonal().cwiseSqrt().cwiseInverse();
  const Matrix correlations = inverse.asDiagonal() * covariance * inverse.asDiagonal();
  const auto n = static_cast<double>(covariance.rows());
  return n > 1 ? std::sqrt(std::max(0.0, correlations.squaredNorm() - n) / (n * (n - 1))) : 0;
}

}  // namespace themata::hpc
