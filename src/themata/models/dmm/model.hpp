#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/kernel.hpp"
#include "themata/models/dmm/prior.hpp"
#include "themata/sampling/state/hyper.hpp"
#include "themata/sampling/state/state.hpp"

/// The Dirichlet-multinomial mixture, of documents that have one topic each (Nigam et al. 2000; Yin & Wang 2014):
///   pi ~ Dir(alpha, ..., alpha) or pi ~ GEM(alpha),  phi_k ~ Dir(beta_.),  z_d ~ pi,  w_di ~ phi_{z_d};
/// pi and phi are integrated out. docs/theory/dmm.md.
namespace themata::dmm {

using sampling::Topic;

struct State {
  /// Of one block; all tokens of a document have its topic. A document without tokens has none: its topic depends on
  /// nothing and nothing depends on it. `prior` is the probability with which a further document takes each topic.
  sampling::State mix;
  double alpha = 0.1;  ///< sampled: prior weight of each topic (finite), concentration (infinite)

  // Derived from the topics and kept in step with them.
  std::vector<std::int64_t> documents;  ///< slots: m_k, documents with tokens of each topic

  /// Slots: which topic stands there, by a number that no other topic has had since the state was made; 0 for none. Of the
  /// infinite form alone: finite topics keep their slots. Nothing is drawn by it, and it is never saved.
  std::vector<std::uint64_t> names;
  std::uint64_t last_name = 0;
};

/// Topics of documents that a chain starts from.
enum class Start {
  sequential,  ///< documents in random order, each drawn given those before it
  uniform      ///< each by itself, uniformly among the first topics
};

struct Settings {
  Form form = Form::finite;
  std::size_t topics = 100;  ///< K of the finite form, 1 to sampling::max_topics
  /// A state of the infinite form that needs more is a ResourceError.
  std::size_t max_topics = sampling::max_topics;
  double alpha = 0.1;  ///< at the start
  double beta = 0.1;   ///< prior weight of each word type, at the start
  bool learn_alpha = false, learn_beta = false;
  sampling::GammaPrior alpha_prior, beta_prior;
  Start start = Start::sequential;
  std::size_t initial_topics = 100;  ///< of the infinite form where the start is uniform
  WordPrior word_prior;              ///< weights alone: topics cannot be told apart beforehand
};

/// What of a state is saved.
struct Saved {
  std::vector<Topic> z;  ///< N: slot of each token, in the corpus's order; the same for all of a document
  double alpha, beta;
};

/// Satisfies the contract that chains and the tests of exactness run on (chain/model.hpp).
class Model {
 public:
  using State = dmm::State;
  /// @throws std::logic_error where topics are seeded, or there are none
  explicit Model(Settings settings);

  State init(const Corpus& corpus, Key key, Pool& pool) const;
  State restore(const Corpus& corpus, Saved saved, Pool& pool) const;
  /// Hyperparameters that are learned from their priors, and z from the prior.
  State sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const;
  Kernels<State> kernels() const;
  /// log p(w, z | alpha, beta); of the infinite form, z stands for its partition of the documents.
  double log_joint(const State& state, const Corpus& corpus, Pool& pool) const;
  double log_word_part(const State& state, Pool& pool) const {
    return sampling::log_word_part(state.mix, pool);
  }
  /// Throws std::logic_error where the state contradicts itself.
  void check(const State& state, const Corpus& corpus) const;
  Corpus resample_data(State& state, const Corpus& corpus, Stream& stream, Pool& pool) const {
    return sampling::resample_words(state.mix, corpus, stream, pool);
  }
  /// Topics that have documents.
  std::size_t topics_in_use(const State& state) const { return sampling::topics_in_use(state.mix); }
  /// Which topics the documents choose from.
  TopicSpace space() const { return {settings_.form, settings_.topics, settings_.max_topics}; }

 private:
  Settings settings_;
};

/// What of a state is saved.
Saved saved_of(const State& state, const Corpus& corpus);

/// Sets `mix.prior` by the documents of each topic (new_document_weights).
void set_prior(State& state, const TopicSpace& space);

/// Says that the topic in a slot is one that has not been before.
void name_anew(State& state, std::size_t slot);

}  // namespace themata::dmm
