#include "themata/rating/tasks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/rating/draws.hpp"
#include "themata/rating/words.hpp"

namespace themata {

namespace {

/// The topics that have enough words, or the requested number of them.
std::vector<std::size_t> choose_topics(const WordsOfTopics& words, const RatingOptions& options,
                                       RatingTasks& tasks) {
  std::vector<std::size_t> topics;
  for (std::size_t k = 0; k < words.n_topics(); ++k)
    if (words.n_words(k) >= options.ranking.n_words)
      topics.push_back(k);
    else
      ++tasks.too_few_words;
  if (topics.empty())
    throw UsageError(fmt::format("no topic has {} different words{}", options.ranking.n_words,
                                 options.ranking.n_words > 2 ? "; give a smaller `words`" : ""),
                     {"words", std::to_string(options.ranking.n_words), "a smaller number"});
  Stream stream = rating_stream(options.seed, RatingDraw::topics);
  shuffle(topics, stream);
  topics.resize(std::min(topics.size(), options.topics.value_or(topics.size())));
  return topics;
}

}  // namespace

RatingTasks rating_tasks(const ShownFit& shown, const RatingOptions& options) {
  assert(options.ranking.n_words >= 2);
  RatingTasks tasks;
  WordRanking ranking = options.ranking;
  ranking.n_words = std::max(ranking.n_words, options.rating_words);
  const WordsOfTopics words(shown, {ranking});
  for (const std::size_t k : choose_topics(words, options, tasks)) {
    tasks.rating.push_back({"", k, words.best(0, k, options.rating_words)});
    const Stream stream = rating_stream(options.seed, RatingDraw::intruder, k);
    if (auto item = draw_intrusion({words, 0, k}, options.ranking.n_words, stream))
      tasks.intrusion.push_back(std::move(*item));
    else
      ++tasks.no_intruder;
  }
  put_in_order(tasks.intrusion, rating_stream(options.seed, RatingDraw::intrusion_order), 'W');
  put_in_order(tasks.rating, rating_stream(options.seed, RatingDraw::rating_order), 'C');
  return tasks;
}

}  // namespace themata
