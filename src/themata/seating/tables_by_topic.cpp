#include "themata/seating/tables_by_topic.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace themata::seating {

TablesByTopic::TablesByTopic(const sampling::State& mix, const Tables& tables, const Context& context)
    : mix_(mix), tables_(tables), context_(context), places_(mix.slots()) {
  for (std::size_t k = 0; k < places_.size(); ++k)
    places_[k].reserve(static_cast<std::size_t>(tables.of_topic[k]));
  const Corpus& corpus = context.corpus;
  std::vector<bool> seen;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    seen.assign(tables.in_document[d], false);
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) {
      const Seat seat = tables.seat[i];
      if (seen[seat]) continue;
      seen[seat] = true;
      places_[mix.topics[i]].push_back({d, seat});
    }
  }
  for (auto& places : places_) std::ranges::sort(places);
}

void TablesByTopic::set(Topic topic, std::vector<Place> places) {
  if (topic >= places_.size()) places_.resize(topic + std::size_t{1});
  places_[topic] = std::move(places);
}

TableGroup TablesByTopic::group(Topic a, Topic b) const {
  TableGroup group;
  if (a == b)
    group.places.assign(of(a).begin(), of(a).end());
  else
    std::ranges::merge(of(a), of(b), std::back_inserter(group.places));
  add_words(group);
  return group;
}

void TablesByTopic::add_words(TableGroup& group) const {
  constexpr std::size_t chunk = 256;
  group.topic.resize(group.size());
  std::vector<std::vector<std::uint32_t>> words(group.size());
  context_.pool.for_chunks(group.size(), chunk, [&](std::size_t first, std::size_t last) {
    OpenDocument document;
    for (std::size_t t = first; t < last; ++t) {
      const Place& place = group.places[t];
      if (t == first || place.document != group.places[t - 1].document)
        document.open(tables_, context_.corpus, place.document);
      const auto tokens = document.places(place.seat);
      group.topic[t] = mix_.topics[tokens.front()];
      for (const std::size_t i : tokens) words[t].push_back(mix_.layout.words[i]);
      std::ranges::sort(words[t]);
    }
  });
  for (const auto& of_table : words) {
    group.words.insert(group.words.end(), of_table.begin(), of_table.end());
    group.begin.push_back(group.words.size());
  }
}

}  // namespace themata::seating
