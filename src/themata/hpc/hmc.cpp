#include "themata/hpc/hmc.hpp"

#include <algorithm>
#include <cmath>

#include "themata/hmc/mode.hpp"
#include "themata/hpc/label_odds.hpp"
#include "themata/hpc/rates.hpp"

namespace themata::hpc {

namespace {

/// Whether e to the power of each number is one; a leap may go anywhere.
bool in_range(const hmc::Vector& x) { return x.allFinite() && x.cwiseAbs().maxCoeff() < 600; }

Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }

/// The documents that have each word type, and how many tokens of it.
struct WordDocuments {
  std::vector<std::uint64_t> begin;
  std::vector<std::uint32_t> documents, counts;

  explicit WordDocuments(const Corpus& corpus) : begin(corpus.n_types() + 1) {
    std::vector<std::uint32_t> last(corpus.n_types(), UINT32_MAX);
    for (std::uint32_t d = 0; d < corpus.n_documents(); ++d)
      for (const std::uint32_t v : corpus.document(d))
        if (std::exchange(last[v], d) != d) ++begin[v + 1];
    for (std::size_t v = 0; v < corpus.n_types(); ++v) begin[v + 1] += begin[v];
    documents.resize(begin.back());
    counts.resize(begin.back());
    std::vector<std::uint64_t> end(begin.begin(), begin.end() - 1);
    last.assign(corpus.n_types(), UINT32_MAX);
    for (std::uint32_t d = 0; d < corpus.n_documents(); ++d)
      for (const std::uint32_t v : corpus.document(d)) {
        if (std::exchange(last[v], d) != d) documents[end[v]++] = d;
        ++counts[end[v] - 1];
      }
  }
  std::span<const std::uint32_t> documents_of(std::size_t v) const {
    return std::span(documents).subspan(begin[v], begin[v + 1] - begin[v]);
  }
  std::span<const std::uint32_t> counts_of(std::size_t v) const {
    return std::span(counts).subspan(begin[v], begin[v + 1] - begin[v]);
  }
};

}  // namespace

WordDensity::WordDensity(const State& state, const Tree& tree, std::span<const double> exposure,
                         const std::vector<std::vector<double>>& shares, WordPlaces places)
    : state_(state), tree_(tree), exposure_(exposure), shares_(shares), places_(places) {}

double WordDensity::operator()(const hmc::Vector& mu, hmc::Vector& gradient) const {
  gradient.setZero(mu.size());
  if (!in_range(mu)) return -INFINITY;
  double sum = 0;
  hmc::Vector rates(mu.size());
  for (std::uint32_t k = 0; k < tree_.topics(); ++k) {
    rates[k] = portable_exp(mu[k]);
    sum -= exposure_[k] * rates[k];
    gradient[k] -= exposure_[k] * rates[k];
  }
  for (std::size_t i = 0; i < places_.documents.size(); ++i) {
    const std::uint32_t d = places_.documents[i];
    const auto labels = state_.labels.of(d);
    double rate = 0;
    for (std::size_t j = 0; j < labels.size(); ++j) rate += shares_[d][j] * rates[labels[j]];
    sum += places_.counts[i] * portable_log(std::max(rate, 1e-300));
    for (std::size_t j = 0; j < labels.size(); ++j)
      gradient[labels[j]] += places_.counts[i] * shares_[d][j] * rates[labels[j]] / std::max(rate, 1e-300);
  }
  for (std::uint32_t node = 0; node < tree_.nodes(); ++node) {
    const bool is_corpus = node == tree_.corpus();
    const double off = mu[node] - (is_corpus ? state_.laws.psi : mu[tree_.parent(node)]),
                 precision = precision_of(node);
    sum -= off * off * precision / 2;
    gradient[node] -= off * precision;
    if (!is_corpus) gradient[tree_.parent(node)] += off * precision;
  }
  return sum;
}

double WordDensity::precision_of(std::uint32_t node) const {
  if (node == tree_.corpus()) return 1 / (state_.laws.gamma * state_.laws.gamma);
  const std::size_t branches = tree_.branch_nodes().size();
  return 1 /
         static_cast<double>(state_.variances[places_.word * branches + tree_.branch(tree_.parent(node))]);
}

