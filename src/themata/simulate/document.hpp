#pragma once

#include <cstdint>
#include <span>

#include "themata/simulation/mixture.hpp"

namespace themata::simulate {

/// The topic of a token, as in a fit.
using Topic = std::uint16_t;

/// Draws the topics of a document's tokens, with Theta integrated out, by Polya's urn (Blackwell & MacQueen
/// 1973): the topic of token i, from 0, is a new draw from the weights with probability a / (a + i), where a
/// is the concentration, and otherwise that of one of the i tokens before it, chosen uniformly. The time does
/// not depend on the number of topics. In a mixture with a fixed number of topics per document, those are
/// drawn first, and new draws are uniform among them.
void draw_topics(Stream& stream, const Mixture& mixture, std::span<Topic> z);

/// The same for a Pitman-Yor process with the mixture's discount b, by its seating. Token i, after T tables,
/// starts a table with probability (a + b T) / (a + i), with a topic from the weights. Otherwise it sits down
/// at a table of n tokens with probability proportional to n - b.
void draw_seated_topics(Stream& stream, const Mixture& mixture, std::span<Topic> z);

/// Draws by whichever of the above applies to document d; by an urn over the topics that it may use, if not
/// all.
void draw_topics_of(std::size_t d, Stream& stream, const Mixture& mixture, std::span<Topic> z);

/// Draws a word from the topic of each token. @param words  as many as z
void draw_words(Stream& stream, const Mixture& mixture, std::span<const Topic> z,
                std::span<std::uint32_t> words);

}  // namespace themata::simulate
