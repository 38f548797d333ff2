#include "themata/rating/score.hpp"

#include <map>

namespace themata {

std::optional<double> TopicRatings::precision() const {
  if (intrusion_answers == 0) return std::nullopt;
  return static_cast<double>(intruders_found) / static_cast<double>(intrusion_answers);
}

std::optional<double> TopicRatings::mean_rating() const {
  if (ratings == 0) return std::nullopt;
  return static_cast<double>(rating_sum) / static_cast<double>(ratings);
}

RatingMeans RatingScores::means() const {
  RatingMeans means;
  double precisions = 0, ratings = 0;
  for (const TopicRatings& topic : topics) {
    if (const auto precision = topic.precision()) precisions += *precision, ++means.topics_of_precision;
    if (const auto rating = topic.mean_rating()) ratings += *rating, ++means.topics_of_rating;
  }
  if (means.topics_of_precision > 0)
    means.precision = precisions / static_cast<double>(means.topics_of_precision);
  if (means.topics_of_rating > 0) means.rating = ratings / static_cast<double>(means.topics_of_rating);
  return means;
}

RatingScores score_topics(const RatingAnswers& answers) {
  RatingScores scores;
  const std::size_t people = answers.n_people();
  scores.by_proxy = people == 0;
  scores.raters = scores.by_proxy ? answers.raters.size() : people;
  scores.without_answer = answers.without_answer;
  std::map<std::size_t, TopicRatings> topics;
  for (const RatingAnswer& answer : answers.answers) {
    const KeyItem& item = *answer.item;
    if (answers.is_proxy(answer.rater) != scores.by_proxy || item.task == RatingTask::preference) continue;
    TopicRatings& topic = topics[item.origins[0].topic];
    topic.topic = item.origins[0].topic;
    if (item.task == RatingTask::rating) {
      ++topic.ratings;
      topic.rating_sum += static_cast<std::size_t>(answer.value - '0');
      continue;
    }
    ++topic.intrusion_answers;
    if (answer.value == item.intruder) ++topic.intruders_found;
  }
  for (const auto& [number, topic] : topics) scores.topics.push_back(topic);
  return scores;
}

}  // namespace themata
