#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

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

/// A range of probabilities.
struct Interval {
  double low = 0, high = 1;
};

/// Clopper and Pearson's interval for a success probability: its coverage is at least 95%.
Interval exact_interval(std::size_t successes, std::size_t trials);

/// Means over the topics that have such answers.
struct RatingMeans {
  std::optional<double> precision, rating;  ///< nothing where no topic has one
  std::size_t topics_of_precision = 0, topics_of_rating = 0;
};

struct RatingScores {
  std::vector<TopicRatings> topics;  ///< those with an answer, ascending
  std::size_t raters = 0, without_answer = 0;

  RatingMeans means() const;
};

/// Compares answers with a key.
/// @param answers  CSV with the columns rater, item, answer. For an intrusion item the answer is the word's
/// letter, upper or lower case; for a rating item 1, 2 or 3. Rows with an empty answer are counted and
/// ignored.
/// @param key      the key.csv of the tasks
/// @throws InputError with file and line for an unknown item, an invalid answer, a rater's second answer to
/// an item, or no answer at all
RatingScores score_ratings(const std::filesystem::path& answers, const std::filesystem::path& key);

}  // namespace themata
