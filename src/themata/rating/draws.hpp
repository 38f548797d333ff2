#pragma once

#include <fmt/format.h>

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
  sides = 5
};

inline Stream rating_stream(std::uint64_t seed, RatingDraw draw, std::uint64_t entity = 0) {
  return {chain_key(seed, 1), Purpose::rating, static_cast<std::uint64_t>(draw), entity};
}

/// Draws the intruder of topic k: first another topic among those that have a suitable word, then the word.
/// @param ranking  of the words' rankings
/// @param n_words  words of the topic
/// @returns the item without a name; nothing if no other topic has a suitable word
std::optional<IntrusionItem> draw_intrusion(const WordsOfTopics& words, std::size_t ranking, std::size_t k,
                                            std::size_t n_words, Stream stream);

/// Draws the order of the items, and names them by it.
template <class Item>
void put_in_order(std::vector<Item>& items, Stream stream, char letter) {
  shuffle(items, stream);
  for (std::size_t i = 0; i < items.size(); ++i) items[i].id = fmt::format("{}{}", letter, i + 1);
}

}  // namespace themata
