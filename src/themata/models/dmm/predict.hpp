#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

/// Predictions of a mixture for new documents: exact sums over topics, since a document has one topic
/// (docs/theory/dmm.md, eqs. 9 to 11). The weights of topics are those of a document before it is read
/// (new_document_weights).
namespace themata::dmm {

/// Tokens of a document in two parts: the word types of the seen tokens, and of those to predict.
struct SeenAndHeld {
  std::span<const std::uint32_t> seen, held;
};

/// log p(held | topic, seen)
using LogWords = std::function<double(std::size_t topic, const SeenAndHeld& words)>;

/// phi_kv of a topic and a word type, at least 0.
using WordProbability = std::function<double(std::size_t topic, std::uint32_t type)>;

/// For topics with known word probabilities: log p = sum_i log phi_k,w_i. phi is called when the result is.
LogWords words_given_phi(WordProbability phi);

/// Counts of topics, with phi integrated out.
struct TopicCounts {
  std::function<std::int64_t(std::size_t topic, std::uint32_t type)> count;  ///< n_kv; 0 for a new topic
  std::function<std::int64_t(std::size_t topic)> tokens;                     ///< n_k
  std::function<double(std::uint32_t type)> beta;                            ///< beta_v
  double total_beta;                                                         ///< B = sum_v beta_v
};
/// For topics known by their counts. With the seen tokens added to the counts, and c_v held-out tokens of
/// type v among N,
///   p = Gamma(n_k + B) / Gamma(n_k + B + N)  prod_v Gamma(n_kv + beta_v + c_v) / Gamma(n_kv + beta_v).
/// The counts are read when the result is called.
LogWords words_given_counts(TopicCounts counts);

/// p(z_d = k | words) of every topic, summing to 1. The weights alone if no topic can have the words.
/// @param weights  probabilities of topics, at least 0, not all 0
std::vector<double> topic_posterior(std::span<const double> weights, const LogWords& log_words,
                                    std::span<const std::uint32_t> words);

/// log p(held | seen), of all held-out tokens jointly; of a whole document if nothing is seen. -infinity if
/// the probability is 0.
double log_held(std::span<const double> weights, const LogWords& log_words, const SeenAndHeld& words);

/// p(w | seen) of each held-out token separately, as document completion scores it.
std::vector<double> held_probabilities(std::span<const double> weights, const LogWords& log_words,
                                       const SeenAndHeld& words);

}  // namespace themata::dmm
