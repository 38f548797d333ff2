#pragma once

#include <cstdint>
#include <vector>

#include "themata/sampling/scans/sampler.hpp"
#include "themata/sampling/state/hyper.hpp"
#include "themata/sampling/state/start.hpp"
#include "themata/sampling/state/state.hpp"

/// Latent Dirichlet allocation (Blei, Ng & Jordan 2003):
///   theta_d ~ Dir(alpha),  phi_k ~ Dir(beta_k),  z_di ~ theta_d,  w_di ~ phi_{z_di};
/// theta is always integrated out, Phi depending on the sampler. beta_kv may have weights by word type and
/// seeds by topic, and a document may be restricted to some topics, as labeled LDA (Ramage et al. 2009)
/// restricts it to its labels. docs/theory/lda.md.
namespace themata::lda {

struct State {
  sampling::State mix;
  std::vector<double> alpha;  ///< K, sampled: prior weight of each topic
};

enum class LearnAlpha { no, symmetric, asymmetric };

/// Inputs of a model other than numbers.
struct Given {
  std::vector<double> alpha_weights;  ///< K, alpha_k = alpha weight_k at the start; empty for 1 each
  WordPrior word_prior;
  sampling::AllowedTopics allowed;
};

struct Settings {
  std::size_t topics = 100;  ///< K, 1 to sampling::max_topics
  double alpha = 0.1;        ///< initial prior weight of a topic with weight 1
  double beta = 0.01;        ///< initial prior weight of a word type
  LearnAlpha learn_alpha = LearnAlpha::no;
  bool learn_beta = false;
  sampling::GammaPrior alpha_prior, beta_prior;
  sampling::SamplerChoice sampler;
  std::uint32_t blocks = 1;  ///< P
  double pi = 1;  ///< probability that a word type is active in a topic; below 1 with spike and slab
  sampling::Start start = sampling::Start::documents;  ///< by tokens if topics are tied to documents or words
  /// The first sweeps, in which hyperparameters are held: topics that have not separated yet would draw them
  /// to where topics stay alike.
  std::uint64_t start_sweeps = 0;
  Given given;
  /// Where several ranks sample the chain: what this one holds.
  sampling::Share share = {};
};

/// Satisfies the concept for chains and exactness tests (chain/model.hpp).
class Model {
 public:
  using State = lda::State;
  explicit Model(Settings settings);

  const sampling::Share& share() const { return settings_.share; }

  /// Topics by `start`, among those that a document may use; tokens of seeded words by their prior.
  State init(const Corpus& corpus, Key key, Pool& pool) const;
  /// A state with these topics (one slot per token, in the corpus's order) and hyperparameters.
  State restore(const Corpus& corpus, std::span<const sampling::Topic> z, std::vector<double> alpha,
                double beta, Pool& pool) const;
  /// Draws the learned hyperparameters from their priors, and z from its prior given the documents' lengths.
  State sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const;
  Kernels<State> kernels() const;
  /// log p(w, z | alpha, beta) (docs/notation.md, "LDA trace").
  double log_joint(const State& state, const Corpus& corpus, Pool& pool) const {
    return sampling::log_joint(state.mix, corpus, pool);
  }
  double log_word_part(const State& state, Pool& pool) const {
    return sampling::log_word_part(state.mix, pool);
  }
  /// Throws std::logic_error if the state is inconsistent.
  void check(const State& state, const Corpus& corpus) const;
  Corpus resample_data(State& state, const Corpus& corpus, Stream& stream, Pool& pool) const {
    return sampling::resample_words(state.mix, corpus, stream, pool);
  }
  /// Number of topics that have tokens.
  std::size_t topics_in_use(const State& state) const { return sampling::topics_in_use(state.mix); }

 private:
  Settings settings_;
};

}  // namespace themata::lda
