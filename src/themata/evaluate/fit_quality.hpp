#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "themata/evaluate/word_ranking.hpp"

namespace themata {

/// Measures of how well the top words of a topic fit together in a reference corpus.
enum class Coherence { npmi, umass, cv };

/// Which words a sliding window is counted as containing.
enum class WindowCounts {
  exact,  ///< those that occur in it
  /// Those that gensim 4 finds: when a token of a word leaves on the left, the word counts as gone, even if
  /// the window contains another token of it, until the next one enters on the right.
  gensim
};

/// How the word counts of a coherence are taken.
struct QualityOptions {
  WordRanking ranking = {};  /// how to choose a topic's words
  /// For NPMI and C_V; 0: whole documents. Nothing: 10 and 110 if the reference keeps the text's order, else
  /// documents.
  std::optional<std::size_t> window = {};
  WindowCounts counts = WindowCounts::exact;
};

/// Quality of one topic. A coherence, or the exclusivity, is nothing if there are too few words for it.
struct TopicQuality {
  std::size_t topic = 0;
  std::string name;                       ///< "" if topics have none
  std::uint64_t tokens = 0;               ///< n_k
  double share = 0;                       ///< n_k / N
  std::uint64_t documents = 0;            ///< with at least one of those tokens
  std::uint64_t types = 0;                ///< word types of those tokens
  std::optional<double> umass, npmi, cv;  ///< coherence.hpp
  std::optional<double> exclusivity;      ///< mean over the words of p(k | v), WordScores::exclusivity
  std::size_t words_in_reference = 0;     ///< the words that the coherences use
  std::vector<ScoredWord> words;
};

/// The mean of a quantity over the topics that have it; nothing if none has.
struct TopicMean {
  std::optional<double> value;
  std::size_t topics = 0;
};

/// The proportion of different words among the words of all topics' summaries, at most `words` per topic; 1
/// if none repeats. Table 6 of the hierarchical Poisson convolution paper (Airoldi & Bischof 2016).
struct Diversity {
  std::size_t words = 0;
  double share = 0;
};

/// How many counts are not 0: means over the topics, documents and word types that have tokens (Archambeau et
/// al. 2015, section 5.3).
struct Sparsity {
  double types_a_topic = 0, documents_a_topic = 0, topics_a_document = 0, topics_a_type = 0;
};

/// Quality of a fit.
struct FitQuality {
  std::vector<TopicQuality> topics;
  TopicMean umass, npmi, cv, exclusivity;
  std::vector<Diversity> diversity;  ///< for 5, 10, 25 and 50 words
  double effective_topics =
      0;  ///< exp(-sum_k s_k log s_k), s_k the proportions: K if all are equal; 0 without tokens
  Sparsity sparsity;
  std::size_t npmi_window = 0, cv_window = 0;     ///< tokens; 0: documents
  std::size_t words = 0, words_in_reference = 0;  ///< number of different words of the topics
};

std::optional<double> coherence_of(const TopicQuality& topic, Coherence measure);

/// Topics that have this coherence, least coherent first.
std::vector<std::size_t> by_coherence(const FitQuality& quality, Coherence measure);

}  // namespace themata
