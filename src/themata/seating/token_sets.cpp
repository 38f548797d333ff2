#include "themata/seating/token_sets.hpp"

#include <algorithm>

namespace themata::seating {

void TokenSets::gather(std::size_t set, const sampling::State& mix, std::vector<WordTokens>& words) const {
  words.clear();
  for (const std::uint32_t i : places_of(set)) words.push_back({mix.layout.words[first + i], 1});
  if (words.size() <= 1) return;
  std::ranges::sort(words, {}, &WordTokens::word);
  std::size_t last = 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i].word == words[last].word)
      ++words[last].tokens;
    else
      words[++last] = words[i];
  }
  words.resize(last + 1);
}

std::uint64_t bytes_of_moves(const Corpus& corpus, const MoveSizes& sizes) {
  constexpr std::uint64_t of_list = sizeof(std::size_t) + sizeof(std::uint32_t);
  constexpr std::uint64_t of_set = 18, of_listed_count = 2 * sizeof(std::int32_t);
  const std::uint64_t tokens = corpus.n_tokens(), types = corpus.n_types();
  const std::uint64_t sets = tokens * (sizeof(std::uint32_t) + of_set / sizes.tokens_per_set);
  const std::uint64_t counts = of_listed_count * std::min(tokens, types * sizes.slots) + 8 * types;
  const std::size_t at_once = std::min(sizes.at_once, sizes.n_groups);
  const std::uint64_t drawn =
      at_once * (tokens / sizes.n_groups * sizeof(GroupCounts::Entry) + of_list * types);
  return sets + counts + drawn;
}

void move_counts(sampling::State& mix, const std::vector<TokenSets>& chunks, const Slots& slots,
                 std::size_t group) {
  for (const TokenSets& chunk : chunks)
    for (std::size_t t = 0; t < chunk.size(); ++t) {
      const auto places = chunk.places_of(t);
      if (chunk.group[t] != group || places.empty()) continue;
      const sampling::Topic before = mix.topics[chunk.first + places.front()];
      const sampling::Topic after = slots[group][chunk.topic[t]];
      if (before == after) continue;
      for (const std::uint32_t i : places) {
        const std::uint32_t v = mix.layout.words[chunk.first + i];
        --mix.word_topic.row(v)[before];
        ++mix.word_topic.row(v)[after];
        --mix.block_topic.row(mix.layout.block_of[v])[before];
        ++mix.block_topic.row(mix.layout.block_of[v])[after];
      }
    }
}

void give_topics(sampling::State& mix, const TokenSets& chunk, const Slots& slots) {
  for (std::size_t t = 0; t < chunk.size(); ++t) {
    const auto places = chunk.places_of(t);
    if (places.empty()) continue;
    const sampling::Topic before = mix.topics[chunk.first + places.front()];
    const sampling::Topic after = slots[chunk.group[t]][chunk.topic[t]];
    if (before == after) continue;
    for (const std::uint32_t i : places) mix.topics[chunk.first + i] = after;
    if (mix.document_topic.empty()) continue;
    const auto n = static_cast<std::int32_t>(places.size());
    mix.document_topic.row(chunk.document[t])[before] -= n;
    mix.document_topic.row(chunk.document[t])[after] += n;
  }
}

}  // namespace themata::seating
