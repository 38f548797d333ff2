#include "themata/effects/topic_choice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "themata/effects/drawn_theta.hpp"
#include "themata/evaluate/draw_counts.hpp"
#include "themata/io/error.hpp"

namespace themata {

namespace {

constexpr std::size_t words_in_choice = 5;

}  // namespace

std::vector<std::size_t> choose_topics(const ShownFit& pivot, const std::vector<std::size_t>& asked) {
  const std::size_t all = pivot.draw.n_topics();
  if (asked.empty()) {
    std::vector<std::size_t> topics(std::min(all, usual_topics));
    std::iota(topics.begin(), topics.end(), std::size_t{0});
    return topics;
  }
  std::vector<std::size_t> sorted = asked;
  std::ranges::sort(sorted);
  if (sorted.back() >= all)
    throw UsageError(
        OptionFault{"topics", std::to_string(sorted.back()), fmt::format("topics from 0 to {}", all - 1)});
  if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
    throw UsageError(OptionFault{"topics", fmt::format("{} twice", *twice), "each topic once"});
  return asked;
}

std::vector<EffectTopic> describe_topics(const ShownFit& pivot, const std::vector<std::size_t>& topics,
                                         const FoundTopics& found) {
  const SparseCounts counts = topic_word_counts(pivot);
  const WordScores scores = word_scores(pivot, counts);
  std::vector<EffectTopic> described;
  for (const std::size_t k : topics) {
    EffectTopic topic{.number = k};
    if (!pivot.given.topic_names.empty()) topic.name = pivot.given.topic_names[k];
    for (const ScoredWord& word : scores.top(k, {.by = WordScore::probability, .n_words = words_in_choice}))
      topic.words.push_back(pivot.corpus.vocabulary[word.type]);
    topic.draws = found.draws[k];
    topic.everywhere = found.everywhere(k);
    described.push_back(std::move(topic));
  }
  return described;
}

void require_common_topics(const std::vector<EffectTopic>& topics, const std::vector<std::uint32_t>& chains) {
  if (std::ranges::any_of(topics, &EffectTopic::everywhere)) return;
  throw UsageError(
      fmt::format("none of the topics is found in at least half of the draws of all {} chains: "
                  "they have not found the same topics; run them longer, or choose one with "
                  "`chain`",
                  chains.size()));
}

}  // namespace themata
