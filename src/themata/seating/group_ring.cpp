#include "themata/seating/group_ring.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "themata/sampling/state/block_counts.hpp"

namespace themata::seating {

GroupRing::GroupRing(sampling::State& mix, const Tables& tables, const TopicGroups& groups, Pool& pool)
    : layout_(mix.layout), n_groups_(groups.n_groups) {
  const std::vector<std::int64_t> sizes = sampling::topic_sizes(mix);
  send_out(mix, groups, pool);
  for (std::size_t g = 0; g < n_groups_; ++g) {
    if (!share().is_whole() && share().n_held() > 0 && first_place(g) != share().first_group) ++to_arrive_;
    if (owner(first_place(g)) != rank()) continue;
    Beginning& group = beginning_.emplace_back(Beginning{g, {}, {}});
    for (const Topic k : groups.members[g]) group.topics.push_back({tables.of_topic[k], sizes[k]});
    for (std::size_t from = 0; from < n_ranks(); ++from)
      group.counts.push_back(receive(from, group_begins_tag));
  }
  std::ranges::reverse(beginning_);  // the last one is taken first
}

void GroupRing::send_out(sampling::State& mix, const TopicGroups& groups, Pool& pool) {
  std::vector<ListedCounts> listed = list_counts(mix, groups, pool);
  pool.for_each(n_groups_, [&](std::size_t g) {
    for_each_listed(listed[g], [&](std::uint32_t v, std::uint32_t k, std::int32_t) {
      mix.word_topic.row(v)[groups.members[g][k]] = 0;
    });
  });
  for (std::uint32_t b = share().first_group; b < share().end_group; ++b)
    std::ranges::fill(mix.block_topic.span(b), 0);
  for (std::size_t g = 0; g < n_groups_; ++g)
    send(owner(first_place(g)), group_begins_tag,
         to_message(std::span<const std::int32_t>(std::exchange(listed[g], {}))));
}

void GroupRing::send(std::size_t to, std::uint32_t tag, Message message) {
  if (to == rank())
    own_.put(to, tag, std::move(message));
  else
    share().ranks->send(to, tag, std::move(message));
}

Message GroupRing::receive(std::size_t from, std::uint32_t tag) {
  return from == rank() ? own_.take(from, tag) : share().ranks->receive(from, tag);
}

std::optional<MovingGroup> GroupRing::next() {
  std::unique_lock lock(mutex_);
  if (failure_) throw RanksLost();
  const std::size_t n_types = layout_.block_of.size();
  if (!beginning_.empty()) {
    Beginning group = std::move(beginning_.back());
    beginning_.pop_back();
    lock.unlock();
    std::vector<ListedCounts> listed;
    for (const Message& counts : group.counts) listed.push_back(from_message<std::int32_t>(counts));
    group.counts.clear();
    return MovingGroup(group.number, std::move(group.topics), GroupCounts(n_types, listed));
  }
  if (to_arrive_ == 0) return std::nullopt;
  --to_arrive_;
  lock.unlock();
  const std::size_t before = (share().first_group + share().n_groups - 1) % share().n_groups;
  return MovingGroup(receive(owner(before), group_moves_tag), n_types);
}

std::optional<std::size_t> GroupRing::place(const MovingGroup& group) const {
  if (group.visited() == share().n_groups) return std::nullopt;
  return (first_place(group.number()) + group.visited()) % share().n_groups;
}

bool GroupRing::is_here(std::size_t documents) const {
  return documents >= share().first_group && documents < share().end_group;
}

void GroupRing::pass_on(const MovingGroup& group) {
  if (const auto documents = place(group))
    return send(owner(*documents), group_moves_tag, group.to_message(layout_));
  std::vector<ListedCounts> listed(n_ranks(), {static_cast<std::int32_t>(group.number())});
  for (std::uint32_t b = 0; b < layout_.n_blocks; ++b)
    group.counts().append_to(listed[owner(b)], layout_.types_of(b));
  for (std::size_t to = 0; to < listed.size(); ++to)
    send(to, group_ends_tag, to_message(std::span<const std::int32_t>(listed[to])));
  const std::lock_guard lock(mutex_);
  ended_.insert(ended_.end(), {static_cast<std::int64_t>(group.number()),
                               static_cast<std::int64_t>(group.topics().size())});
  for (const GroupTopic& topic : group.topics())
    ended_.insert(ended_.end(), {topic.tables, topic.tokens, topic.is_new});
}

void GroupRing::fail(std::exception_ptr failure) {
  const std::lock_guard lock(mutex_);
  if (failure_) return;
  failure_ = std::move(failure);
  own_.abandon();
  if (share().ranks != nullptr) share().ranks->transport().mailbox().abandon();
}

std::vector<std::vector<GroupTopic>> GroupRing::end() {
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  std::vector<std::int64_t> ended = std::move(ended_);
  if (share().ranks != nullptr) ended = share().ranks->gather(std::span<const std::int64_t>(ended));
  std::vector<std::vector<GroupTopic>> topics(n_groups_);
  for (auto at = ended.begin(); at != ended.end();) {
    auto& group = topics[static_cast<std::size_t>(*at++)];
    for (std::int64_t left = *at++; left > 0; --left, at += 3) group.push_back({at[0], at[1], at[2]});
  }
  return topics;
}

void GroupRing::take_over(sampling::State& mix, const Slots& slots, Pool& pool) {
  std::vector<Message> messages;
  for (std::size_t from = 0; from < n_ranks(); ++from)
    for (std::size_t g = 0; g < n_groups_; ++g)
      if (owner(last_place(g)) == from) messages.push_back(receive(from, group_ends_tag));
  pool.for_each(messages.size(), [&](std::size_t i) {  // no two of them have counts in one slot
    const auto listed = from_message<std::int32_t>(std::exchange(messages[i], {}));
    const auto& slot_of = slots[static_cast<std::size_t>(listed.front())];
    for_each_listed(std::span(listed).subspan(1), [&](std::uint32_t v, std::uint32_t k, std::int32_t n) {
      mix.word_topic.row(v)[slot_of[k]] = n;
      mix.block_topic.row(layout_.block_of[v])[slot_of[k]] += n;
    });
  });
  if (share().ranks != nullptr) sampling::gather_totals(mix);
}

}  // namespace themata::seating
