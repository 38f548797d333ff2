#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/kernel.hpp"
#include "themata/models/dmm/prior.hpp"
#include "themata/sampling/state/hyper.hpp"
#include "themata/sampling/state/state.hpp"

/// The Dirichlet-multinomial mixture: each document has one topic (Nigam et al. 2000; Yin & Wang 2014).
///   pi ~ Dir(alpha, ..., alpha) or pi ~ GEM(alpha),  phi_k ~ Dir(beta_.),  z_d ~ pi,  w_di ~ phi_{z_d};
/// pi and phi are integrated out. docs/theory/dmm.md.
namespace themata::dmm {

using sampling::Topic;

struct State {
  /// With one block; all tokens of a document have its topic. A document without tokens has no topic: nothing
  /// would depend on it. `prior` is the probability with which a further document takes each topic.
  sampling::State mix;
  double alpha = 0.1;  ///< sampled: prior weight of each topic (finite), concentration (infinite)

  // Derived from the topics and kept in step with them.
  std::vector<std::int64_t> documents;  ///< slots: m_k, documents with tokens of each topic

  /// Slots: identifies the topic in a slot by a number that no other topic has had since the state was made;
  /// 0 for none. Only in the infinite form: finite topics keep their slots. Not used for drawing, and never
  /// saved.
  std::vector<std::uint64_t> names;
  std::uint64_t last_name = 0;
};

/// How the initial topics of documents are drawn.
enum class Start {
  sequential,  ///< documents in random order, each drawn given those before it
  uniform      ///< independently and uniformly among the first topics
};

struct Settings {
  Form form = Form::finite;
  std::size_t topics = 100;  ///< K of the finite form, 1 to sampling::max_topics
  /// If a state of the infinite form needs more, a ResourceError is thrown.
  std::size_t max_topics = sampling::max_topics;
  double alpha = 0.1;  ///< initial value
  double beta = 0.1;   ///< initial prior weight of each word type
  bool learn_alpha = false, learn_beta = false;
  sampling::GammaPrior alpha_prior, beta_prior;
  Start start = Start::sequential;
  std::size_t initial_topics = 100;  ///< infinite form with uniform start
  WordPrior word_prior;              ///< weights only: topics cannot be distinguished beforehand
};

/// The saved part of a state.
struct Saved {
  sampling::TokenTopics z;  ///< N: slot of each token, in the corpus's order; equal within a document
  double alpha, beta;
};

/// Satisfies the concept for chains and exactness tests (chain/model.hpp).
class Model {
 public:
  using State = dmm::State;
  /// @throws std::logic_error if topics are seeded, or there are none
  explicit Model(Settings settings);

  State init(const Corpus& corpus, Key key, Pool& pool) const;
  State restore(const Corpus& corpus, Saved saved, Pool& pool) const;
  /// Draws the learned hyperparameters from their priors, and z from its prior.
  State sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const;
  Kernels<State> kernels() const;
  /// log p(w, z | alpha, beta); in the infinite form, z stands for its partition of the documents.
  double log_joint(const State& state, const Corpus& corpus, Pool& pool) const;
  double log_word_part(const State& state, Pool& pool) const {
    return sampling::log_word_part(state.mix, pool);
  }
  /// Throws std::logic_error if the state is inconsistent.
  void check(const State& state, const Corpus& corpus) const;
  Corpus resample_data(State& state, const Corpus& corpus, Stream& stream, Pool& pool) const {
    return sampling::resample_words(state.mix, corpus, stream, pool);
  }
  /// Number of topics that have documents.
  std::size_t topics_in_use(const State& state) const { return sampling::topics_in_use(state.mix); }
  /// The topics that documents choose from.
  TopicSpace space() const { return {settings_.form, settings_.topics, settings_.max_topics}; }

 private:
  Settings settings_;
};

/// The saved part of a state.
Saved saved_of(const State& state, const Corpus& corpus);

/// Sets `mix.prior` from the documents of each topic (new_document_weights).
void set_prior(State& state, const TopicSpace& space);

/// Gives the slot's topic a new identity.
void name_anew(State& state, std::size_t slot);

}  // namespace themata::dmm
