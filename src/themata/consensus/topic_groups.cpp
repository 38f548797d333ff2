#include "themata/consensus/topic_groups.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "themata/align/distance.hpp"
#include "themata/random/quantiles.hpp"
#include "themata/random/shuffle.hpp"

namespace themata {

namespace {

/// Heights at which a tree may be cut: below the first only copies are joined, above the last all topics.
constexpr double first_cut = 0.30, last_cut = 0.90, cut_step = 0.025;
constexpr std::size_t n_splits = 8;
/// Documents that cuts are scored by; more say nothing new.
constexpr std::size_t most_scored = 20'000;

TopicSet words_of(const ChainTopics& topics) {
  TopicSet set;
  set.n_types = topics.n_types;
  set.first = {0};
  for (std::size_t k = 0; k < topics.size(); ++k) {
    double total = 0;
    for (const MeanCount& word : topics.words[k]) total += word.tokens;
    for (const MeanCount& word : topics.words[k]) {
      set.types.push_back(word.of);
      set.phi.push_back(word.tokens / total);
    }
    set.first.push_back(set.types.size());
  }
  set.absent.assign(topics.size(), 0);
  set.sizes.assign(topics.size(), 0);
  return set;
}

/// The part of the topics that some chains have: their numbers, ascending.
std::vector<std::uint32_t> topics_of_chains(const ChainTopics& topics, const std::vector<bool>& has_chain) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t k = 0; k < topics.size(); ++k)
    if (has_chain[topics.chain[k]]) numbers.push_back(k);
  return numbers;
}

/// One half of the chains in one of the splits.
std::vector<bool> half_of_chains(std::size_t n, std::size_t split) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Stream stream(chain_key(0, 1), Purpose::consensus, split, 0);
  shuffle(order, stream);
  std::vector<bool> half(n, false);
  for (std::size_t i = 0; i < n / 2; ++i) half[order[i]] = true;
  return half;
}

/// Some of the chains by themselves.
struct Half {
  ChainTopics topics;  ///< without words
  std::vector<Merge> tree;

  Half(const ChainTopics& all, const CostMatrix& distances, const std::vector<bool>& has_chain,
       std::span<const std::uint32_t> documents) {
    const std::vector<std::uint32_t> members = topics_of_chains(all, has_chain);
    std::vector<std::uint32_t> number(all.size(), RecurringTopics::none);
    topics.n_chains = static_cast<std::size_t>(std::ranges::count(has_chain, true));
    CostMatrix own(members.size(), members.size());
    for (std::uint32_t i = 0; i < members.size(); ++i) {
      number[members[i]] = i;
      topics.chain.push_back(all.chain[members[i]]);
      topics.tokens.push_back(all.tokens[members[i]]);
      for (std::size_t j = 0; j < members.size(); ++j) own.row(i)[j] = distances.row(members[i])[members[j]];
    }
    for (const std::uint32_t d : documents) {
      auto& cells = topics.documents.emplace_back();
      for (const MeanCount& cell : all.documents[d])
        if (number[cell.of] != RecurringTopics::none) cells.push_back({number[cell.of], cell.tokens});
    }
    tree = average_linkage(std::move(own));
  }
};

std::vector<std::uint32_t> evenly_spread(std::size_t n, std::size_t most) {
  const std::size_t some = std::min(n, most);
  std::vector<std::uint32_t> numbers(some);
  for (std::size_t i = 0; i < some; ++i) numbers[i] = static_cast<std::uint32_t>(i * n / some);
  return numbers;
}

}  // namespace

std::size_t least_chains(std::size_t n, double share) {
  const auto asked = static_cast<std::size_t>(std::ceil(share * static_cast<double>(n) - 1e-9));
  return std::clamp<std::size_t>(asked, std::min<std::size_t>(2, n), n);
}

CostMatrix distances_of(const ChainTopics& topics, Pool& pool) {
  const TopicSet set = words_of(topics);
  return topic_distances(set, set, TopicDistance::hellinger, pool);
}

