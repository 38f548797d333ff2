#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

/// What a mixture says of new documents: exact sums over topics, since a document has one topic (docs/theory/dmm.md, eqs.
/// 9 to 11). Weights of topics are those of a document before it is read (new_document_weights).
namespace themata::dmm {

/// Tokens of a document in two parts: the word types of those that are given, and of those that are to be predicted.
struct SeenAndHeld {
  std::span<const std::uint32_t> seen, held;
};

/// log p(held | topic, seen)
using LogWords = std::function<double(std::size_t topic, const SeenAndHeld& words)>;

/// phi_kv of a topic and a word type, 0 or above.
using WordProbability = std::function<double(std::size_t topic, std::uint32_t type)>;

/// Of topics whose word probabilities are known: log p = sum_i log phi_k,w_i. phi is called when the result is.
LogWords words_given_phi(WordProbability phi);

/// Counts of topics, of which phi is integrated out.
struct TopicCounts {
  std::function<std::int64_t(std::size_t topic, std::uint32_t type)> count;  ///< n_kv; 0 of a new topic
  std::function<std::int64_t(std::size_t topic)> tokens;                     ///< n_k
  std::function<double(std::uint32_t type)> beta;                            ///< beta_v
  double total_beta;                                                         ///< B = sum_v beta_v
};
/// Of topics that are known by their counts. With the seen tokens added to the counts, and c_v held tokens of type v among N,
///   p = Gamma(n_k + B) / Gamma(n_k + B + N)  prod_v Gamma(n_kv + beta_v + c_v) / Gamma(n_kv + beta_v).
/// The counts are read when the result is called.
LogWords words_given_counts(TopicCounts counts);

/// p(z_d = k | words) of every topic, which sums to 1. The weights alone where no topic can have the words.
/// @param weights  probabilities of topics, 0 or above, not all 0
std::vector<double> topic_posterior(std::span<const double> weights, const LogWords& log_words,
                                    std::span<const std::uint32_t> words);

/// log p(held | seen), of all held tokens jointly; of a whole document where nothing is seen. -infinity where it is 0.
double log_held(std::span<const double> weights, const LogWords& log_words, const SeenAndHeld& words);

/// p(w | seen) of each held token by itself, as document completion scores it.
std::vector<double> held_probabilities(std::span<const double> weights, const LogWords& log_words,
                                       const SeenAndHeld& words);

}  // namespace themata::dmm
