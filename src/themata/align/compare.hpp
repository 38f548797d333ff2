#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "themata/align/align.hpp"

namespace themata {

/// One chain of a fit for `compare`.
struct RunOfTopics {
  std::string fit;  ///< the folder, as given by the user
  std::uint32_t chain = 1;
  std::string model;
  std::uint64_t sweep = 0;  ///< of the summarized draw (fit_folder.hpp), whose topics these are
  std::uint64_t tokens = 0;
  std::string corpus_hash;
  std::vector<std::vector<std::uint32_t>> top_words;  ///< word types of each topic, most probable first
};

/// A fit and one or all of its chains.
struct RunChoice {
  std::string fit;
  std::optional<std::uint32_t> chain;  ///< nothing for all
};

struct ComparisonOptions {
  TopicDistance distance = TopicDistance::hellinger;
  std::size_t n_words = 10;
  std::optional<double> limit;  ///< nothing: use partner_limit
};

/// The topic of another run that a topic of the first run is paired with.
struct PairedTopic {
  std::size_t topic = 0;  ///< of the other run
  double distance = 0;
  bool is_partner = false;                  ///< below the limit
  std::vector<std::uint32_t> common_words;  ///< in the top words of both, in the first run's order
};

/// Summary of a topic of the first run over the other runs.
struct TopicStability {
  double similarity = 0;  ///< mean over the other runs of 1 - distance; 0 for a run without a pair for it
  double lowest = 0;      ///< the minimum of these
  double words_kept = 0;  ///< mean proportion of its top words that are also top words of its pair
  std::size_t n_partners = 0;  ///< number of other runs in which it has a partner
};

struct Comparison {
  std::vector<RunOfTopics> runs;  ///< at least two; the others are compared with the first
  std::vector<TopicSet> topics;   ///< by run
  std::vector<std::string> vocabulary;
  double limit = 0;
  std::vector<std::vector<std::optional<PairedTopic>>>
      pairs;                                              ///< by other run, then by topic of the first run
  std::vector<TopicStability> stability;                  ///< by topic of the first run
  std::vector<std::vector<std::size_t>> without_partner;  ///< by other run: its unmatched topics

  bool same_corpus() const;
};

/// Aligns the topics of all runs with those of the first.
/// @throws UsageError if there are fewer than two runs, or a fit lacks the chain; InputError if a fit or its
/// corpus is damaged, a chain has saved nothing, or two vocabularies differ (naming both corpora with their
/// hashes)
Comparison compare(const std::vector<RunChoice>& choices, const ComparisonOptions& options, Pool& pool);

}  // namespace themata
