#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <vector>

#include "themata/cluster/mailbox.hpp"
#include "themata/seating/moving_group.hpp"
#include "themata/seating/tables.hpp"
#include "themata/seating/token_sets.hpp"

namespace themata::seating {

/// Tags of messages: the counts with which a group of topics begins, the group on its way, and the counts
/// with which it ends. Not those of sampling/state/block_counts.hpp.
inline constexpr std::uint32_t group_begins_tag = 3, group_moves_tag = 4, group_ends_tag = 5;

/// Groups of topics that go round the groups of documents, of which each rank has some. Group g of G begins
/// at document group floor(g P / G) of P, and goes through the next ones in order, after the last one through
/// the first ones. Its counts come from the ranks that hold the words' blocks, and return there. Where one
/// process holds all documents, its groups stay there.
class GroupRing {
 public:
  /// Sends out the counts with which groups begin, which become 0 here. On all ranks; the groups are the same
  /// there.
  GroupRing(sampling::State& mix, const Tables& tables, const TopicGroups& groups, Pool& pool);

  /// A group to draw, here where it begins or has come to; waits for it. On any thread. @return  nothing if
  /// none will come any more @throws RanksLost
  std::optional<MovingGroup> next();
  /// The document group where a group is now; nothing if it has been everywhere.
  std::optional<std::size_t> place(const MovingGroup& group) const;
  bool is_here(std::size_t documents) const;
  /// Hands a group over that next() gave: to the rank where it is now, or its counts to the ranks that hold
  /// the words. On any thread.
  void pass_on(const MovingGroup& group);

  /// Makes every next() on this rank throw. @param failure  thrown again by end()
  void fail(std::exception_ptr failure);
  /// The topics of all groups, which have been everywhere. On all ranks, each after its last next().
  std::vector<std::vector<GroupTopic>> end();
  /// Takes over the counts with which the groups ended. On all ranks. @param slots  those of the topics
  void take_over(sampling::State& mix, const Slots& slots, Pool& pool);

 private:
  /// A group that begins here.
  struct Beginning {
    std::size_t number;
    std::vector<GroupTopic> topics;
    std::vector<Message> counts;  ///< by rank
  };

  std::size_t rank() const { return share().ranks == nullptr ? 0 : share().ranks->rank(); }
  std::size_t n_ranks() const { return share().ranks == nullptr ? 1 : share().ranks->size(); }
  const sampling::Share& share() const { return layout_.share; }
  std::size_t first_place(std::size_t g) const { return g * share().n_groups / n_groups_; }
  std::size_t last_place(std::size_t g) const {
    return (first_place(g) + share().n_groups - 1) % share().n_groups;
  }
  std::size_t owner(std::size_t documents) const {
    return share().owner(static_cast<std::uint32_t>(documents));
  }
  void send_out(sampling::State& mix, const TopicGroups& groups, Pool& pool);
  void send(std::size_t to, std::uint32_t tag, Message message);
  Message receive(std::size_t from, std::uint32_t tag);

  const sampling::Layout& layout_;
  std::size_t n_groups_;  ///< G
  Mailbox own_;           ///< messages of this rank to itself
  std::mutex mutex_;
  std::vector<Beginning> beginning_;
  std::size_t to_arrive_ = 0;        ///< groups that have still to come from another rank
  std::vector<std::int64_t> ended_;  ///< groups that ended here: number, topics, and what is known of each
  std::exception_ptr failure_;
};

}  // namespace themata::seating
