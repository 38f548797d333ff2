#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "themata/align/compare.hpp"
#include "themata/chain/pool.hpp"
#include "themata/evaluate/word_ranking.hpp"
#include "themata/rating/items.hpp"

namespace themata {

/// A ranking and what to call it.
struct NamedRanking {
  std::string name;
  WordRanking ranking;  ///< n_words has no effect
};

/// Which items to make for a comparison. Its strategies are all pairs of a fit and a ranking.
struct RatingComparisonOptions {
  std::vector<NamedRanking> rankings;      ///< at least one
  std::size_t words = 5;                   ///< per intrusion item, not counting the intruder
  std::size_t rating_words = 10;           ///< per rating item and per list of a preference item
  std::optional<std::size_t> topics;       ///< per fit; nothing: as many as the fit with the fewest has
  std::optional<std::size_t> preferences;  ///< per pair of strategies, at most; nothing: as many as topics
  std::uint64_t seed = 1;
};

/// The largest number of strategies.
constexpr std::size_t most_strategies = 100;

struct RatingComparison {
  RatingTasks tasks;
  std::vector<std::string> vocabulary;  ///< of all fits
};

/// The items of several fits or rankings, mixed in an order drawn from the seed.
///
/// The items are blind. Nothing but `strategy`, `topic` and `block`, which belong into the key, depends on
/// the order in which fits and rankings are given: fits are put in an order of their content first. All items
/// of a task have equally many words.
///
/// Topics are drawn by coordinated sampling: the blocks of matching topics get a random order, and of each
/// fit the first `topics` blocks that it has a topic in are taken. So each fit shows a uniform random sample
/// of its topics, all fits equally many, and topics that match are taken together as often as possible.
///
/// The intruders of matching topics are the same word wherever one is possible in all of their items: else
/// the words that the items share would reveal it. It is drawn uniformly among the words that are possible in
/// the most items.
///
/// Preference items are made for each pair of strategies: of one topic by two rankings, or of two topics in
/// one block. Two lists with the same words make none.
/// @param fits  without a chain: the one that the fit shows
/// @throws UsageError if a fit is named twice or lacks the chain, if no topic of a fit has enough words, or
/// for more than most_strategies; InputError if a fit or its corpus is damaged, vocabularies differ, or a fit
/// has only one topic
RatingComparison comparison_tasks(const std::vector<RunChoice>& fits, const RatingComparisonOptions& options,
                                  Pool& pool);

}  // namespace themata
