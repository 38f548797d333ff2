#pragma once

#include <cstdint>
#include <span>

#include "themata/simulation/mixture.hpp"

namespace themata::simulate {

/// The topic of a token, as in a fit.
using Topic = std::uint16_t;

/// Draws the topics of a document's tokens, Theta integrated out, by Polya's urn (Blackwell & MacQueen 1973): token i,
/// from 0, is of a new draw from the weights with probability a / (a + i), a the concentration, and else of the topic of
/// one of the i tokens before it, each as likely. That costs the same for any number of topics. Of a mixture whose documents
/// have so many topics, those are drawn first, and new draws are from among them alike.
void draw_topics(Stream& stream, const Mixture& mixture, std::span<Topic> z);

/// The same of a Pitman-Yor process with the mixture's discount b, by its seating: token i, after T tables, begins one with
/// probability (a + b T) / (a + i), of a topic from the weights; else it sits down at a table of n with n - b in proportion.
void draw_seated_topics(Stream& stream, const Mixture& mixture, std::span<Topic> z);

/// What of the above document d has: by an urn of the topics that it may use, where not all.
void draw_topics_of(std::size_t d, Stream& stream, const Mixture& mixture, std::span<Topic> z);

/// Draws a word from the topic of each token. @param words  as many as z
void draw_words(Stream& stream, const Mixture& mixture, std::span<const Topic> z,
                std::span<std::uint32_t> words);

}  // namespace themata::simulate
