#include "themata/models/hpc/hmc.hpp"

#include <algorithm>
#include <cmath>

#include "themata/hmc/mode.hpp"
#include "themata/models/hpc/leap_range.hpp"
#include "themata/models/hpc/rates.hpp"

namespace themata::hpc {

namespace {

Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }

/// For each word type, the documents that have it and their numbers of tokens.
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
  if (!in_leap_range(mu)) return -INFINITY;
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
    const double off = mu[node] - (is_corpus ? state_.hyper.psi : mu[tree_.parent(node)]),
                 precision = precision_of(node);
    sum -= off * off * precision / 2;
    gradient[node] -= off * precision;
    if (!is_corpus) gradient[tree_.parent(node)] += off * precision;
  }
  return sum;
}

double WordDensity::precision_of(std::uint32_t node) const {
  if (node == tree_.corpus()) return 1 / (state_.hyper.gamma * state_.hyper.gamma);
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

DocumentData document_data(const State& state, const Corpus& corpus, std::size_t d, Labeling labeling) {
  const auto labels = state.labels.of(d);
  const WordCounts found(corpus.document(d));
  DocumentData data;
  data.rates.resize(at(found.words.size()), at(labels.size()));
  data.counts.resize(at(found.words.size()));
  data.totals.resize(at(labels.size()));
  data.eta.resize(at(labels.size()));
  for (std::size_t j = 0; j < labels.size(); ++j) {
    data.totals[at(j)] = state.totals[labels[j]];
    data.eta[at(j)] = state.hyper.eta[labels[j]];
    for (std::size_t w = 0; w < found.words.size(); ++w)
      data.rates(at(w), at(j)) = state.rates[found.words[w] * state.totals.size() + labels[j]];
  }
  for (std::size_t w = 0; w < found.words.size(); ++w) data.counts[at(w)] = found.counts[w];
  data.length = state.lengths[d];
  data.lambda = state.hyper.lambda;
  data.labeling = labeling;
  return data;
}

hmc::Tally move_affinities(State& state, const Context& context, Labeling labeling) {
  constexpr std::size_t documents_at_once = 16;
  const std::size_t n_documents = context.corpus.n_documents();
  std::vector<hmc::Tally> tallies((n_documents + documents_at_once - 1) / documents_at_once);
  context.pool.for_chunks(n_documents, documents_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t d = first; d < last; ++d) {
      const std::size_t n = state.labels.of(d).size();
      if (n == 0) continue;
      Stream stream = context.stream(Purpose::affinity, d);
      const DocumentDensity density(document_data(state, context.corpus, d, labeling));
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
