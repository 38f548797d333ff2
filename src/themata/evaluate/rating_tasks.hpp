#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "themata/evaluate/word_scores.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// Which items to make for human evaluation.
struct RatingOptions {
  WordRanking ranking{WordScore::probability, 0.5,
                      5};             ///< n_words: per intrusion item, not counting the intruder
  std::size_t rating_words = 10;      ///< per rating item
  std::optional<std::size_t> topics;  ///< this many, drawn at random; nothing: all that have enough words
  std::uint64_t seed = 1;
};

/// Find the word that does not belong: the top words of a topic and one top word of another topic (Chang et
/// al. 2009).
struct IntrusionItem {
  std::string id;  ///< "W1", "W2", ... in the order of the items; it does not reveal the topic
  std::size_t topic = 0;
  std::vector<std::uint32_t> words;  ///< word types, shuffled
  std::size_t intruder = 0;          ///< its position among them
  std::size_t intruder_topic = 0;    ///< the topic of which it is a top word
};

/// How well do a topic's top words fit together, on a scale of three points (Newman et al. 2010; Mimno et al.
/// 2011).
struct RatingItem {
  std::string id;  ///< "C1", "C2", ...
  std::size_t topic = 0;
  std::vector<std::uint32_t> words;  ///< best first
};

struct RatingTasks {
  std::vector<IntrusionItem> intrusion;
  std::vector<RatingItem> rating;
  std::size_t too_few_words = 0;  ///< topics with fewer words than an intrusion item shows; they get no item
  std::size_t no_intruder = 0;    ///< topics without a suitable intruder in any other topic; only rated
};

/// The items of a fit's topics, in an order drawn from the seed; the same for equal fits and options.
///
/// An intruder is one of the 20 best words of another topic, which is drawn among those that have a suitable
/// word. It is not one of the 50 most probable words of the item's topic, and is less probable there than in
/// the corpus: phi_kv < n_v / N.
/// @throws UsageError if no topic has enough words
RatingTasks rating_tasks(const ShownFit& shown, const RatingOptions& options);

}  // namespace themata
