#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "themata/rating/key.hpp"

namespace themata {

/// Human evaluation of one topic.
struct TopicRatings {
  std::size_t topic = 0;
  std::size_t intrusion_answers = 0, intruders_found = 0;
  std::size_t ratings = 0, rating_sum = 0;

  /// Model precision (Chang et al. 2009, equation 1): the proportion of raters who found the intruder.
  std::optional<double> precision() const;
  std::optional<double> mean_rating() const;
};

/// Means over the topics that have such answers.
struct RatingMeans {
  std::optional<double> precision, rating;  ///< nothing where no topic has one
  std::size_t topics_of_precision = 0, topics_of_rating = 0;
};

struct RatingScores {
  std::vector<TopicRatings> topics;  ///< those with an answer, ascending
  std::size_t raters = 0, without_answer = 0;
  bool by_proxy = false;  ///< no answer is a person's

  RatingMeans means() const;
};

/// The answers by topic, of all strategies together.
/// @returns scores of people's answers or, where there are none, of the proxies'
RatingScores score_topics(const RatingAnswers& answers);

}  // namespace themata
