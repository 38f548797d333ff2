#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/evaluate/coherence.hpp"
#include "themata/evaluate/word_scores.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// Where and how word counts of a coherence are taken.
struct QualityOptions {
  WordRanking ranking;  ///< the words of a topic
  /// Of NPMI and C_V; 0: whole documents. Nothing: 10 and 110 where the reference has the text's order, else documents.
  std::optional<std::size_t> window;
  WindowCounts counts = WindowCounts::exact;
};

/// What is said of one topic. A coherence, or the exclusivity, is nothing where there are too few words for it.
struct TopicQuality {
  std::size_t topic = 0;
  std::string name;                       ///< "" where topics have none
  std::uint64_t tokens = 0;               ///< n_k
  double share = 0;                       ///< n_k / N
  std::uint64_t documents = 0;            ///< with at least one of those tokens
  std::uint64_t types = 0;                ///< word types of those tokens
  std::optional<double> umass, npmi, cv;  ///< coherence.hpp
  std::optional<double> exclusivity;      ///< mean over the words of p(k | v), WordScores::exclusivity
  std::size_t words_in_reference = 0;     ///< those that the coherences are of
  std::vector<ScoredWord> words;
};

/// The mean of a quantity over the topics that have it; nothing where none has.
struct TopicMean {
  std::optional<double> value;
  std::size_t topics = 0;
};

/// The share of different words among those of all summaries of at most `words` words a topic; 1 where none repeats.
/// Table 6 of the hierarchical Poisson convolution paper (Airoldi & Bischof 2016).
struct Diversity {
  std::size_t words = 0;
  double share = 0;
};

/// How much of the counts is not 0: means over topics, documents and word types that have tokens (Archambeau et al. 2015, section 5.3).
struct Sparsity {
  double types_a_topic = 0, documents_a_topic = 0, topics_a_document = 0, topics_a_type = 0;
};

/// What is said of a fit.
struct FitQuality {
  std::vector<TopicQuality> topics;
  TopicMean umass, npmi, cv, exclusivity;
  std::vector<Diversity> diversity;  ///< of 5, 10, 25 and 50 words
  double effective_topics =
      0;  ///< exp(-sum_k s_k log s_k), s_k the shares: K where all are equal; 0 of no token
  Sparsity sparsity;
  std::size_t npmi_window = 0, cv_window = 0;     ///< tokens; 0: documents
  std::size_t words = 0, words_in_reference = 0;  ///< different words of the topics
};

/// Whether the tokens of a corpus stand as in a text: those of a text format do, those of counts stand by word type, and
/// those of a simulation anyhow.
bool keeps_text_order(const CorpusFolder& corpus);

/// @param reference  the corpus whose windows are counted: the fit's own, or one whose words are matched by their text
/// @throws UsageError where a window is asked of a reference that has lost the order of its words; InputError where it
///         has none of the topics' words
FitQuality fit_quality(const ShownFit& shown, const CorpusFolder& reference, const QualityOptions& options,
                       Pool& pool);

std::optional<double> coherence_of(const TopicQuality& topic, Coherence measure);

/// Topics that have the coherence, least coherent first.
std::vector<std::size_t> by_coherence(const FitQuality& quality, Coherence measure);

/// Columns topic, name (where any topic has one), tokens, share, documents, types, umass, npmi, cv, exclusivity,
/// words_in_reference, words; NA for what is nothing.
std::string quality_tsv(const FitQuality& quality, const std::vector<std::string>& vocabulary);

/// All of it; null for what is nothing.
nlohmann::ordered_json quality_json(const FitQuality& quality, const std::vector<std::string>& vocabulary);

}  // namespace themata
