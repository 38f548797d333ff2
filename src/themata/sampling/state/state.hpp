#pragma once

#include <cstdint>
#include <vector>

#include "themata/chain/kernel.hpp"
#include "themata/counts/matrix.hpp"
#include "themata/counts/word_prior.hpp"
#include "themata/counts/word_topic_table.hpp"
#include "themata/sampling/phi/sparse_phi.hpp"
#include "themata/sampling/state/allowed.hpp"
#include "themata/sampling/state/document_lists.hpp"
#include "themata/sampling/state/document_priors.hpp"
#include "themata/sampling/state/layout.hpp"
#include "themata/sampling/state/non_zeros.hpp"
#include "themata/sampling/state/word_lists.hpp"

namespace themata::sampling {

/// What LDA and the HDP share: every token has a topic, and given the topics' weights in a document
/// (`prior`: alpha_k for LDA, alpha Psi_k for the HDP)
///   p(w, z | prior, beta) = prod_d DirMult(m_d; prior) prod_k DirMult(n_k; beta_k),
/// where beta_kv is beta, unless word types have weights or topics have seeds (`word_prior`).
/// Models whose documents differ have `document_priors` too. A topic occupies a slot. Slots without a topic,
/// or with one that cannot be chosen, have prior 0.
struct State {
  // Sampled.
  TokenTopics topics;  ///< N: slot of each token's topic, in the layout's order
  double beta = 0.01;
  double pi = 1;  ///< probability that a word type is active in a topic (spike_slab.hpp); 1 if all are
  std::vector<double>
      topic_pi;  ///< slots: the same where each topic has its own, and pi is below 1; or empty

  // Given, and never saved.
  WordPrior word_prior;   ///< seeds refer to slots
  AllowedTopics allowed;  ///< by document
  /// Whether rare words have lists instead of rows in word_topic, and the z step scans words' lists whatever
  /// that costs. Only with the block-collapsed sampler, without seeds or further slots. Equal on all ranks.
  bool lists_rare_words = false;

  // Set by the model before each z step.
  std::vector<double> prior;  ///< slots: pseudo-count of each slot in every document
  double prior_beyond = 0;    ///< pseudo-count of all topics without a slot
  /// Pseudo-counts by document, where documents differ. `prior` then holds their means, which only say what
  /// slots have a topic. The samplers collapsed and block-collapsed read them.
  DocumentPriors document_priors;
  /// Pseudo-counts of topics without a slot that the next z step may choose (unused_topics.hpp). Only the
  /// block-collapsed sampler can; it clears this.
  std::vector<double> unused;

  // Derived from the topics and kept in step with them.
  Layout layout;
  WordTopicTable word_topic;            ///< V x slots: n_kv
  Matrix<std::int32_t> block_topic;     ///< P x slots: tokens of a topic in a block of the vocabulary
  Matrix<std::int32_t> document_topic;  ///< D x slots: m_dk; empty if counting at each visit is cheaper
  NonZeros non_zeros;                   ///< of word_topic, where a sampler wants them

  /// Topics that the last z step moved from `unused` to a slot.
  struct Born {
    std::size_t slot;
    double prior;
  };
  std::vector<Born> born;

  // Drawn from the counts and used within one step; never saved.
  Matrix<float> phi;             ///< V x slots, word-major; only if the sampler is partially collapsed
  SparsePhi sparse_phi;          ///< instead of phi if the scan is doubly sparse
  WordLists word_lists;          ///< n_kv, if tokens scan only their word's topics
  DocumentLists document_lists;  ///< m_dk, likewise

  std::size_t slots() const { return word_topic.columns(); }
  /// Pseudo-count of a slot in document d, allowed there or not.
  double prior_of(std::size_t d, std::size_t slot) const {
    return document_priors.empty() ? prior[slot] : static_cast<double>(document_priors.of(d)[slot]);
  }
  double pi_of(std::size_t slot) const { return topic_pi.empty() ? pi : topic_pi[slot]; }
};

/// Recounts everything derived from `topics` for a number of slots (a multiple of slot_group).
void recount(State& state, const Corpus& corpus, Pool& pool, std::size_t slots);

/// Recounts with the present number of slots, in the present memory.
void recount(State& state, const Corpus& corpus, Pool& pool);

/// Recounts only words and blocks, if the documents' counts are in step.
void recount_words(State& state, const Corpus& corpus, Pool& pool);

/// Adds `more` slots without tokens, a multiple of slot_group.
void add_slots(State& state, const Corpus& corpus, std::size_t more);

/// Slots that hold tokens.
std::size_t topics_in_use(const State& state);

/// Tokens of each slot, n_k.
std::vector<std::int64_t> topic_sizes(const State& state);

/// Proportion of the entries that are 0 in the tables n_kv and m_dk, over the topics that have tokens.
struct Sparsity {
  double word_topic, document_topic;
};
Sparsity sparsity(const State& state, const Corpus& corpus, Pool& pool);

/// The topics of document d's tokens.
std::span<const Topic> topics_of(const State& state, const Corpus& corpus, std::size_t d);

/// Writes document d's m_dk into `counts` (of length slots).
void count_document(const State& state, const Corpus& corpus, std::size_t d, std::int32_t* counts);

/// Throws std::logic_error if a count disagrees with the topics, or a topic is not below the number of slots.
void check(const State& state, const Corpus& corpus);

/// W, the word part of the log posterior: log p(w | z, beta).
double log_word_part(const State& state, Pool& pool);

/// log p(z | prior), the document part.
double log_document_part(const State& state, const Corpus& corpus, Pool& pool);

/// log p(w, z | prior, beta), both parts.
double log_joint(const State& state, const Corpus& corpus, Pool& pool);

/// Redraws every document's words from p(w | z, beta) with Phi integrated out (a Polya urn for each
/// topic), into a new corpus of the same shape; `state` is recounted to it. For the tests of Geweke (2004).
Corpus resample_words(State& state, const Corpus& corpus, Stream& stream, Pool& pool);

}  // namespace themata::sampling
