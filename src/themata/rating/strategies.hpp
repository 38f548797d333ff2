#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "themata/rating/estimate.hpp"
#include "themata/rating/key.hpp"

namespace themata {

/// What raters say of one strategy. An estimate is nothing without answers.
struct StrategyScore {
  std::optional<RatingEstimate> found;      ///< proportion of intruders found
  std::optional<RatingEstimate> rating;     ///< mean rating, 1 to 3
  std::optional<RatingEstimate> preferred;  ///< proportion of its comparisons in which its list is preferred
  std::optional<RatingEstimate> undecided;  ///< proportion of them without a preference
};

/// The first strategy compared with the second.
struct StrategyDifference {
  std::size_t first = 0, second = 0;
  std::optional<RatingEstimate> found, rating;  ///< of the first minus of the second
  /// Of their common preference items: proportion for the first minus proportion for the second.
  std::optional<RatingEstimate> preference;
};

/// What raters say of one topic by one strategy.
struct StrategyTopic {
  std::size_t strategy = 0, topic = 0, block = 0;
  std::size_t intrusion_answers = 0, intruders_found = 0;
  std::array<std::size_t, 3> ratings{};  ///< number of answers 1, 2 and 3
  std::size_t preference_answers = 0, preferred = 0, undecided = 0;

  std::size_t n_ratings() const { return ratings[0] + ratings[1] + ratings[2]; }
  std::optional<double> precision() const;
  std::optional<double> mean_rating() const;
};

/// The scores by one kind of raters.
struct JudgedBy {
  std::string name;  ///< "people", or the name of a proxy
  std::size_t raters = 0;
  std::vector<StrategyScore> strategies;        ///< by strategy
  std::vector<StrategyDifference> differences;  ///< of each pair
  std::vector<StrategyTopic> topics;            ///< with an answer; by strategy, then by topic
};

/// How often a proxy gives the answer that people give.
struct Agreement {
  std::string proxy;
  RatingTask task = RatingTask::intrusion;
  std::size_t answers = 0, same = 0;             ///< of people, to items with an answer by the proxy
  std::size_t pairs = 0, same_among_people = 0;  ///< pairs of people who both answered such an item
};

struct StrategyScores {
  std::vector<JudgedBy> judges;  ///< people, if any has answered, then the proxies
  std::vector<Agreement> agreements;
};

/// Scores of each strategy, and of each pair of strategies.
StrategyScores score_strategies(const RatingKey& key, const RatingAnswers& answers);

}  // namespace themata
