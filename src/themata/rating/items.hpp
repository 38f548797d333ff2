#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "themata/evaluate/word_ranking.hpp"

namespace themata {

/// A fit and a way to rank the words of its topics: one of the strategies that a comparison has raters judge
/// (Airoldi & Bischof 2016, section 4.6.1).
struct RatingStrategy {
  std::string fit;  ///< the folder, as it was given
  std::string by;   ///< name of the word score
  std::size_t n_topics = 0;
};

/// Find the word that does not belong: the top words of a topic and one top word of another topic (Chang et
/// al. 2009).
struct IntrusionItem {
  std::string id;  ///< "W1", "W2", ... in the order of the items; it does not reveal the topic
  std::size_t topic = 0;
  std::vector<std::uint32_t> words;  ///< word types, shuffled
  std::size_t intruder = 0;          ///< its position among them
  std::size_t intruder_topic = 0;    ///< the topic of which it is a top word
  std::size_t strategy = 0;          ///< in RatingTasks::strategies
  std::size_t block = 0;             ///< the same for topics of several fits that match
};

/// How well do a topic's top words fit together, on a scale of three points (Newman et al. 2010; Mimno et al.
/// 2011).
struct RatingItem {
  std::string id;  ///< "C1", "C2", ...
  std::size_t topic = 0;
  std::vector<std::uint32_t> words;  ///< best first
  std::size_t strategy = 0;
  std::size_t block = 0;
};

/// Which of two lists describes a clearer topic (Airoldi & Bischof 2016, section 4.6.3: of three lists)?
struct PreferenceItem {
  struct List {
    std::size_t strategy = 0, topic = 0;
    std::vector<std::uint32_t> words;  ///< best first
  };
  std::string id;             ///< "P1", "P2", ...
  std::array<List, 2> lists;  ///< in random order
  std::size_t block = 0;      ///< of both topics
};

struct RatingTasks {
  std::vector<IntrusionItem> intrusion;
  std::vector<RatingItem> rating;
  std::size_t too_few_words = 0;  ///< topics with fewer words than an item shows; they get no item
  std::size_t no_intruder = 0;    ///< topics without a suitable intruder in any other topic; only rated

  // Only where strategies are compared.
  std::vector<RatingStrategy> strategies;
  std::vector<PreferenceItem> preference;
  std::size_t topics_each = 0;  ///< topics of each strategy
  std::size_t matched = 0;      ///< blocks with topics of at least two fits
  std::size_t same_lists = 0;   ///< pairs of lists that have the same words, and so no preference item
};

}  // namespace themata
