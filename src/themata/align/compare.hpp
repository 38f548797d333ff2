#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "themata/align/align.hpp"

namespace themata {

/// A chain of a fit, as `compare` knows it.
struct RunOfTopics {
  std::string fit;  ///< the folder, as it was named
  std::uint32_t chain = 1;
  std::string model;
  std::uint64_t sweep = 0;  ///< of the summarised draw (fit_folder.hpp), whose topics these are
  std::uint64_t tokens = 0;
  std::string corpus_hash;
  std::vector<std::vector<std::uint32_t>> top_words;  ///< word types of each topic, the most probable first
};

/// A fit, and which of its chains.
struct RunChoice {
  std::string fit;
  std::optional<std::uint32_t> chain;  ///< nothing for all
};

struct ComparisonOptions {
  TopicDistance distance = TopicDistance::hellinger;
  std::size_t n_words = 10;
  std::optional<double> limit;  ///< nothing for partner_limit
};

/// A topic of the first run with the one that it is paired with in another.
struct PairedTopic {
  std::size_t topic = 0;  ///< of the other run
  double distance = 0;
  bool is_partner = false;                  ///< nearer than the limit
  std::vector<std::uint32_t> common_words;  ///< that both have at the top, in the order of the first run's
};

/// What the other runs say of a topic of the first.
struct TopicStability {
  double similarity =
      0;              ///< mean over the other runs of 1 - distance; 0 for a run that has no topic left for it
  double lowest = 0;  ///< the least of these
  double words_kept = 0;       ///< mean share of its top words that its pair has too
  std::size_t n_partners = 0;  ///< other runs in which it has a partner
};

struct Comparison {
  std::vector<RunOfTopics> runs;  ///< two or more; the first is what the others are compared with
  std::vector<TopicSet> topics;   ///< of each run
  std::vector<std::string> vocabulary;
  double limit = 0;
  std::vector<std::vector<std::optional<PairedTopic>>>
      pairs;                              ///< of each other run, and each topic of the first
  std::vector<TopicStability> stability;  ///< of each topic of the first run
  std::vector<std::vector<std::size_t>>
      without_partner;  ///< of each other run, its topics that are no one's partner

  bool same_corpus() const;
};

/// Aligns the topics of all runs with those of the first.
/// @throws UsageError where there are fewer than two runs, or a fit lacks the chain; InputError where a fit or its corpus is
/// damaged, a chain has saved nothing, or two vocabularies differ, naming both corpora with their hashes
Comparison compare(const std::vector<RunChoice>& choices, const ComparisonOptions& options, Pool& pool);

}  // namespace themata
