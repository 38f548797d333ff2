#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "themata/evaluate/word_scores.hpp"
#include "themata/rating/items.hpp"
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

/// The items of a fit's topics, in an order drawn from the seed; the same for equal fits and options.
///
/// An intruder is one of the 20 best words of another topic, which is drawn among those that have a suitable
/// word. It is not one of the 50 most probable words of the item's topic, and is less probable there than in
/// the corpus: phi_kv < n_v / N.
/// @throws UsageError if no topic has enough words
RatingTasks rating_tasks(const ShownFit& shown, const RatingOptions& options);

}  // namespace themata
