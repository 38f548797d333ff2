#pragma once

#include <cstdint>
#include <vector>

#include "themata/counts/mask_odds.hpp"
#include "themata/models/icdp/model.hpp"

namespace themata::icdp {

/// The use of a random number of Purpose::mask.
enum class MaskDraw : std::uint64_t {
  order,        ///< of documents, topics or latent words
  probability,  ///< of a topic, or of a word
  document,     ///< the mask of a document
  own_topics,   ///< how many topics only one document has
  topic,        ///< the mask of a topic
  own_words,    ///< how many latent words only one topic has
  new_topic,    ///< the words of a new topic
  latent_word,
  spare_topic,  ///< the words of a topic from which new ones are taken
  presence      ///< of a word in topics
};
Stream mask_stream(const Context& context, MaskDraw what, std::uint64_t index = 0);

bool is_live(const State& state, std::size_t k);
/// Slots of topics, ascending.
std::vector<Topic> live_topics(const State& state);

/// The distribution of words as dishes, with as many dishes as word types if the vocabulary is finite.
DishDistribution word_dishes(const State& state, Vocabulary vocabulary);
/// Whether a word type is a dish: not if it has no tokens and the vocabulary is unbounded.
bool is_dish(const State& state, std::size_t v, Vocabulary vocabulary);

/// Begins a topic in an empty slot, without documents, with words drawn from the distribution of the next
/// topic's words given the others'. Adds slots if there is none. @throws ResourceError if there would be more
/// topics than a corpus can have
std::size_t begin_topic(State& state, const Context& context, Vocabulary vocabulary, Stream& stream);
/// Ends a topic without tokens and documents.
void end_topic(State& state, std::size_t k);

/// p / (1 - p), p ~ Beta(on + c, off + n - c).
double draw_odds(Stream& stream, const DishDistribution& dish, double c, double n);

/// 0, 1, ..., n - 1 in uniformly random order.
std::vector<std::uint32_t> draw_order(Stream stream, std::size_t n);

}  // namespace themata::icdp
