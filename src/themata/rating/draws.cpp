#include "themata/rating/draws.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace themata {

namespace {

/// All topics but one.
std::vector<std::size_t> other_topics(const TopicByRanking& of) {
  std::vector<std::size_t> others(of.words.n_topics());
  std::iota(others.begin(), others.end(), std::size_t{0});
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(of.topic));
  return others;
}

IntrusionItem item_of(const TopicByRanking& of, std::size_t n_words, std::uint32_t intruder, Stream& stream) {
  IntrusionItem item{"", of.topic, of.words.best(of.ranking, of.topic, n_words), 0, 0};
  item.words.push_back(intruder);
  shuffle(item.words, stream);
  item.intruder = static_cast<std::size_t>(std::ranges::find(item.words, intruder) - item.words.begin());
  return item;
}

}  // namespace

std::optional<IntrusionItem> draw_intrusion(const TopicByRanking& of, std::size_t n_words, Stream stream) {
  std::vector<std::size_t> others = other_topics(of);
  for (; !others.empty(); others.pop_back()) {
    std::swap(others[stream.below(static_cast<std::uint32_t>(others.size()))], others.back());
    const std::vector<std::uint32_t> intruders = of.words.intruders(of.ranking, of.topic, others.back());
    if (intruders.empty()) continue;
    const std::uint32_t intruder = intruders[stream.below(static_cast<std::uint32_t>(intruders.size()))];
    IntrusionItem item = item_of(of, n_words, intruder, stream);
    item.intruder_topic = others.back();
    return item;
  }
  return std::nullopt;
}

std::vector<std::uint32_t> intruder_candidates(const TopicByRanking& of) {
  std::vector<std::uint32_t> candidates;
  for (const std::size_t other : other_topics(of)) {
    const std::vector<std::uint32_t> words = of.words.intruders(of.ranking, of.topic, other);
    candidates.insert(candidates.end(), words.begin(), words.end());
  }
  std::ranges::sort(candidates);
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  return candidates;
}

IntrusionItem intrusion_with(const TopicByRanking& of, std::size_t n_words, std::uint32_t intruder,
                             Stream stream) {
  IntrusionItem item = item_of(of, n_words, intruder, stream);
  for (const std::size_t other : other_topics(of)) {
    const std::vector<std::uint32_t> words = of.words.intruders(of.ranking, of.topic, other);
    if (std::ranges::find(words, intruder) == words.end()) continue;
    item.intruder_topic = other;
    break;
  }
  return item;
}

}  // namespace themata
