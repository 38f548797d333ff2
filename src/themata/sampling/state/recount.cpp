#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "themata/io/format.hpp"
#include "themata/io/memory.hpp"
#include "themata/io/scratch.hpp"
#include "themata/sampling/state/block_counts.hpp"
#include "themata/sampling/state/document_range.hpp"
#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

namespace {

constexpr std::size_t rows_at_once = 256;

/// Storing m_dk costs 4 D slots bytes and saves N_d increments per visit.
bool worth_remembering(const Corpus& corpus, std::size_t slots) {
  return !Scratch::in_use() && corpus.n_documents() * slots <= 2 * corpus.n_tokens() + 4096;
}

/// Adds document d's topics to `counts`.
void count_topics(const State& state, const Corpus& corpus, std::size_t d, std::int32_t* counts) {
  for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) ++counts[state.topics[i]];
}

void count_block(State& state, const Corpus& corpus, DocumentRange documents, std::size_t b) {
  std::int32_t* totals = state.block_topic.row(b);
  for (std::size_t d = documents.first; d < documents.last; ++d) {
    const Layout::Piece piece = state.layout.piece(corpus, d, b);
    for (std::size_t i = piece.first; i < piece.last; ++i) {
      state.word_topic.add(state.layout.words[i], state.topics[i], 1);
      ++totals[state.topics[i]];
    }
  }
}

/// A range of consecutive word types, which one thread counts.
struct TypeRange {
  std::uint32_t first, last;
  bool has(std::uint32_t v) const { return v - first < last - first; }
};

/// With one block: counts the tokens of a range of types. Every thread reads all tokens and counts its own
/// range.
void count_types(State& state, TypeRange range) {
  std::int32_t elsewhere = 0;
  for (std::size_t i = 0; i < state.topics.size(); ++i) {
    const std::uint32_t v = state.layout.words[i];
    // An unpredictable part of the tokens is elsewhere, so this avoids a branch.
    ++*(range.has(v) ? state.word_topic.row(v) + state.topics[i] : &elsewhere);
  }
}

/// The same, and lists the counts that are not 0.
void count_and_list_types(State& state, TypeRange range, std::size_t writer) {
  std::int32_t elsewhere = 1;  // never listed
  for (std::size_t i = 0; i < state.topics.size(); ++i) {
    const std::uint32_t v = state.layout.words[i];
    const Topic k = state.topics[i];
    const bool here = range.has(v);
    std::int32_t& count = *(here ? state.word_topic.row(v) + k : &elsewhere);
    state.non_zeros.add(here ? v : state.non_zeros.unlisted(writer), k, count == 0 ? 1U : 0U);
    ++count;
  }
}

/// Cuts the types into ranges with about equal numbers of tokens.
std::vector<TypeRange> balance_ranges(std::span<const std::uint32_t> frequency, std::size_t n_ranges) {
  const std::uint64_t all = std::accumulate(frequency.begin(), frequency.end(), std::uint64_t{0});
  std::vector<TypeRange> ranges{{0, 0}};
  std::uint64_t before = 0;
  for (std::uint32_t v = 0; v < frequency.size(); ++v) {
    if (before * n_ranges >= all * ranges.size()) ranges.push_back({v, v});
    before += frequency[v];
    ranges.back().last = v + 1;
  }
  return ranges;
}

/// Counts the tokens of each topic into the totals of the only block, which are 0.
void count_totals(State& state, Pool& pool) {
  constexpr std::size_t chunk = 1 << 16;  // tokens
  const std::size_t n = state.topics.size();
  std::vector<std::vector<std::int32_t>> parts((n + chunk - 1) / chunk);
  pool.for_chunks(n, chunk, [&](std::size_t first, std::size_t last) {
    std::vector<std::int32_t>& part = parts[first / chunk];
    part.assign(state.slots(), 0);
    for (std::size_t i = first; i < last; ++i) ++part[state.topics[i]];
  });
  for (const auto& part : parts)
    for (std::size_t k = 0; k < state.slots(); ++k) state.block_topic.row(0)[k] += part[k];
}

/// Counts words if there is only one block.
void count_words(State& state, Pool& pool) {
  const std::vector<TypeRange> ranges =
      balance_ranges(state.layout.frequency, static_cast<std::size_t>(pool.threads()));
  if (state.non_zeros.wanted()) {
    state.non_zeros.begin(state.layout, state.slots(), ranges.size());
    pool.for_each(ranges.size(), [&](std::size_t i) { count_and_list_types(state, ranges[i], i); });
    state.non_zeros.finish(pool);
  } else {
    pool.for_each(ranges.size(), [&](std::size_t i) { count_types(state, ranges[i]); });
  }
  count_totals(state, pool);
}

/// Counts words part by part of the documents, as a part may be in files. A block's words belong to no other
/// block, so blocks are counted in parallel.
void count_parts(State& state, const Corpus& corpus, Pool& pool) {
  const std::span<const std::uint32_t> begins = state.layout.share.part_begin;
  for (std::size_t part = 0; part + 1 < begins.size(); ++part)
    pool.for_each(state.layout.n_blocks, [&](std::size_t b) {
      count_block(state, corpus, {begins[part], begins[part + 1]}, b);
    });
}

