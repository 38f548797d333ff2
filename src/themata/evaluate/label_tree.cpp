#include "themata/evaluate/label_tree.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

#include "themata/io/plain_text.hpp"

namespace themata {

namespace {

constexpr std::array<std::pair<std::string_view, Against>, 3> against_names{
    {{"siblings", Against::siblings}, {"children", Against::children}, {"all", Against::all}}};

}  // namespace

std::optional<Against> against_named(std::string_view name) {
  const auto found = std::ranges::find(against_names, name, &std::pair<std::string_view, Against>::first);
  return found == against_names.end() ? std::nullopt : std::optional(found->second);
}

std::string_view name_of(Against against) {
  return std::ranges::find(against_names, against, &std::pair<std::string_view, Against>::second)->first;
}

LabelTree::LabelTree(std::vector<std::uint32_t> parents)
    : parents_(std::move(parents)), depth_(parents_.size()), children_(parents_.size() + 1) {
  for (std::uint32_t k = 0; k < parents_.size(); ++k) children_[parents_[k]].push_back(k);
  std::vector<std::uint32_t> waiting(children_.back().rbegin(), children_.back().rend());
  while (!waiting.empty()) {
    const std::uint32_t k = waiting.back();
    waiting.pop_back();
    order_.push_back(k);
    depth_[k] = parents_[k] < parents_.size() ? depth_[parents_[k]] + 1 : 0;
    waiting.insert(waiting.end(), children_[k].rbegin(), children_[k].rend());
  }
}

std::vector<std::uint32_t> LabelTree::rivals(std::size_t k, Against against) const {
  if (against == Against::all) return order_;
  const auto self = static_cast<std::uint32_t>(k);
  if (against == Against::children && !children_[k].empty()) {
    std::vector<std::uint32_t> nodes = children_[k];
    nodes.push_back(self);
    return nodes;
  }
  const std::vector<std::uint32_t>& siblings = children_[parents_[k]];
  return siblings.size() > 1 ? siblings : std::vector<std::uint32_t>{self, parents_[k]};
}

LabelCounts count_labels(const TopicRates& rates, const LabelTree& tree) {
  LabelCounts counts{std::vector<std::size_t>(tree.n_topics()), std::vector<std::size_t>(tree.n_topics())};
  std::set<std::uint32_t> with_above;
  const auto add_way_up = [&](std::uint32_t node) {
    while (node < tree.n_topics() && with_above.insert(node).second) node = tree.parent(node);
  };
  for (std::size_t d = 0; d + 1 < rates.label_begin.size(); ++d) {
    with_above.clear();
    for (const std::uint16_t k : rates.labels_of(d)) {
      ++counts.documents[k];
      add_way_up(k);
    }
    for (const std::uint32_t k : with_above) ++counts.with_below[k];
  }
  return counts;
}

std::string label_table_tsv(const Draw& shown, const GivenPriors& given) {
  const LabelTree tree(given.parents);
  const LabelCounts counts = count_labels(*shown.rates(), tree);
  std::vector<std::uint64_t> tokens(tree.n_topics());
  for (const std::uint16_t k : shown.z) ++tokens[k];
  const auto all = static_cast<double>(std::max<std::size_t>(1, shown.z.size()));
  std::string text = "topic\tlabel\tparent\tdepth\tdocuments\tdocuments_below\ttokens\tshare\n";
  for (const std::uint32_t k : tree.order()) {
    const std::uint32_t parent = tree.parent(k);
    const std::string above = parent < tree.n_topics() ? one_line(given.topic_names[parent]) : "";
    fmt::format_to(std::back_inserter(text), "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.6f}\n", k,
                   one_line(given.topic_names[k]), above, tree.depth(k), counts.documents[k],
                   counts.with_below[k], tokens[k], static_cast<double>(tokens[k]) / all);
  }
  return text;
}

}  // namespace themata