RecurringTopics cut_tree(const ChainTopics& topics, const std::vector<Merge>& tree, double height,
                         std::size_t least) {
  const std::size_t n = topics.size();
  std::vector<RecurringTopic> nodes(n + tree.size());
  for (std::uint32_t k = 0; k < n; ++k) nodes[k].members = {k};
  for (std::size_t i = 0; i < tree.size() && tree[i].height <= height; ++i) {
    std::vector<std::uint32_t>&a = nodes[tree[i].a].members, &b = nodes[tree[i].b].members;
    std::ranges::merge(a, b, std::back_inserter(nodes[n + i].members));
    a.clear();
    b.clear();
  }
  RecurringTopics recurring{.groups = {}, .group_of = {}, .cut = height, .least_chains = least};
  for (RecurringTopic& node : nodes) {
    std::vector<bool> has(topics.n_chains == 0 ? 0 : topics.chain.back() + 1, false);
    for (const std::uint32_t k : node.members) {
      node.chains += has[topics.chain[k]] ? 0 : 1;
      has[topics.chain[k]] = true;
      node.tokens += topics.tokens[k];
    }
    if (node.chains >= least) recurring.groups.push_back(std::move(node));
  }
  std::ranges::stable_sort(recurring.groups, std::ranges::greater(), &RecurringTopic::tokens);
  recurring.group_of.assign(n, RecurringTopics::none);
  double kept = 0;
  for (std::uint32_t g = 0; g < recurring.groups.size(); ++g) {
    for (const std::uint32_t k : recurring.groups[g].members) recurring.group_of[k] = g;
    kept += recurring.groups[g].tokens;
  }
  const double all = std::accumulate(topics.tokens.begin(), topics.tokens.end(), 0.0);
  recurring.share = all > 0 ? kept / all : 0;
  return recurring;
}

std::vector<std::uint32_t> main_topics(const ChainTopics& topics, const RecurringTopics& recurring,
                                       std::span<const std::uint32_t> documents) {
  const auto n_groups = static_cast<std::uint32_t>(recurring.groups.size());
  std::vector<std::uint32_t> result;
  std::vector<double> tokens(n_groups, 0);
  for (const std::uint32_t d : documents) {
    std::uint32_t best = n_groups;
    double most = 0;
    for (const MeanCount& cell : topics.documents[d])
      if (const std::uint32_t g = recurring.group_of[cell.of]; g != RecurringTopics::none)
        tokens[g] += cell.tokens;
    for (const MeanCount& cell : topics.documents[d]) {
      const std::uint32_t g = recurring.group_of[cell.of];
      if (g == RecurringTopics::none) continue;
      const double own = std::exchange(tokens[g], 0);
      if (own > most || (own == most && own > 0 && g < best)) best = g, most = own;
    }
    result.push_back(best);
  }
  return result;
}

std::vector<CutScore> score_cuts(const ChainTopics& topics, const CostMatrix& distances, double share,
                                 Pool& pool) {
  const std::vector<std::uint32_t> documents = evenly_spread(topics.documents.size(), most_scored);
  std::vector<std::uint32_t> all(documents.size());
  std::iota(all.begin(), all.end(), 0U);
  std::vector<std::unique_ptr<Half>> halves(2 * n_splits);
  pool.for_each(halves.size(), [&](std::size_t i) {
    std::vector<bool> half = half_of_chains(topics.n_chains, i / 2);
    if (i % 2 == 1) half.flip();
    halves[i] = std::make_unique<Half>(topics, distances, half, documents);
  });
  std::vector<CutScore> scores;
  for (double height = first_cut; height < last_cut + cut_step / 2; height += cut_step)
    scores.push_back({.height = height});
  std::vector<PartitionAgreement> agreements(scores.size() * n_splits);
  pool.for_each(agreements.size(), [&](std::size_t i) {
    const double height = scores[i / n_splits].height;
    std::vector<std::uint32_t> parts[2];
    for (const std::size_t side : {0, 1}) {
      const Half& half = *halves[2 * (i % n_splits) + side];
      const std::size_t least = least_chains(half.topics.n_chains, share);
      parts[side] = main_topics(half.topics, cut_tree(half.topics, half.tree, height, least), all);
    }
    agreements[i] = agreement_of(parts[0], parts[1]);
  });
  for (std::size_t i = 0; i < agreements.size(); ++i) {
    PartitionAgreement& mean = scores[i / n_splits].agreement;
    mean.information += agreements[i].information / n_splits;
    mean.adjusted += agreements[i].adjusted / n_splits;
  }
  return scores;
}

CutScore best_cut(std::span<const CutScore> scores) {
  return *std::ranges::max_element(scores, {}, &CutScore::score);
}

Recurrence recurrence_of(std::size_t m, std::size_t n) {
  const double a = static_cast<double>(m) + 0.5, b = static_cast<double>(n - m) + 0.5;
  return {.mean = a / (a + b), .low = beta_quantile(a, b, 0.05), .high = beta_quantile(a, b, 0.95)};
}

}  // namespace themata
