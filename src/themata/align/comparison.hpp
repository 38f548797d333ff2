#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace themata {

/// Distances between two topics, from 0 (the same distribution of words) to 1 (no word in common).
enum class TopicDistance {
  hellinger,  ///< sqrt(1 - sum_v sqrt(p_v q_v))
  /// sqrt(JS / log 2), JS = sum_v [ p_v log(p_v / m_v) + q_v log(q_v / m_v) ] / 2, m = (p + q) / 2
  jensen_shannon
};

/// One chain of a fit for `compare`.
struct RunOfTopics {
  std::string fit;  ///< the folder, as it was given
  std::uint32_t chain = 1;
  std::string model;
  std::uint64_t sweep = 0;  ///< of the summarized draw (fit_folder.hpp), whose topics these are
  std::uint64_t tokens = 0;
  std::string corpus_hash;
  std::vector<double> proportions;                    ///< of each topic, of all tokens
  std::vector<std::vector<std::uint32_t>> top_words;  ///< word types of each topic, most probable first
};

/// How topics are compared.
struct ComparisonOptions {
  TopicDistance distance = TopicDistance::hellinger;
  std::size_t n_words = 10;
  std::optional<double> limit =
      {};  ///< topics match below this distance; nothing: found from the topics (match_limit)
};

/// The topic of another run that a topic of the first run is paired with.
struct PairedTopic {
  std::size_t topic = 0;  ///< of the other run
  double distance = 0;
  bool is_partner = false;                  ///< below the limit
  std::vector<std::uint32_t> common_words;  ///< in the top words of both, in the first run's order
};

/// The nearest topic of another run, whether or not they are paired.
struct NearestTopic {
  std::size_t topic = 0;
  double distance = 1;
};

/// Summary of a topic of the first run over the other runs.
struct TopicStability {
  double similarity = 0;  ///< mean over the other runs of 1 - distance; 0 for a run without a pair for it
  double lowest = 0;      ///< the minimum of these
  double words_kept = 0;  ///< mean proportion of its top words that are also top words of its pair
  std::size_t n_partners = 0;  ///< number of other runs in which it has a match
};

/// What the topics of the first run say together.
struct ComparisonTotals {
  std::size_t everywhere = 0;        ///< topics with a match in every other run
  std::size_t nowhere = 0;           ///< topics with a match in none
  double proportion_everywhere = 0;  ///< of the first run's tokens, in topics with a match in every other run
  double similarity = 0, words_kept = 0;  ///< means over topics
};

struct Comparison {
  std::vector<RunOfTopics> runs;  ///< at least two; the others are compared with the first
  std::vector<std::string> vocabulary;
  double limit = 0;
  std::vector<std::vector<std::optional<PairedTopic>>>
      pairs;  ///< by other run, then by topic of the first run
  std::vector<std::vector<NearestTopic>>
      nearest;  ///< by other run, then by topic of the first run: the nearest in the other
  std::vector<std::vector<NearestTopic>>
      nearest_in_first;                   ///< by other run, then by its topics: the nearest in the first run
  std::vector<TopicStability> stability;  ///< by topic of the first run
  std::vector<std::vector<std::size_t>> without_partner;  ///< by other run: its unmatched topics
  ComparisonTotals totals;

  bool same_corpus() const;
  /// The top words of a topic of the first run that are also top words of all topics that match it.
  std::vector<std::uint32_t> words_of_all_matches(std::size_t topic) const;
};

}  // namespace themata
