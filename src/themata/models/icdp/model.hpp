#pragma once

#include <cstdint>
#include <vector>

#include "themata/models/icdp/ibp.hpp"
#include "themata/models/icdp/masks.hpp"
#include "themata/sampling/state/hyper.hpp"

/// Latent IBP compound Dirichlet allocation (Archambeau, Lakshminarayanan & Bouchard 2015) and its two
/// halves: each document uses a subset of the topics, each topic a subset of the words, and both masks are
/// drawn from Indian buffet processes.
///   theta_d ~ Dir(alpha over the topics of d's mask),  phi_k ~ Dir(beta over the words of k's mask).
/// LIDA has both masks, the focused topic model (FTM) has only that of documents, the sparse-smooth topic
/// model (SSTM) only that of topics, with a fixed number of topics. theta and phi are integrated out.
namespace themata::icdp {

struct State {
  sampling::State mix;  ///< `prior` is alpha in the slots of topics, 0 in others
  TopicMask documents;  ///< topics of documents, sampled
  WordMask words;       ///< words of topics, sampled
  double alpha = 1;     ///< sampled, as mix.beta
  Ibp topic_process;    ///< eta, delta, sigma: documents are its customers; sampled
  Ibp word_process;     ///< gamma, xi, zeta: topics are its customers; sampled
  /// Slots: expected proportion of new documents that may use a topic, (c_k - sigma) / (D + delta); set at
  /// the end of a sweep for observers of the state.
  std::vector<double> psi;
  /// Slots: identifies the topic in a slot by a number that no other topic has had since the state was made;
  /// 0 for none.
  std::vector<std::uint64_t> names;
  std::uint64_t last_name = 0;
};

/// Mean number of topics that documents may use, and of words (including latent words) that topics may have;
/// 0 without that mask.
struct MaskSizes {
  double topics_a_document, words_a_topic;
};
MaskSizes mask_sizes(const State& state);

/// Which masks the model has.
enum class WhichMasks { topics, words, both };

/// Gamma priors of what is learned: of alpha, beta and the masses, and of each concentration plus its
/// discount.
struct Priors {
  GammaPrior alpha, beta, eta, delta, gamma, xi;

  static Priors all(GammaPrior one) { return {one, one, one, one, one, one}; }
};

/// Which words topics may have: those of the corpus, or also words that no token uses yet, without end.
enum class Vocabulary { unbounded, finite };

struct Settings {
  WhichMasks masks = WhichMasks::both;
  std::size_t topics = 100;  ///< SSTM: the number of topics; else the number at the start
  double alpha = 1, beta = 0.1;
  Ibp topic_process{10, 1, 0}, word_process{50, 1, 0};
  Vocabulary vocabulary = Vocabulary::unbounded;
  bool learn_alpha = false, learn_beta = false;
  bool learn_eta = false, learn_delta = false, learn_sigma = false;
  bool learn_gamma = false, learn_xi = false, learn_zeta = false;
  Priors priors;
  double most_discount = 0.5;     ///< learned discounts are uniform below this
  std::uint32_t blocks = 0;       ///< 0: from the corpus
  bool collapsed = false;         ///< the simple reference instead of the parallel sampler
  std::uint64_t topic_moves = 0;  ///< every so many sweeps whole topics of documents move; 0: never
};

/// The saved part of a state, in the corpus's token order.
struct Saved {
  sampling::TokenTopics z;
  std::vector<std::vector<Topic>> topics_of_documents;      ///< D; empty for SSTM
  std::vector<std::vector<std::uint32_t>> words_of_topics;  ///< slots; latent words from V on; empty for FTM
  std::size_t slots = 0;
  double alpha, beta;
  Ibp topic_process, word_process;
};

/// The sampled part of a state.
Saved saved_of(const State& state, const Corpus& corpus);

/// A start from given topics, without hyperparameters: documents may use the topics of their tokens, and
/// topics may have the words of theirs.
/// @param topics  how many there are
Saved start_masks(const Corpus& corpus, std::span<const Topic> z, std::size_t topics, WhichMasks masks);

/// Satisfies the concept for chains and exactness tests (chain/model.hpp).
class Model {
 public:
  using State = icdp::State;
  explicit Model(const Settings& settings) : settings_(settings) {}

  State init(const Corpus& corpus, Key key, Pool& pool) const;
  State restore(const Corpus& corpus, Saved saved, Pool& pool) const;
  State sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const;
  Kernels<State> kernels() const;
  /// log p(w, z, both masks | learned hyperparameters): eqs. 23, 24 and 43.
  double log_joint(const State& state, const Corpus& corpus, Pool& pool) const;
  /// log p(w | z, mask of words, beta): eq. 24.
  double log_word_part(const State& state, Pool& pool) const;
  void check(const State& state, const Corpus& corpus) const;
  Corpus resample_data(State& state, const Corpus& corpus, Stream& stream, Pool& pool) const;
  std::size_t topics_in_use(const State& state) const { return sampling::topics_in_use(state.mix); }
  /// The maximal number of topics of a state.
  std::size_t most_topics() const {
    return settings_.masks == WhichMasks::words ? settings_.topics : SIZE_MAX;
  }

 private:
  Settings settings_;
};

}  // namespace themata::icdp
