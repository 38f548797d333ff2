#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/geweke.hpp"
#include "themata/models/hpc/model.hpp"
#include "themata/models/hpc/short_documents.hpp"

// Hierarchical Poisson convolution as the tests of exactness run it.
namespace themata::testing {

/// The model given that no document is longer than `most` (draw_short).
class ShortHpc {
 public:
  using State = hpc::State;
  ShortHpc(hpc::Settings settings, std::uint64_t most) : model_(std::move(settings)), most_(most) {}

  State sample_prior(const Corpus& shape, Stream& stream, Pool& pool) const {
    hpc::SizedState drawn = hpc::draw_short(model_, shape, {0, most_}, stream, pool);
    sizes_ = std::move(drawn.sizes);
    return std::move(drawn.state);
  }
  /// Of the state that sample_prior made last: its sizes are part of the draw.
  Corpus resample_data(State& state, const Corpus& shape, Stream& stream, Pool& pool) const {
    return model_.draw_tokens(state, sizes_, shape.n_types(), stream, pool);
  }
  Kernels<State> kernels() const { return model_.kernels(); }
  const hpc::Model& model() const { return model_; }

 private:
  hpc::Model model_;
  std::uint64_t most_;
  mutable std::vector<std::uint64_t> sizes_;
};

/// Documents of three word types; how many tokens they have is drawn.
inline Corpus hpc_shape(std::size_t documents) {
  return Problem{std::vector<std::vector<std::uint32_t>>(documents, {0}), 3}.corpus();
}

/// Topics 0 and 1 under topic 2, topic 3 alone under topic 4.
inline hpc::Tree small_tree() { return hpc::Tree({2, 2, 5, 4, 5}); }

inline hpc::HyperPriors tight_priors() {
  hpc::HyperPriors priors;
  priors.psi_deviation = 0.7;
  priors.gamma_scale = 0.5;
  priors.sigma_scale = 0.5;
  priors.lambda_scale = 1;
  priors.eta_deviation = 1;
  priors.nu_rate = 0.5;
  return priors;
}

/// Of correlated affinities: what Sigma and the affinities of absent labels show.
inline void add_correlated_statistics(Statistics& all, const hpc::State& state) {
  const std::size_t topics = state.hyper.eta.size();
  const std::vector<double>& covariance = state.hyper.covariance;
  const auto at = [&](std::size_t i, std::size_t j) { return covariance[i * topics + j]; };
  double logs = 0, correlations = 0, absent = 0, products = 0;
  for (std::size_t i = 0; i < topics; ++i) {
    logs += std::log(at(i, i));
    for (std::size_t j = 0; j < i; ++j) correlations += at(i, j) / std::sqrt(at(i, i) * at(j, j));
  }
  for (std::size_t d = 0; d < state.labels.n_documents(); ++d)
    for (std::size_t k = 0; k < topics; ++k) {
      const double xi = state.all_affinities[d * topics + k];
      if (std::ranges::find(state.labels.of(d), k) == state.labels.of(d).end()) absent += std::tanh(xi);
      if (k > 0) products += std::tanh(xi) * std::tanh(state.all_affinities[d * topics + k - 1]);
    }
  all.emplace_back("log of the first variance", std::log(at(0, 0)));
  all.emplace_back("log variances", logs);
  all.emplace_back("correlations", correlations);
  all.emplace_back("correlation of the first two",
                   topics > 1 ? at(0, 1) / std::sqrt(at(0, 0) * at(1, 1)) : 0);
  all.emplace_back("xi of absent labels", absent);
  all.emplace_back("products of xi", products);
}

/// What tells states of the model apart. Heavy tails are held in: of a variance its logarithm, of a product a
/// bounded function.
inline Statistics hpc_statistics(const hpc::Model& model, const hpc::State& state, const Corpus& corpus) {
  model.check(state, corpus);
  const hpc::Tree& tree = model.settings().tree;
  Statistics all{{"psi", state.hyper.psi},
                 {"log gamma", std::log(state.hyper.gamma)},
                 {"log nu", std::log(state.hyper.nu)},
                 {"log sigma", std::log(state.hyper.sigma)},
                 {"log lambda", std::log(state.hyper.lambda)},
                 {"eta", std::accumulate(state.hyper.eta.begin(), state.hyper.eta.end(), 0.0)},
                 {"eta of the first", state.hyper.eta.front()}};
  double xi = 0, squares = 0, off = 0;
  for (std::size_t i = 0; i < state.affinities.size(); ++i) {
    const double z = (state.affinities[i] - state.hyper.eta[state.labels.topics[i]]) / state.hyper.lambda;
    xi += std::tanh(state.affinities[i]);
    squares += std::tanh(z) * std::tanh(z);
    off += std::tanh(z);
  }
  all.emplace_back("xi", xi);
  all.emplace_back("xi in deviations", off);
  all.emplace_back("their squares", squares);
  for (std::uint32_t node = 0; node < tree.nodes(); ++node) {
    double sum = 0;
    for (std::size_t i = node; i < state.log_rates.size(); i += tree.nodes())
      sum += std::tanh(state.log_rates[i]);
    all.emplace_back("mu of node " + std::to_string(node), sum);
  }
  double logs = 0;
  for (const float x : state.variances) logs += std::log(x);
  all.emplace_back("log tau^2", logs);
  double from_parents = 0;
  for (std::uint32_t k = 0; k < tree.topics(); ++k)
    for (std::size_t v = 0; v < corpus.n_types(); ++v) {
      const float* mu = &state.log_rates[v * tree.nodes()];
      const std::uint32_t parent = tree.parent(k);
      const double variance = state.variances[v * tree.branch_nodes().size() + tree.branch(parent)];
      from_parents += std::tanh((mu[k] - mu[parent]) / std::sqrt(variance));
    }
  all.emplace_back("mu from parents, in deviations", from_parents);
  double same = 0, by_rate = 0;
  for (std::size_t i = 0; i < state.topics.size(); ++i) {
    same += state.topics[i] == state.topics.front() ? 1 : 0;
    by_rate += std::tanh(state.log_rates[corpus.tokens()[i] * std::size_t{tree.nodes()} + state.topics[i]]);
  }
  all.emplace_back("tokens of the first's topic", same);
  all.emplace_back("rates of tokens", by_rate);
  const hpc::Labels& labels = state.labels;
  double share = 0;  // of the affinity of a document's first label, where it has more
  for (std::size_t d = 0; d < labels.n_documents(); ++d)
    if (labels.of(d).size() > 1)
      for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i)
        share +=
            (state.topics[i] == labels.of(d).front() ? 1 : -1) * std::tanh(state.affinities[labels.begin[d]]);
  all.emplace_back("affinity of the tokens' label", share);
  if (!state.hyper.covariance.empty()) add_correlated_statistics(all, state);
  return all;
}

}  // namespace themata::testing