hmc::Matrix WordDensity::curvature_of_split(const hmc::Vector& mu) const {
  hmc::Matrix matrix = hmc::Matrix::Zero(mu.size(), mu.size());
  for (std::uint32_t k = 0; k < tree_.topics(); ++k) matrix(k, k) += exposure_[k] * portable_exp(mu[k]);
  for (std::uint32_t node = 0; node < tree_.nodes(); ++node) {
    const double precision = precision_of(node);
    matrix(node, node) += precision;
    if (node == tree_.corpus()) continue;
    const std::uint32_t parent = tree_.parent(node);
    matrix(parent, parent) += precision;
    matrix(node, parent) -= precision;
    matrix(parent, node) -= precision;
  }
  return matrix;
}

hmc::Matrix WordDensity::curvature(const hmc::Vector& mu) const {
  hmc::Matrix matrix = curvature_of_split(mu);
  std::vector<double> parts;
  for (std::size_t i = 0; i < places_.documents.size(); ++i) {
    const std::uint32_t d = places_.documents[i];
    const auto labels = state_.labels.of(d);
    parts.clear();
    double rate = 0;
    for (std::size_t j = 0; j < labels.size(); ++j) {
      parts.push_back(shares_[d][j] * portable_exp(mu[labels[j]]));
      rate += parts.back();
    }
    for (double& part : parts) part /= std::max(rate, 1e-300);
    for (std::size_t j = 0; j < labels.size(); ++j) {
      matrix(labels[j], labels[j]) -= places_.counts[i] * parts[j];
      for (std::size_t h = 0; h < labels.size(); ++h)
        matrix(labels[j], labels[h]) += places_.counts[i] * parts[j] * parts[h];
    }
  }
  return matrix;
}

hmc::Vector WordDensity::start() const {
  double tokens = 0.5, exposure = 1;
  for (const std::uint32_t n : places_.counts) tokens += n;
  for (const double e : exposure_) exposure += e;
  return hmc::Vector::Constant(at(tree_.nodes()), portable_log(tokens / exposure));
}

hmc::Tally move_rates(State& state, const Tree& tree, const Context& context) {
  const std::vector<double> exposure = exposures(state, tree.topics());
  const WordDocuments index(context.corpus);
  std::vector<std::vector<double>> shares(state.labels.n_documents());
  for (std::size_t d = 0; d < shares.size(); ++d) shares[d] = shares_of(state, d);
  constexpr std::size_t words_at_once = 16;
  const std::size_t n_types = context.corpus.n_types();
  std::vector<hmc::Tally> tallies((n_types + words_at_once - 1) / words_at_once);
  context.pool.for_chunks(n_types, words_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      Stream stream = context.stream(Purpose::topic, v);
      const WordDensity density(state, tree, exposure, shares,
                                {v, index.documents_of(v), index.counts_of(v)});
      const hmc::Vector mode = hmc::find_mode(density.start(), density);
      const hmc::Mass mass(density.curvature(mode), density.curvature_of_split(mode));
      float* mu = &state.log_rates[v * tree.nodes()];
      hmc::Vector point = Eigen::Map<Eigen::VectorXf>(mu, at(tree.nodes())).cast<double>();
      tallies[first / words_at_once] += hmc::move(stream, point, mass, {}, density);
      Eigen::Map<Eigen::VectorXf>(mu, at(tree.nodes())) = point.cast<float>();
      draw_variances(state, tree, v, stream);
    }
  });
  set_rates(state, tree, context.pool);
  hmc::Tally all;
  for (const hmc::Tally& tally : tallies) all += tally;
  return all;
}

DocumentDensity::DocumentDensity(const State& state, const Corpus& corpus, std::size_t d, bool labelled)
    : state_(state),
      labels_(state.labels.of(d)),
      words_(corpus.document(d)),
      length_(state.lengths[d]),
      labelled_(labelled) {}

hmc::Vector DocumentDensity::shares(const hmc::Vector& xi) const {
  hmc::Vector shares(xi.size());
  const double top = xi.maxCoeff();
  for (Eigen::Index j = 0; j < xi.size(); ++j) shares[j] = portable_exp(xi[j] - top);
  return shares / shares.sum();
}

