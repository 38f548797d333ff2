#include "themata/models/same_topics.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "themata/counts/assignment.hpp"

namespace themata {

namespace {

/// Of each topic a number that it shares with those that have the same prior.
std::vector<std::size_t> classes_of(const GivenPriors& given, std::size_t n_topics) {
  std::set<std::uint32_t> seeded;
  for (const Seed& seed : given.word_prior.seeds()) seeded.insert(seed.topic);
  std::map<double, std::size_t> of_weights;
  std::vector<std::size_t> classes(n_topics);
  for (std::size_t k = 0; k < n_topics; ++k) {
    const bool is_named = !given.topic_names.empty() && !given.topic_names[k].empty();
    const bool is_unlike =
        is_named || !given.parents.empty() || seeded.contains(static_cast<std::uint32_t>(k));
    const double weight = given.alpha_weights.empty() ? 1 : given.alpha_weights[k];
    classes[k] = is_unlike ? k : of_weights.emplace(weight, k).first->second;
  }
  return classes;
}

/// Which topics of a draw and of the reference have tokens in common. Both are numbered as the reference.
class Overlap {
 public:
  Overlap(const Draw& draw, const Draw& reference, std::vector<std::size_t> classes)
      : classes_(std::move(classes)), ours_(reference.n_topics()) {
    for (std::size_t k = 0; k < n_topics(); ++k) ours_[reference.order[k]] = static_cast<std::uint16_t>(k);
    theirs_ = reference.order;
    common_ = common_tokens(reference.z, draw.z, n_topics());
  }

  std::size_t n_topics() const { return classes_.size(); }
  bool are_alike(std::size_t k, std::size_t l) const { return classes_[k] == classes_[l]; }
  std::size_t class_of(std::size_t k) const { return classes_[k]; }
  /// Tokens of topic k of the reference that have topic l in the draw.
  std::int64_t count(std::size_t k, std::size_t l) const { return common_.count(k, theirs_[l]); }
  /// visit(l, count) for topics of the same class, not in any order.
  void for_each(std::size_t k, const auto& visit) const {
    const auto columns = common_.columns_of(k), counts = common_.counts_of(k);
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (const std::uint16_t l = ours_[static_cast<std::size_t>(columns[i])]; are_alike(k, l))
        visit(std::size_t{l}, std::int64_t{counts[i]});
  }

 private:
  std::vector<std::size_t> classes_;
  std::vector<std::uint16_t> ours_, theirs_;  ///< the reference's numbers of saved ones, and the reverse
  SparseCounts common_;
};

/// Of each topic of the reference the topic of the draw.
std::vector<std::size_t> matches_of(const Overlap& overlap) {
  std::map<std::size_t, std::vector<std::size_t>> classes;
  std::vector<std::size_t> place(overlap.n_topics()), match(overlap.n_topics());
  for (std::size_t k = 0; k < match.size(); ++k) {
    std::vector<std::size_t>& members = classes[overlap.class_of(k)];
    place[k] = members.size();
    members.push_back(k);
  }
  for (const auto& [number, members] : classes) {
    std::vector<std::vector<WeighedColumn>> rows(members.size());
    for (std::size_t i = 0; i < members.size(); ++i)
      overlap.for_each(members[i], [&](std::size_t l, std::int64_t n) { rows[i].push_back({place[l], n}); });
    const std::vector<std::size_t> columns = heaviest_permutation(rows);
    for (std::size_t i = 0; i < members.size(); ++i) match[members[i]] = members[columns[i]];
  }
  return match;
}

std::vector<std::uint16_t> unclear_topics(const Overlap& overlap, const std::vector<std::size_t>& match) {
  std::vector<std::size_t> owner(match.size());
  for (std::size_t k = 0; k < match.size(); ++k) owner[match[k]] = k;
  std::vector<bool> is_unclear(match.size(), false);
  for (std::size_t k = 0; k < match.size(); ++k) {
    const std::int64_t own = overlap.count(k, match[k]);
    overlap.for_each(k, [&](std::size_t there, std::int64_t n) {
      const std::size_t other = owner[there];
      if (other == k) return;
      if (n >= own) is_unclear[k] = true;
      const std::int64_t kept = own + overlap.count(other, there),
                         exchanged = n + overlap.count(other, match[k]);
      if (3 * exchanged >= 2 * kept) is_unclear[k] = is_unclear[other] = true;
    });
  }
  std::vector<std::uint16_t> topics;
  for (std::size_t k = 0; k < match.size(); ++k)
    if (is_unclear[k]) topics.push_back(static_cast<std::uint16_t>(k));
  return topics;
}

}  // namespace

Draw numbered_as(Draw draw, const Draw& reference, const GivenPriors& given) {
  if (draw.model->keeps_numbers()) return in_order(std::move(draw), reference.order);
  const Overlap overlap(draw, reference, classes_of(given, reference.n_topics()));
  const std::vector<std::size_t> match = matches_of(overlap);
  std::vector<std::uint16_t> order;
  order.reserve(match.size());
  for (const std::size_t k : match) order.push_back(reference.order[k]);
  draw = in_order(std::move(draw), order);
  draw.unclear = unclear_topics(overlap, match);
  return draw;
}

}  // namespace themata
