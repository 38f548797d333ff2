#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/kernel.hpp"
#include "themata/corpus/corpus.hpp"
#include "themata/hmc/tally.hpp"
#include "themata/io/scratch.hpp"
#include "themata/models/hpc/labeling.hpp"
#include "themata/models/hpc/share.hpp"
#include "themata/models/hpc/tree.hpp"

/// Hierarchical Poisson convolution (Airoldi and Bischof 2016): documents with labels from a tree of topics.
///   mu_v,corpus ~ N(psi, gamma^2),  mu_vk ~ N(mu_v,parent(k), tau^2_v,parent(k)),
///   tau^2 ~ scaled Inv-chi^2(nu, sigma^2)
///   xi_dk ~ N(eta_k, lambda^2),     d has label k with probability logistic(xi_dk), given that it has one
///   w_vd ~ Poisson(l_d sum_k theta_dk e^mu_vk),  theta_d = softmax of xi_d over the labels of d
/// Without labels (PCM, section 4.6.1) a document has all topics, and the tree is flat. Counts are split over
/// topics, token by token, so that given the split every log rate has a one-dimensional density; affinities
/// of labels that a document lacks are integrated out. The hyperpriors are proper: the paper's flat ones are
/// not (docs/theory/hpc.md).
namespace themata::hpc {

using Topic = std::uint16_t;

/// Topics of documents, concatenated.
struct Labels {
  std::vector<std::uint64_t> begin{0};  ///< D + 1
  std::vector<Topic> topics;            ///< ascending within a document

  std::size_t n_documents() const { return begin.size() - 1; }
  std::span<const Topic> of(std::size_t d) const {
    return std::span(topics).subspan(begin[d], begin[d + 1] - begin[d]);
  }
};

/// Hyperparameters: the distributions of log rates, their variances, and affinities.
struct Hyperparameters {
  double psi = 0;                       ///< mean of the corpus's log rates
  double gamma = 1;                     ///< their standard deviation
  double nu = 10;                       ///< degrees of freedom of tau^2
  double sigma = 0.5;                   ///< its scale, a standard deviation
  double lambda = 1;                    ///< standard deviation of affinities
  std::vector<double> eta;              ///< K: their means
  std::vector<double> covariance = {};  ///< K x K: Sigma of correlated affinities; empty without
};

/// Priors of the hyperparameters: psi and eta normal around 0, the three standard deviations half-t with 4
/// degrees of freedom, nu Gamma(shape 2, rate) above 1; lambda below 54.
struct HyperPriors {
  double psi_deviation = 10, gamma_scale = 2.5, sigma_scale = 1, lambda_scale = 2.5, eta_deviation = 10;
  double nu_rate = 0.1;
};

struct State {
  LargeVector<Topic> topics;              ///< N: of every token here, in the corpus's order; sampled
  std::vector<float> log_rates;           ///< V x (K + 1): mu, the corpus's last; sampled
  std::vector<float> variances;           ///< V x branches of the tree: tau^2; sampled
  std::vector<double> affinities;         ///< parallel to labels.topics: xi of the documents' labels; sampled
  std::vector<double> all_affinities;     ///< D x K: xi of all labels if correlated, else empty; sampled
  Hyperparameters hyper;                  ///< sampled
  Labels labels;                          ///< data; all topics if documents have no labels
  std::vector<double> lengths;            ///< D: l_d, a document's tokens divided by the mean; data
  std::vector<std::int32_t> word_topics;  ///< V x K: n_vk
  std::vector<float> rates;               ///< V x K: e^mu
  std::vector<double> totals;             ///< K: sum of e^mu_vk over v
  hmc::Tally rate_moves, affinity_moves;  ///< of the last sweep, by HMC
  Share share;                            ///< the documents whose tokens this process has
};

/// The saved part of a state.
struct Saved {
  LargeVector<Topic> topics;
  std::vector<float> log_rates, variances;
  std::vector<double> affinities, all_affinities;
  Hyperparameters hyper;
};

struct Settings {
  Tree tree;
  Labeling labeling = Labeling::tree;
  bool hmc = false;         ///< the paper's sampler instead of the split one
  bool correlated = false;  ///< affinities have any covariance (hpc/correlated.hpp); not by HMC, not for PCM
  Labels labels;            ///< of every document, at least one; none for PCM
  HyperPriors priors;
  std::vector<double> lengths;  ///< l_d; if empty: from the corpus
  Share share;                  ///< of several ranks, with spread()
};

/// Settings of a chain that several ranks sample. Not by HMC. @param corpus  all documents
Settings spread(Settings settings, const Corpus& corpus, const Communicator& ranks);

/// Satisfies the concept for chains and exactness tests (chain/model.hpp). Where several ranks sample the
/// chain, `corpus` has the documents of this one's share, and all ranks call the same functions in the same
/// order.
class Model {
 public:
  using State = hpc::State;
  explicit Model(Settings settings) : settings_(std::move(settings)) {}

  State init(const Corpus& corpus, Key key, Pool& pool) const;
  /// The state of `saved`. @throws std::logic_error if it does not fit the corpus and the settings
  State restore(const Corpus& corpus, Saved saved, Pool& pool) const;
  /// Draws everything except the tokens, of which there are none. Labels are drawn too, repeatedly until each
  /// document has one. @param corpus  for its numbers of documents and word types
  State sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const;
  Kernels<State> kernels() const;
  /// log p(w, z, mu, tau^2, xi of present labels, labels, hyperparameters | lengths), with the stored
  /// hyperparameters.
  double log_joint(const State& state, const Corpus& corpus, Pool& pool) const;
  /// The terms of log p(w, z | mu, xi) that depend on the rates: sum n_vk mu_vk - sum_k (exposure of topic k)
  /// sum_v e^mu_vk.
  double log_word_part(const State& state, Pool& pool) const;
  void check(const State& state, const Corpus& corpus) const;
  /// Draws the documents' numbers of tokens, D of them, from their Poisson distributions.
  std::vector<std::uint64_t> draw_sizes(const State& state, Stream& stream) const;
  /// Draws the tokens of documents of these sizes, and their topics.
  Corpus draw_tokens(State& state, std::span<const std::uint64_t> sizes, std::uint32_t n_types,
                     Stream& stream, Pool& pool) const;
  Corpus resample_data(State& state, const Corpus& corpus, Stream& stream, Pool& pool) const {
    return draw_tokens(state, draw_sizes(state, stream), corpus.n_types(), stream, pool);
  }
  std::size_t topics_in_use(const State& state) const;
  const Settings& settings() const { return settings_; }
  const Share& share() const { return settings_.share; }

 private:
  State with_data(const Corpus& corpus) const;
  bool has_covariance(const Saved& saved) const;
  void draw_documents(State& state, std::size_t n_documents, Stream& stream) const;

  Settings settings_;
};

}  // namespace themata::hpc
