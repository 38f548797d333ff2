#pragma once

#include <span>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/random/stream.hpp"
#include "themata/sampling/state/layout.hpp"
#include "themata/seating/pitman_yor.hpp"
#include "themata/seating/tables.hpp"

namespace themata::franchise {

/// Tokens of known topics, and what their seats depend on.
struct KnownTopics {
  std::span<const sampling::Topic> topics;  ///< of every token, in the corpus's order
  std::span<const double> proportions;      ///< of topics; no table of a topic with tokens is impossible
  seating::PitmanYor documents;
};

/// Seats the tokens of every document, one after another, each at a table of its topic:
///   a table of n tokens with weight n - discount,
///   a new one with weight (concentration + discount T) times the topic's proportion,
/// where the document has T tables.
/// For starts: a sweep of the sampler then draws all seats anew.
std::vector<seating::Seat> seat_tokens(const Corpus& corpus, Key key, const KnownTopics& known);

}  // namespace themata::franchise