hmc::Vector DocumentDensity::parts(const hmc::Vector& shares, std::uint32_t word, double& rate) const {
  hmc::Vector parts(shares.size());
  for (Eigen::Index j = 0; j < parts.size(); ++j)
    parts[j] = shares[j] * state_.rates[word * state_.totals.size() + labels_[static_cast<std::size_t>(j)]];
  rate = std::max(parts.sum(), 1e-300);
  return parts / rate;
}

hmc::Vector DocumentDensity::totals() const {
  hmc::Vector totals(at(labels_.size()));
  for (std::size_t j = 0; j < labels_.size(); ++j) totals[at(j)] = state_.totals[labels_[j]];
  return totals;
}

double DocumentDensity::operator()(const hmc::Vector& xi, hmc::Vector& gradient) const {
  gradient.setZero(xi.size());
  if (!in_range(xi)) return -INFINITY;
  const hmc::Vector theta = shares(xi), of_topics = totals();
  const double expected = theta.dot(of_topics), precision = 1 / (state_.laws.lambda * state_.laws.lambda);
  double sum = -length_ * expected;
  gradient = -length_ * theta.cwiseProduct((of_topics.array() - expected).matrix());
  for (const std::uint32_t v : words_) {
    double rate = 0;
    gradient += parts(theta, v, rate) - theta;
    sum += portable_log(rate);
  }
  for (std::size_t j = 0; j < labels_.size(); ++j) {
    const double x = xi[at(j)], off = x - state_.laws.eta[labels_[j]];
    sum -= off * off * precision / 2;
    gradient[at(j)] -= off * precision;
    if (!labelled_) continue;
    sum -= log_one_plus_exp(-x);
    gradient[at(j)] += 1 / (1 + portable_exp(x));
  }
  return sum;
}

hmc::Matrix DocumentDensity::curvature_of_prior() const {
  return hmc::Matrix::Identity(at(labels_.size()), at(labels_.size())) /
         (state_.laws.lambda * state_.laws.lambda);
}

hmc::Matrix DocumentDensity::curvature(const hmc::Vector& xi) const {
  const hmc::Vector theta = shares(xi), of_topics = totals();
  const double expected = theta.dot(of_topics);
  const hmc::Vector off = (of_topics.array() - expected).matrix();
  const hmc::Matrix square = theta * theta.transpose();
  hmc::Matrix matrix = curvature_of_prior();
  matrix.diagonal() += length_ * theta.cwiseProduct(off);
  matrix -= length_ * (square.cwiseProduct(off.replicate(1, off.size())) +
                       square.cwiseProduct(off.transpose().replicate(off.size(), 1)));
  const auto tokens = static_cast<double>(words_.size());
  matrix.diagonal() += tokens * theta;
  matrix -= tokens * square;
  for (const std::uint32_t v : words_) {
    double rate = 0;
    const hmc::Vector part = parts(theta, v, rate);
    matrix.diagonal() -= part;
    matrix += part * part.transpose();
  }
  for (Eigen::Index j = 0; labelled_ && j < xi.size(); ++j) {
    const double absent = 1 / (1 + portable_exp(xi[j]));
    matrix(j, j) += absent * (1 - absent);
  }
  return matrix;
}

hmc::Vector DocumentDensity::start() const { return hmc::Vector::Zero(at(labels_.size())); }

hmc::Tally move_affinities(State& state, const Context& context, bool labelled) {
  constexpr std::size_t documents_at_once = 16;
  const std::size_t n_documents = context.corpus.n_documents();
  std::vector<hmc::Tally> tallies((n_documents + documents_at_once - 1) / documents_at_once);
  context.pool.for_chunks(n_documents, documents_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t d = first; d < last; ++d) {
      const std::size_t n = state.labels.of(d).size();
      if (n == 0) continue;
      Stream stream = context.stream(Purpose::affinity, d);
      const DocumentDensity density(state, context.corpus, d, labelled);
      const hmc::Vector mode = hmc::find_mode(density.start(), density);
      const hmc::Mass mass(density.curvature(mode), density.curvature_of_prior());
      Eigen::Map<hmc::Vector> xi(&state.affinities[state.labels.begin[d]], at(n));
      hmc::Vector point = xi;
      tallies[first / documents_at_once] += hmc::move(stream, point, mass, {}, density);
      xi = point;
    }
  });
  hmc::Tally all;
  for (const hmc::Tally& tally : tallies) all += tally;
  return all;
}

}  // namespace themata::hpc
