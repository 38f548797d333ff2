#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/cluster/mailbox.hpp"
#include "themata/sampling/state/layout.hpp"
#include "themata/seating/group_counts.hpp"

namespace themata::seating {

/// A topic of a group.
struct GroupTopic {
  std::int64_t tables = 0, tokens = 0;
  std::int64_t is_new = 0;  ///< 1 if it came in this sweep
};

/// A group of topics while it goes from one group of documents to the next, with all that decides how tables
/// are drawn there: integers, so that it is the same group after a journey to another rank. What is kept with
/// rounding errors is computed anew in each group of documents.
class MovingGroup {
 public:
  MovingGroup(std::size_t number, std::vector<GroupTopic> topics, GroupCounts counts)
      : number_(number), topics_(std::move(topics)), counts_(std::move(counts)) {}
  MovingGroup(const Message& message, std::size_t n_types);
  Message to_message(const sampling::Layout& layout) const;

  std::size_t number() const { return number_; }
  const std::vector<GroupTopic>& topics() const { return topics_; }
  GroupCounts& counts() { return counts_; }
  const GroupCounts& counts() const { return counts_; }

  /// The groups of documents where it has been.
  std::size_t visited() const { return visited_; }
  void leave() { ++visited_; }

  /// Adds tables and tokens to a topic; takes them away if negative.
  const GroupTopic& change(std::size_t k, std::int64_t tables, std::int64_t tokens);
  /// A number for a new topic: of one that has died, else one more than there were.
  std::size_t make();
  /// Says that a topic has died.
  void release(std::size_t k) { free_.push_back(static_cast<std::int64_t>(k)); }

 private:
  std::size_t number_, visited_ = 0;
  std::vector<GroupTopic> topics_;
  std::vector<std::int64_t> free_;  ///< numbers of topics that have died; the last one is taken first
  GroupCounts counts_;
};

}  // namespace themata::seating
