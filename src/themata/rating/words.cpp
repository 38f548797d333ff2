#include "themata/rating/words.hpp"

#include <algorithm>
#include <cassert>

#include "themata/evaluate/draw_counts.hpp"

namespace themata {

namespace {

constexpr std::size_t intruders_a_topic = 20, probable_words = 50;

std::vector<std::uint32_t> types_of(const std::vector<ScoredWord>& words) {
  std::vector<std::uint32_t> types;
  types.reserve(words.size());
  for (const ScoredWord& word : words) types.push_back(word.type);
  return types;
}

}  // namespace

WordsOfTopics::WordsOfTopics(const ShownFit& shown, std::vector<WordRanking> rankings)
    : counts_(topic_word_counts(shown)),
      scores_(word_scores(shown, counts_)),
      type_counts_(column_sums(counts_)),
      best_(rankings.size()) {
  assert(!rankings.empty());
  for (std::size_t r = 0; r < rankings.size(); ++r) {
    rankings[r].n_words = std::max(rankings[r].n_words, intruders_a_topic);
    for (std::size_t k = 0; k < n_topics(); ++k) best_[r].push_back(types_of(scores_.top(k, rankings[r])));
  }
  for (std::size_t k = 0; k < n_topics(); ++k) {
    probable_.push_back(types_of(scores_.top(k, {WordScore::probability, 0.5, probable_words})));
    std::sort(probable_.back().begin(), probable_.back().end());
  }
}

std::vector<std::uint32_t> WordsOfTopics::best(std::size_t ranking, std::size_t k, std::size_t n) const {
  const std::vector<std::uint32_t>& words = best_[ranking][k];
  return {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(std::min(n, words.size()))};
}

std::vector<std::uint32_t> WordsOfTopics::intruders(std::size_t ranking, std::size_t k, std::size_t j) const {
  std::vector<std::uint32_t> words = best(ranking, j, intruders_a_topic);
  std::erase_if(words, [&](std::uint32_t v) { return !is_improbable(k, v); });
  return words;
}

bool WordsOfTopics::is_improbable(std::size_t k, std::uint32_t v) const {
  const double of_corpus = static_cast<double>(type_counts_[v]) / static_cast<double>(scores_.n_tokens());
  return !std::ranges::binary_search(probable_[k], v) && scores_.probability(k, v, count(k, v)) < of_corpus;
}

std::int32_t WordsOfTopics::count(std::size_t k, std::uint32_t v) const {
  const auto types = counts_.columns_of(k);
  const auto found = std::ranges::lower_bound(types, static_cast<std::int32_t>(v));
  if (found == types.end() || *found != static_cast<std::int32_t>(v)) return 0;
  return counts_.counts_of(k)[static_cast<std::size_t>(found - types.begin())];
}

}  // namespace themata
