#include "themata/sampling/state/word_lists.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "themata/sampling/state/word_lists.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "themata/sampling/simd/set_slots-inl.hpp"

#ifndef THEMATA_SAMPLING_WORD_LISTS_ONCE
#define THEMATA_SAMPLING_WORD_LISTS_ONCE
namespace themata::sampling {

/// Size of one word type.
struct WordSize {
  std::int64_t tokens;
  std::size_t topics;
};

}  // namespace themata::sampling
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::sampling::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Calls visit(slot) for the slots with tokens, in ascending order. @returns the number of tokens
template <class Visit>
HWY_INLINE std::int64_t for_counts(std::span<const std::int32_t> counts, const Visit& visit) {
  const hn::CappedTag<std::int32_t, slot_group> ints;
  std::int64_t tokens = 0;
  for (std::size_t first = 0; first < counts.size(); first += hn::Lanes(ints)) {
    const auto is_used = hn::Gt(hn::Load(ints, counts.data() + first), hn::Zero(ints));
    if (HWY_LIKELY(hn::AllFalse(ints, is_used))) continue;
    for_set_slots(ints, is_used, [&](std::size_t j) HWY_ATTR {
      tokens += counts[first + j];
      visit(first + j);
    });
  }
  return tokens;
}

/// Writes the topics of a word's tokens into its list, as far as there is room.
WordSize fill_list(std::span<const std::int32_t> counts, WordList& list) {
  const auto slots = static_cast<Topic>(counts.size());
  const std::size_t room = std::size_t{list.n_groups} * slot_group;
  std::size_t topics = 0;
  list.n_places = 0;
  const std::int64_t tokens = for_counts(counts, [&](std::size_t k) HWY_ATTR {
    if (topics++ < room) list.add(static_cast<Topic>(k), counts[k], slots);
  });
  // An empty list is read before it is known to be empty.
  if (topics == 0 && room > 0) list.groups[0].clear(slots);
  return {tokens, topics};
}

}  // namespace themata::sampling::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::sampling {

HWY_EXPORT(fill_list);

namespace {

constexpr std::size_t types_at_once = 64;  // word types

/// As fill_list(), for a type that has a list already.
WordSize copy_list(const WordTopicTable& word_topic, std::size_t v, WordList& list) {
  const auto slots = static_cast<Topic>(word_topic.columns());
  const std::size_t room = std::size_t{list.n_groups} * slot_group;
  WordSize size{0, 0};
  list.n_places = 0;
  word_topic.for_each(v, [&](std::size_t k, std::int32_t n) {
    size.tokens += n;
    if (size.topics++ < room) list.add(static_cast<Topic>(k), n, slots);
  });
  if (size.topics == 0 && room > 0) list.groups[0].clear(slots);
  return size;
}

void write_list_back(const WordList& list, std::size_t v, WordTopicTable& word_topic) {
  word_topic.clear(v, v + 1);
  for (std::size_t i = 0; i < list.n_places; ++i)
    if (list.count(i) > 0) word_topic.add(v, list.topic(i), list.count(i));
}

void write_row_back(const WordList& list, std::size_t slots, std::int32_t* row) {
  for (std::size_t i = 0; i < list.n_places; ++i)
    if (list.topic(i) < slots) row[list.topic(i)] = list.count(i);
}

std::int64_t tokens_of(const WordTopicTable& word_topic, std::size_t v) {
  if (!word_topic.is_listed(v)) {
    const auto counts = word_topic.span(v);
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  }
  std::int64_t tokens = 0;
  word_topic.for_each(v, [&](std::size_t, std::int32_t n) { tokens += n; });
  return tokens;
}

}  // namespace

/// Gives the lists of some types their groups, one after the other.
Matrix<float> WordLists::memory_for(std::span<const std::uint32_t> types) {
  constexpr std::size_t row = sizeof(float) * slot_group;
  std::size_t groups = 0;
  for (const std::uint32_t v : types) groups += words_[v].n_groups;
  Matrix<float> memory((groups * sizeof(CountGroup) + row - 1) / row, slot_group);
  auto* next = reinterpret_cast<CountGroup*>(memory.row(0));
  for (const std::uint32_t v : types) {
    words_[v].groups = next;
    next += words_[v].n_groups;
  }
  return memory;
}

void WordLists::fill(const WordTopicTable& word_topic, const Layout& layout, Pool& pool,
                     std::size_t further) {
  most_topics_ = word_topic.columns() + further;
  if (words_.size() != word_topic.rows() || slots_ != word_topic.columns()) {
    words_.assign(word_topic.rows(), WordList());
    slots_ = word_topic.columns();
  }
  memory_.resize(layout.share.is_whole() ? 1 : layout.n_blocks);
  if (!try_to_fill(word_topic, layout, pool)) {
    make_room(word_topic, layout, pool);
    try_to_fill(word_topic, layout, pool);
  }
}

