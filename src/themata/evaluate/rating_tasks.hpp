#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "themata/evaluate/word_scores.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// Which items are made for human raters.
struct RatingOptions {
  WordRanking ranking{WordScore::probability, 0.5,
                      5};             ///< n_words: of an intrusion item, beside its intruder
  std::size_t rating_words = 10;      ///< of a rating item
  std::optional<std::size_t> topics;  ///< so many, drawn at random; nothing: all that have words enough
  std::uint64_t seed = 1;
};

/// Find the word that does not belong: the top words of a topic and one of another's (Chang et al. 2009).
struct IntrusionItem {
  std::string id;  ///< "W1", "W2", ... in the order of the items, which tells nothing of topics
  std::size_t topic = 0;
  std::vector<std::uint32_t> words;  ///< word types, shuffled
  std::size_t intruder = 0;          ///< its place among them
  std::size_t intruder_topic = 0;    ///< whose top word it is
};

/// How well do a topic's top words go together, on three points (Newman et al. 2010; Mimno et al. 2011).
struct RatingItem {
  std::string id;  ///< "C1", "C2", ...
  std::size_t topic = 0;
  std::vector<std::uint32_t> words;  ///< best first
};

struct RatingTasks {
  std::vector<IntrusionItem> intrusion;
  std::vector<RatingItem> rating;
  std::size_t too_few_words = 0;  ///< topics that have fewer words than an intrusion item shows, and no item
  std::size_t no_intruder = 0;    ///< topics of which every other topic's top words are words too; rated only
};

/// The items of a fit's topics, in an order that the seed draws; the same for equal fits and options.
///
/// An intruder is among the 20 best words of another topic, drawn among those that have one; it is not among the 50 most
/// probable of its new topic, and has a smaller probability there than in the corpus: phi_kv < n_v / N.
/// @throws UsageError where no topic has words enough
RatingTasks rating_tasks(const ShownFit& shown, const RatingOptions& options);

}  // namespace themata
