#include "themata/seating/group_counts.hpp"

#include <algorithm>
#include <numeric>

#include "themata/counts/row_counts.hpp"

namespace themata::seating {

namespace {

constexpr std::size_t none = SIZE_MAX;

/// Appends a count after those of the same word type and of other ones. @param head  where the last type
/// begins, or none
void append_count(ListedCounts& listed, std::size_t& head, std::uint32_t word,
                  const GroupCounts::Entry& entry) {
  if (const auto type = static_cast<std::int32_t>(word); head == none || listed[head] != type) {
    head = listed.size();
    listed.push_back(type);
    listed.push_back(0);
  }
  ++listed[head + 1];
  listed.push_back(static_cast<std::int32_t>(entry.topic));
  listed.push_back(entry.tokens);
}

/// The counts of some word types, by group.
std::vector<ListedCounts> list_types(const sampling::State& mix, const TopicGroups& groups,
                                     std::span<const std::uint32_t> types) {
  std::vector<ListedCounts> listed(groups.n_groups);
  std::vector<std::size_t> heads(groups.n_groups, none);
  for (const std::uint32_t v : types)
    for_each_count(mix.word_topic.span(v), [&](std::size_t k, std::int32_t tokens) {
      const std::size_t g = groups.group_of[k];
      append_count(listed[g], heads[g], v, {groups.number_of[k], tokens});
    });
  return listed;
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

GroupCounts::GroupCounts(std::size_t n_types, std::span<const ListedCounts> parts)
    : begin_(n_types + 1), size_(n_types) {
  for (const ListedCounts& part : parts)
    for_each_listed(part, [&](std::uint32_t word, std::uint32_t, std::int32_t tokens) {
      begin_[word + std::size_t{1}] += static_cast<std::size_t>(tokens);
    });
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  entries_.resize(begin_.back());
  for (const ListedCounts& part : parts)
    for_each_listed(part, [&](std::uint32_t word, std::uint32_t topic, std::int32_t tokens) {
      entries_[begin_[word] + size_[word]++] = {topic, tokens};
    });
}

void GroupCounts::append_to(ListedCounts& listed, std::span<const std::uint32_t> types) const {
  std::size_t head = none;
  for (const std::uint32_t v : types)
    for (const Entry& entry : std::span(entries_).subspan(begin_[v], size_[v]))
      append_count(listed, head, v, entry);
}

std::vector<ListedCounts> list_counts(const sampling::State& mix, const TopicGroups& groups, Pool& pool) {
  constexpr std::size_t most_parts = 32;  // each has lists of all groups
  const sampling::Layout& layout = mix.layout;
  const std::size_t first_type = layout.block_begin[layout.share.first_group];
  const auto types = std::span(layout.types_by_block)
                         .subspan(first_type, layout.block_begin[layout.share.end_group] - first_type);
  const std::size_t chunk = types.size() / most_parts + 1;
  std::vector<std::vector<ListedCounts>> parts((types.size() + chunk - 1) / chunk);
  pool.for_chunks(types.size(), chunk, [&](std::size_t first, std::size_t last) {
    parts[first / chunk] = list_types(mix, groups, types.subspan(first, last - first));
  });
  std::vector<ListedCounts> listed(groups.n_groups);
  pool.for_each(groups.n_groups, [&](std::size_t g) {
    std::size_t size = 0;
    for (const auto& part : parts) size += part[g].size();
    listed[g].reserve(size);
    for (auto& part : parts) {
      listed[g].insert(listed[g].end(), part[g].begin(), part[g].end());
      part[g] = {};
    }
  });
  return listed;
}

}  // namespace themata::seating