bool WordLists::try_to_fill(const WordTopicTable& word_topic, const Layout& layout, Pool& pool) {
  std::atomic<bool> fits = true;
  // Integers, so that the sum is the same in any order.
  std::atomic<std::uint64_t> groups = 0;
  pool.for_chunks(words_.size(), types_at_once, [&](std::size_t first, std::size_t last) {
    std::uint64_t in_chunk = 0;
    for (std::size_t v = first; v < last; ++v) {
      if (!layout.is_here(v)) continue;
      const WordSize size = word_topic.is_listed(v)
                                ? copy_list(word_topic, v, words_[v])
                                : HWY_DYNAMIC_DISPATCH(fill_list)(word_topic.span(v), words_[v]);
      if (words_[v].n_groups < groups_for(size.tokens)) fits = false;
      in_chunk += static_cast<std::uint64_t>(size.tokens) * (slots_for(size.topics) / slot_group);
    }
    groups += in_chunk;
  });
  groups_of_tokens_ = groups;
  return fits;
}

/// A word has at most as many topics as tokens, plus one while a token is in two places. None if no token is
/// ever looked up.
std::uint32_t WordLists::groups_for(std::int64_t tokens) const {
  if (tokens == 0) return 0;
  const auto topics = std::min<std::int64_t>(tokens + 1, static_cast<std::int64_t>(most_topics_));
  return static_cast<std::uint32_t>(slots_for(static_cast<std::size_t>(topics)) / slot_group);
}

void WordLists::make_room(const WordTopicTable& word_topic, const Layout& layout, Pool& pool) {
  pool.for_chunks(words_.size(), types_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      if (!layout.is_here(v)) continue;
      words_[v].n_groups = groups_for(tokens_of(word_topic, v));
    }
  });
  for (Matrix<float>& memory : memory_) memory = Matrix<float>();  // free this before allocating more
  const Share& share = layout.share;
  if (share.is_whole())
    memory_[0] = memory_for(layout.types_by_block);
  else
    for (std::uint32_t b = share.first_group; b < share.end_group; ++b)
      memory_[b] = memory_for(layout.types_of(b));
}

std::size_t WordLists::n_parts(std::span<const std::uint32_t> types) const {
  std::size_t n = types.size();
  for (const std::uint32_t v : types) n += 2 * std::size_t{words_[v].n_places};
  return n;
}

void WordLists::take(std::size_t block, std::span<const std::uint32_t> types, std::int32_t* parts) {
  for (const std::uint32_t v : types) {
    const WordList list = std::exchange(words_[v], WordList());
    *parts++ = static_cast<std::int32_t>(list.n_places);
    for (std::size_t i = 0; i < list.n_places; ++i) {
      *parts++ = list.topic(i);
      *parts++ = list.count(i);
    }
  }
  memory_[block] = Matrix<float>();
}

void WordLists::put(std::size_t block, std::span<const std::uint32_t> types, const std::int32_t* parts) {
  const std::int32_t* part = parts;
  for (const std::uint32_t v : types) {
    std::int64_t tokens = 0;
    for (std::int32_t left = *part++; left > 0; --left, part += 2) tokens += part[1];
    words_[v] = {nullptr, 0, groups_for(tokens)};
  }
  memory_[block] = memory_for(types);
  for (const std::uint32_t v : types)
    for (std::int32_t left = *parts++; left > 0; --left, parts += 2)
      words_[v].add(static_cast<Topic>(parts[0]), parts[1], static_cast<Topic>(slots_));
}

void WordLists::write_back(WordTopicTable& word_topic, Pool& pool) const {
  pool.for_chunks(words_.size(), types_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v)
      if (word_topic.is_listed(v))
        write_list_back(words_[v], v, word_topic);
      else
        write_row_back(words_[v], slots_, word_topic.row(v));
  });
}

void WordLists::write_back_beyond(WordTopicTable& word_topic, std::size_t first,
                                  std::span<const Topic> slot_of, Pool& pool) const {
  pool.for_chunks(words_.size(), types_at_once, [&](std::size_t from, std::size_t to) {
    for (std::size_t v = from; v < to; ++v)
      for (std::size_t i = 0; i < words_[v].n_places; ++i)
        if (words_[v].topic(i) >= first && words_[v].count(i) > 0)
          word_topic.row(v)[slot_of[words_[v].topic(i)]] = words_[v].count(i);
  });
}

}  // namespace themata::sampling
#endif
