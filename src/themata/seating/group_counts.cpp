#include "themata/seating/group_counts.hpp"

#include <algorithm>
#include <numeric>

#include "themata/counts/row_counts.hpp"

namespace themata::seating {

namespace {

/// The slots with tokens, in `counts`.
std::span<const GroupCounts::Count> counts_of(std::span<const std::int32_t> row,
                                              std::vector<GroupCounts::Count>& counts) {
  counts.clear();
  for_each_count(row, [&](std::size_t k, std::int32_t tokens) { counts.push_back({k, tokens}); });
  return counts;
}

}  // namespace

TopicGroups draw_groups(Stream stream, std::span<const sampling::Topic> topics, std::size_t slots,
                        std::size_t n_groups) {
  TopicGroups groups{n_groups, {}, {}, std::vector<std::vector<sampling::Topic>>(n_groups)};
  groups.group_of.resize(slots);
  groups.number_of.resize(slots);
  for (const sampling::Topic k : topics) {
    const std::uint32_t g = stream.below(static_cast<std::uint32_t>(n_groups));
    groups.group_of[k] = static_cast<std::uint16_t>(g);
    groups.number_of[k] = static_cast<std::uint32_t>(groups.members[g].size());
    groups.members[g].push_back(k);
  }
  return groups;
}

GroupCounts::Entry* GroupCounts::List::find(std::uint32_t topic) const {
  return std::find_if(first_, first_ + size_, [=](const Entry& entry) { return entry.topic == topic; });
}

void GroupCounts::List::add(std::uint32_t topic, std::int32_t tokens) {
  Entry* entry = find(topic);
  if (entry == first_ + size_) {
    *entry = {topic, 0};
    ++size_;
  }
  entry->tokens += tokens;
}

void GroupCounts::List::remove(std::uint32_t topic, std::int32_t tokens) {
  Entry* entry = find(topic);
  entry->tokens -= tokens;
  if (entry->tokens == 0) *entry = first_[--size_];
}

GroupCounts::GroupCounts(const sampling::State& mix, const TopicGroups& groups, Pool& pool)
    : n_groups_(groups.n_groups),
      begin_(mix.word_topic.rows() * n_groups_),
      size_(begin_.size()),
      entries_(mix.topics.size()) {
  std::size_t tokens = 0;
  for (std::size_t v = 0; v < mix.word_topic.rows(); ++v) {
    begin_[v * n_groups_] = tokens;
    tokens += mix.layout.frequency[v];
  }
  constexpr std::size_t chunk = 64;  // word types
  pool.for_chunks(mix.word_topic.rows(), chunk, [&](std::size_t first, std::size_t last) {
    std::vector<Count> counts;
    for (std::size_t v = first; v < last; ++v) fill(counts_of(mix.word_topic.span(v), counts), v, groups);
  });
}

void GroupCounts::fill(std::span<const Count> counts, std::size_t word, const TopicGroups& groups) {
  std::size_t* begin = begin_.data() + word * n_groups_;
  const std::size_t all = begin[0];
  std::fill_n(begin, n_groups_, 0);
  for (const Count& count : counts)
    begin[groups.group_of[count.slot]] += static_cast<std::size_t>(count.tokens);
  std::exclusive_scan(begin, begin + n_groups_, begin, all);
  for (const Count& count : counts) {
    const std::size_t g = groups.group_of[count.slot];
    entries_[begin[g] + size_[word * n_groups_ + g]++] = {groups.number_of[count.slot], count.tokens};
  }
}

}  // namespace themata::seating
