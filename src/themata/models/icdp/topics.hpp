#pragma once

#include <cstdint>
#include <vector>

#include "themata/counts/mask_odds.hpp"
#include "themata/models/icdp/model.hpp"

namespace themata::icdp {

/// What a random number of Purpose::mask is for.
enum class MaskDraw : std::uint64_t {
  order,        ///< of documents, topics or ghosts
  probability,  ///< of a topic, or of a word
  document,     ///< the mask of a document
  own_topics,   ///< how many topics a document alone has
  topic,        ///< the mask of a topic
  own_words,    ///< how many ghosts a topic alone has
  new_topic,    ///< the words of a topic that is born
  ghost
};
Stream mask_stream(const Context& context, MaskDraw what, std::uint64_t index = 0);

bool is_live(const State& state, std::size_t k);
/// Slots of topics, ascending.
std::vector<Topic> live_topics(const State& state);

/// The law of the dishes that words are, of this many word types.
DishLaw word_dishes(const State& state, bool finite_vocabulary);
/// Whether a word type is a dish that topics may have: not one that no token is of, where the vocabulary is unbounded.
bool is_dish(const State& state, std::size_t v, bool finite_vocabulary);

/// Begins a topic in an empty slot, without documents, with words from the law of the next topic's given the others'.
/// Slots are added where there is none. @throws ResourceError where there would be more topics than a corpus can have
std::size_t begin_topic(State& state, const Context& context, bool finite_vocabulary, Stream& stream);
/// Ends a topic that has no tokens and no documents.
void end_topic(State& state, std::size_t k);

/// p / (1 - p), p ~ Beta(on + c, off + n - c).
double draw_odds(Stream& stream, const DishLaw& law, double c, double n);

/// 0, 1, ..., n - 1 in an order of which all are equally likely.
std::vector<std::uint32_t> draw_order(Stream stream, std::size_t n);

}  // namespace themata::icdp
