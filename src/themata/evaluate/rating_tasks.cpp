#include "themata/evaluate/rating_tasks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "themata/evaluate/draw_counts.hpp"
#include "themata/io/error.hpp"
#include "themata/random/shuffle.hpp"
#include "themata/random/stream.hpp"

namespace themata {

namespace {

constexpr std::size_t intruders_a_topic = 20, probable_words = 50;

/// The kinds of draws; each has its own stream.
enum class Part : std::uint32_t { topics = 0, intrusion_order = 1, rating_order = 2, intruder = 3 };

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : key_(chain_key(seed, 1)) {}
  Stream stream(Part part, std::size_t entity = 0) const {
    return {key_, Purpose::rating, static_cast<std::uint64_t>(part), entity};
  }

 private:
  Key key_;
};

/// The best words of every topic, and which words are improbable in a topic.
class WordsOfTopics {
 public:
  WordsOfTopics(const ShownFit& shown, const RatingOptions& options)
      : counts_(topic_word_counts(shown)),
        scores_(word_scores(shown, counts_)),
        type_counts_(column_sums(counts_)) {
    WordRanking ranking = options.ranking;
    ranking.n_words = std::max({ranking.n_words, options.rating_words, intruders_a_topic});
    for (std::size_t k = 0; k < scores_.n_topics(); ++k) {
      best_.push_back(types_of(scores_.top(k, ranking)));
      probable_.push_back(types_of(scores_.top(k, {WordScore::probability, 0.5, probable_words})));
      std::sort(probable_.back().begin(), probable_.back().end());
    }
  }

  std::size_t n_topics() const { return best_.size(); }
  std::size_t n_words(std::size_t k) const { return best_[k].size(); }
  /// The `n` best words of a topic, or all if it has fewer.
  std::vector<std::uint32_t> best(std::size_t k, std::size_t n) const {
    return {best_[k].begin(), best_[k].begin() + static_cast<std::ptrdiff_t>(std::min(n, best_[k].size()))};
  }
  /// The best words of topic j that can be intruders in topic k.
  std::vector<std::uint32_t> intruders(std::size_t k, std::size_t j) const {
    std::vector<std::uint32_t> words = best(j, intruders_a_topic);
    std::erase_if(words, [&](std::uint32_t v) { return !is_improbable(k, v); });
    return words;
  }

 private:
  static std::vector<std::uint32_t> types_of(const std::vector<ScoredWord>& words) {
    std::vector<std::uint32_t> types;
    types.reserve(words.size());
    for (const ScoredWord& word : words) types.push_back(word.type);
    return types;
  }

  bool is_improbable(std::size_t k, std::uint32_t v) const {
    const double of_corpus = static_cast<double>(type_counts_[v]) / static_cast<double>(scores_.n_tokens());
    return !std::ranges::binary_search(probable_[k], v) && scores_.probability(k, v, count(k, v)) < of_corpus;
  }

  /// n_kv
  std::int32_t count(std::size_t k, std::uint32_t v) const {
    const auto types = counts_.columns_of(k);
    const auto found = std::ranges::lower_bound(types, static_cast<std::int32_t>(v));
    if (found == types.end() || *found != static_cast<std::int32_t>(v)) return 0;
    return counts_.counts_of(k)[static_cast<std::size_t>(found - types.begin())];
  }

  SparseCounts counts_;
  WordScores scores_;
  std::vector<std::uint64_t> type_counts_;
  std::vector<std::vector<std::uint32_t>> best_, probable_;
};

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
    throw UsageError(
        fmt::format("no topic has {} different words; give a smaller `words`", options.ranking.n_words),
        {"words", fmt::to_string(options.ranking.n_words), "a smaller number"});
  Stream stream = Draws(options.seed).stream(Part::topics);
  shuffle(topics, stream);
  topics.resize(std::min(topics.size(), options.topics.value_or(topics.size())));
  return topics;
}

std::optional<IntrusionItem> intrusion_item(const WordsOfTopics& words, std::size_t k,
                                            const RatingOptions& options) {
  Stream stream = Draws(options.seed).stream(Part::intruder, k);
  std::vector<std::size_t> others(words.n_topics());
  std::iota(others.begin(), others.end(), std::size_t{0});
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
  for (; !others.empty(); others.pop_back()) {
    std::swap(others[stream.below(static_cast<std::uint32_t>(others.size()))], others.back());
    const std::vector<std::uint32_t> intruders = words.intruders(k, others.back());
    if (intruders.empty()) continue;
    IntrusionItem item{"", k, words.best(k, options.ranking.n_words), 0, others.back()};
    const std::uint32_t intruder = intruders[stream.below(static_cast<std::uint32_t>(intruders.size()))];
    item.words.push_back(intruder);
    shuffle(item.words, stream);
    item.intruder = static_cast<std::size_t>(std::ranges::find(item.words, intruder) - item.words.begin());
    return item;
  }
  return std::nullopt;
}

template <class Item>
void put_in_order(std::vector<Item>& items, Stream stream, char letter) {
  shuffle(items, stream);
  for (std::size_t i = 0; i < items.size(); ++i) items[i].id = fmt::format("{}{}", letter, i + 1);
}

}  // namespace

RatingTasks rating_tasks(const ShownFit& shown, const RatingOptions& options) {
  assert(options.ranking.n_words >= 2);
  RatingTasks tasks;
  const WordsOfTopics words(shown, options);
  for (const std::size_t k : choose_topics(words, options, tasks)) {
    tasks.rating.push_back({"", k, words.best(k, options.rating_words)});
    if (auto item = intrusion_item(words, k, options))
      tasks.intrusion.push_back(std::move(*item));
    else
      ++tasks.no_intruder;
  }
  const Draws draws(options.seed);
  put_in_order(tasks.intrusion, draws.stream(Part::intrusion_order), 'W');
  put_in_order(tasks.rating, draws.stream(Part::rating_order), 'C');
  return tasks;
}

}  // namespace themata
