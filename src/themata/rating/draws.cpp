#include "themata/rating/draws.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace themata {

std::optional<IntrusionItem> draw_intrusion(const WordsOfTopics& words, std::size_t ranking, std::size_t k,
                                            std::size_t n_words, Stream stream) {
  std::vector<std::size_t> others(words.n_topics());
  std::iota(others.begin(), others.end(), std::size_t{0});
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
  for (; !others.empty(); others.pop_back()) {
    std::swap(others[stream.below(static_cast<std::uint32_t>(others.size()))], others.back());
    const std::vector<std::uint32_t> intruders = words.intruders(ranking, k, others.back());
    if (intruders.empty()) continue;
    IntrusionItem item{"", k, words.best(ranking, k, n_words), 0, others.back()};
    const std::uint32_t intruder = intruders[stream.below(static_cast<std::uint32_t>(intruders.size()))];
    item.words.push_back(intruder);
    shuffle(item.words, stream);
    item.intruder = static_cast<std::size_t>(std::ranges::find(item.words, intruder) - item.words.begin());
    return item;
  }
  return std::nullopt;
}

}  // namespace themata
