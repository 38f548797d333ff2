#include "themata/seating/tables.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "themata/io/interruptions.hpp"

namespace themata::seating {

std::int64_t Tables::total() const {
  return std::accumulate(of_topic.begin(), of_topic.end(), std::int64_t{0});
}

std::int64_t Tables::topics() const {
  return std::ranges::count_if(of_topic, [](std::int64_t m) { return m > 0; });
}

Tables tables_of(std::vector<Seat> seat, const sampling::State& mix, const Corpus& corpus, Pool& pool) {
  Tables tables;
  tables.seat = std::move(seat);
  tables.in_document.resize(corpus.n_documents());
  constexpr std::size_t chunk = 256;
  std::vector<std::vector<std::int64_t>> parts((corpus.n_documents() + chunk - 1) / chunk);
  pool.for_chunks(corpus.n_documents(), chunk, [&](std::size_t first, std::size_t last) {
    std::vector<std::int64_t>& part = parts[first / chunk];
    part.resize(mix.slots());
    for (std::size_t d = first; d < last; ++d)
      tables.in_document[d] = static_cast<std::uint32_t>(
          count_tables(std::span(tables.seat).subspan(corpus.offsets()[d], corpus.length(d)),
                       sampling::topics_of(mix, corpus, d), part));
  });
  std::vector<std::uint64_t> sums(mix.slots());
  for (const auto& part : parts)
    for (std::size_t k = 0; k < part.size(); ++k) sums[k] += static_cast<std::uint64_t>(part[k]);
  if (mix.layout.share.ranks != nullptr) mix.layout.share.ranks->sum(sums);
  tables.of_topic.assign(sums.begin(), sums.end());
  return tables;
}

void count_tokens(const Tables& tables, const Corpus& corpus, std::size_t d,
                  std::vector<std::int64_t>& tokens) {
  tokens.assign(tables.in_document[d], 0);
  for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) ++tokens[tables.seat[i]];
}

void OpenDocument::open(const Tables& tables, const Corpus& corpus, std::size_t d) {
  const std::size_t first = corpus.offsets()[d], last = corpus.offsets()[d + 1];
  begin_.assign(tables.in_document[d] + std::size_t{1}, 0);
  for (std::size_t i = first; i < last; ++i) ++begin_[tables.seat[i] + std::size_t{1}];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  places_.resize(last - first);
  std::vector<std::size_t> next(begin_.begin(), begin_.end());
  for (std::size_t i = first; i < last; ++i) places_[next[tables.seat[i]]++] = i;
}

void check(const Tables& tables, const sampling::State& mix, const Corpus& corpus) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::logic_error(fmt::format("seating: {}", what));
  };
  require(mix.layout.n_blocks == 1, "tokens in the corpus's order");
  Pool alone(1);
  const Tables fresh = tables_of(tables.seat, mix, corpus, alone);
  require(fresh.in_document == tables.in_document, "tables of documents are counted");
  require(fresh.of_topic == tables.of_topic, "tables of topics are counted");
  const auto fault = find_fault(tables.seat, mix.topics, corpus);
  require(!fault, fault ? fault->c_str() : "");
}

std::size_t empty_slot(sampling::State& mix, Tables& tables, const Corpus& corpus) {
  const auto slot = static_cast<std::size_t>(std::ranges::find(tables.of_topic, 0) - tables.of_topic.begin());
  if (slot < tables.of_topic.size()) return slot;
  // Adds a third more, so that a start without topics does not copy the counts for every few topics.
  sampling::add_slots(mix, corpus, slot_group + slots_for(slot / 3));
  tables.of_topic.resize(mix.slots());
  return slot;
}

void check_room(std::int64_t topics, std::size_t max_topics, std::uint64_t sweep) {
  if (static_cast<std::size_t>(topics) >= max_topics)
    throw TopicLimitError(fmt::format("the model needs {} topics at sweep {}; `max-topics` allows {}",
                                      topics + 1, sweep, max_topics));
}

}  // namespace themata::seating
