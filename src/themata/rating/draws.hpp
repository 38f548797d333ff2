#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "themata/random/shuffle.hpp"
#include "themata/random/stream.hpp"
#include "themata/rating/items.hpp"
#include "themata/rating/words.hpp"

namespace themata {

/// The kinds of draws of tasks; each has its own streams.
enum class RatingDraw : std::uint32_t {
  topics = 0,
  intrusion_order = 1,
  rating_order = 2,
  intruder = 3,
  preference_order = 4,
  sides = 5,
  places = 6
};

inline Stream rating_stream(std::uint64_t seed, RatingDraw draw, std::uint64_t entity = 0) {
  return {chain_key(seed, 1), Purpose::rating, static_cast<std::uint64_t>(draw), entity};
}

/// A topic, its words ranked in one way.
struct TopicByRanking {
  const WordsOfTopics& words;
  std::size_t ranking = 0;  ///< of those of the words
  std::size_t topic = 0;
};

/// Draws the intruder of a topic: first another topic among those that have a suitable word, then the word.
/// @param n_words  words of the topic
/// @returns the item without a name; nothing if no other topic has a suitable word
std::optional<IntrusionItem> draw_intrusion(const TopicByRanking& of, std::size_t n_words, Stream stream);

/// The words of all other topics that can be intruders in the topic; ascending.
std::vector<std::uint32_t> intruder_candidates(const TopicByRanking& of);

/// The item of the topic with one of these intruders. @param stream  draws the order of the words
IntrusionItem intrusion_with(const TopicByRanking& of, std::size_t n_words, std::uint32_t intruder,
                             Stream stream);

/// Draws the order of the items, and names them by it.
template <class Item>
void put_in_order(std::vector<Item>& items, Stream stream, char letter) {
  shuffle(items, stream);
  for (std::size_t i = 0; i < items.size(); ++i) items[i].id = fmt::format("{}{}", letter, i + 1);
}

}  // namespace themata
