#pragma once

#include <cstdint>
#include <vector>

#include "themata/admixture/hyper.hpp"
#include "themata/admixture/sampler.hpp"
#include "themata/admixture/start.hpp"
#include "themata/admixture/state.hpp"

/// Latent Dirichlet allocation (Blei, Ng & Jordan 2003):
///   theta_d ~ Dir(alpha),  phi_k ~ Dir(beta_k),  z_di ~ theta_d,  w_di ~ phi_{z_di};
/// theta is integrated out always, Phi as the sampler has it. beta_kv may have weights a word type and seeds a topic, and
/// a document may be held to some topics, as labelled LDA (Ramage et al. 2009) holds it to its labels.
/// docs/theory/lda.md.
namespace themata::lda {

struct State {
  admixture::State mix;
  std::vector<double> alpha;  ///< K, sampled: prior weight of each topic
};

enum class LearnAlpha { no, symmetric, asymmetric };

/// What a model is told beside its numbers.
struct Given {
  std::vector<double> alpha_weights;  ///< K, alpha_k = alpha weight_k at the start; none for 1 each
  WordPrior word_prior;
  admixture::AllowedTopics allowed;
};

struct Settings {
  std::size_t topics = 100;  ///< K, 1 to admixture::max_topics
  double alpha = 0.1;        ///< prior weight of a topic whose own weight is 1, at the start
  double beta = 0.01;        ///< prior weight a word type, at the start
  LearnAlpha learn_alpha = LearnAlpha::no;
  bool learn_beta = false;
  admixture::GammaPrior alpha_prior, beta_prior;
  admixture::SamplerChoice sampler;
  std::uint32_t blocks = 1;  ///< P
  double pi = 1;  ///< probability that a word type is active in a topic, below 1 with spike and slab
  admixture::Start start =
      admixture::Start::documents;  ///< by tokens where topics are tied to documents or words
  Given given;
};

/// Satisfies the contract that chains and the tests of exactness run on (chain/model.hpp).
class Model {
 public:
  using State = lda::State;
  explicit Model(Settings settings);

  /// Topics as `start` has them, among those that a document may use; tokens of seeded words by their prior.
  State init(const Corpus& corpus, Key key, Pool& pool) const;
  /// A state with these topics (a lane a token, in the corpus's order) and hyperparameters.
  State restore(const Corpus& corpus, std::span<const admixture::Topic> z, std::vector<double> alpha,
                double beta, Pool& pool) const;
  /// Hyperparameters that are learned from their priors, and z from the prior given the documents' lengths.
  State sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const;
  Kernels<State> kernels() const;
  /// log p(w, z | alpha, beta) (docs/notation.md, "LDA trace").
  double log_joint(const State& state, const Corpus& corpus, Pool& pool) const {
    return admixture::log_joint(state.mix, corpus, pool);
  }
  double log_word_part(const State& state, Pool& pool) const {
    return admixture::log_word_part(state.mix, pool);
  }
  /// Throws std::logic_error where the state contradicts itself.
  void check(const State& state, const Corpus& corpus) const;
  Corpus resample_data(State& state, const Corpus& corpus, Stream& stream, Pool& pool) const {
    return admixture::resample_words(state.mix, corpus, stream, pool);
  }
  /// Topics that have tokens.
  std::size_t topics_in_use(const State& state) const { return admixture::topics_in_use(state.mix); }

 private:
  Settings settings_;
};

}  // namespace themata::lda