template <class T>
void clear(Matrix<T>& matrix) {
  std::fill_n(matrix.row(0), matrix.rows() * matrix.columns(), T{0});
}

/// Sets the counts of words to 0, at the cost of those that are not where they are listed.
void clear_words(State& state, Pool& pool) {
  if (!state.layout.share.is_whole()) return state.word_topic.release_all();
  pool.for_chunks(state.word_topic.rows(), rows_at_once, [&](std::size_t first, std::size_t last) {
    if (!state.non_zeros.known()) return state.word_topic.clear(first, last);
    for (std::size_t v = first; v < last; ++v)
      for (const Topic k : state.non_zeros.of(v)) state.word_topic.row(v)[k] = 0;
  });
  state.non_zeros.forget();
}

/// Whether rare words have lists in this process. A rank among several holds few rows at a time.
bool has_lists(const State& state) { return state.lists_rare_words && state.layout.share.is_whole(); }

/// Checks that memory suffices for the counts of `slots` slots, before the machine kills the program.
void require_room(const State& state, const Corpus& corpus, std::size_t slots) {
  // A rank among several has the words of its own blocks, and of one that arrives.
  const Share& share = state.layout.share;
  const std::uint64_t parts = share.is_whole() ? share.n_groups : share.n_held() + 1;
  const std::uint64_t row = sizeof(std::int32_t) * slots;
  const std::uint64_t words = has_lists(state)
                                  ? WordTopicTable::bytes_with_lists(state.layout.frequency, slots)
                                  : corpus.n_types() * parts / share.n_groups * row;
  constexpr std::uint64_t worth_asking = 1 << 24;  // bytes
  const std::uint64_t bytes = words + (worth_remembering(corpus, slots) ? corpus.n_documents() * row : 0);
  if (bytes > worth_asking)
    require_memory(bytes, fmt::format("the state of {} topics", slots),
                   "use fewer topics or a smaller vocabulary");
}

WordTopicTable empty_words(const State& state, std::size_t slots) {
  const Layout& layout = state.layout;
  if (!layout.share.is_whole()) return {layout.types_by_block, layout.block_begin, slots};
  if (has_lists(state)) return WordTopicTable::with_lists(layout.frequency, slots);
  return {layout.block_of.size(), slots};
}

}  // namespace

void recount(State& state, const Corpus& corpus, Pool& pool, std::size_t slots) {
  assert(slots % slot_group == 0);
  if (state.word_topic.columns() != slots || state.word_topic.rows() != corpus.n_types()) {
    state.non_zeros.forget();
    state.word_topic = WordTopicTable();  // free these before allocating the new ones
    state.document_topic = Matrix<std::int32_t>();
    require_room(state, corpus, slots);
    state.word_topic = empty_words(state, slots);
    state.block_topic = Matrix<std::int32_t>(state.layout.n_blocks, slots);
    if (worth_remembering(corpus, slots))
      state.document_topic = Matrix<std::int32_t>(corpus.n_documents(), slots);
    state.prior.resize(slots, 0.0);
  }
  recount(state, corpus, pool);
}

void recount_words(State& state, const Corpus& corpus, Pool& pool) {
  clear(state.block_topic);
  clear_words(state, pool);
  if (state.layout.share.ranks != nullptr)
    share_word_counts(state, pool, [&](std::size_t b) {
      count_block(state, corpus, {0, corpus.n_documents()}, b);
    });
  else if (state.layout.n_blocks == 1)
    count_words(state, pool);
  else
    count_parts(state, corpus, pool);
}

void recount(State& state, const Corpus& corpus, Pool& pool) {
  recount_words(state, corpus, pool);
  if (state.document_topic.empty()) return;
  clear(state.document_topic);
  pool.for_chunks(corpus.n_documents(), rows_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t d = first; d < last; ++d) count_topics(state, corpus, d, state.document_topic.row(d));
  });
}

void add_slots(State& state, const Corpus& corpus, std::size_t more) {
  assert(more % slot_group == 0);
  const std::size_t slots = state.slots() + more;
  require_room(state, corpus, slots);
  if (!worth_remembering(corpus, slots)) state.document_topic = Matrix<std::int32_t>();
  const WordTopicTable words = std::exchange(state.word_topic, empty_words(state, slots));
  hold_blocks(state);
  for (std::uint32_t v = 0; v < corpus.n_types(); ++v)
    if (state.layout.is_here(v)) std::ranges::copy(words.span(v), state.word_topic.row(v));
  for (Matrix<std::int32_t>* counts : {&state.block_topic, &state.document_topic}) {
    if (counts->empty()) continue;
    Matrix<std::int32_t> wider(counts->rows(), counts->columns() + more);
    for (std::size_t r = 0; r < counts->rows(); ++r) std::ranges::copy(counts->span(r), wider.row(r));
    *counts = std::move(wider);
  }
  state.prior.resize(state.slots(), 0.0);
}

}  // namespace themata::sampling
