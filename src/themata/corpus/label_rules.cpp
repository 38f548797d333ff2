#include "themata/corpus/label_rules.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "themata/io/plain_text.hpp"

namespace themata {

LabelRules::LabelRules(const ImportOptions& options)
    : separator_(options.label_paths),
      drops_(options.drop_ancestors),
      edges_(options.tree.empty() ? label_tree_of(options.given_tree)
                                  : read_label_tree(options.tree, options.encoding)) {
  for (TreeEdge& edge : edges_) edge = {in_nfc(edge.label), in_nfc(edge.parent)};
  for (const TreeEdge& edge : edges_) parents_.emplace(edge.label, edge.parent);
}

std::optional<InputFault> LabelRules::find_fault(std::string_view label) const {
  if (label.find_first_of("\n\r") != std::string_view::npos)
    return InputFault{"a label contains a line break", "labels of one line"};
  if (separator_.empty()) return std::nullopt;
  if (label.find('\t') != std::string_view::npos)
    return InputFault{fmt::format("the label '{}' contains a tab", label), "a path without tabs"};
  // At a label's ends, the blanks of a separator have been trimmed.
  const std::size_t bare = separator_.find_first_not_of(' ');
  const std::string_view trimmed =
      std::string_view(separator_)
          .substr(std::min(bare, separator_.size()), separator_.find_last_not_of(' ') + 1 - bare);
  if (trimmed.size() < separator_.size() && !trimmed.empty() &&
      (label.starts_with(trimmed) || label.ends_with(trimmed)))
    return InputFault{fmt::format("the label '{}' begins or ends with '{}'", label, separator_),
                      "parts joined by it"};
  constexpr std::size_t most_parts = 100;
  std::size_t parts = 0;
  for (std::size_t begin = 0; begin != std::string_view::npos; ++parts) {
    const std::size_t end = label.find(separator_, begin);
    const std::string_view part = label.substr(begin, end == std::string_view::npos ? end : end - begin);
    if (part.empty() || part.front() == ' ' || part.back() == ' ')
      return InputFault{
          fmt::format("the label '{}' has a part that is empty or begins or ends with a blank", label),
          fmt::format("parts joined by '{}'", separator_)};
    begin = end == std::string_view::npos ? end : end + separator_.size();
  }
  if (parts > most_parts)
    return InputFault{fmt::format("a label has {} parts", parts), fmt::format("at most {}", most_parts)};
  return std::nullopt;
}

std::string_view LabelRules::parent_of(std::string_view label) const {
  if (!separator_.empty()) {
    const std::size_t last = label.rfind(separator_);
    return last == std::string_view::npos ? std::string_view() : label.substr(0, last);
  }
  const auto found = parents_.find(label);
  return found == parents_.end() ? std::string_view() : found->second;
}

std::uint64_t LabelRules::drop_ancestors(std::vector<std::string>& labels) const {
  if (!drops_ || labels.size() < 2) return 0;
  std::set<std::string, std::less<>> above;
  for (const std::string& label : labels)
    for (std::string_view parent = parent_of(label); !parent.empty(); parent = parent_of(parent))
      above.emplace(parent);
  std::ranges::sort(labels);
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  return std::erase_if(labels, [&](const std::string& label) { return above.contains(label); });
}

std::vector<TreeEdge> LabelRules::tree(const std::vector<std::string>& labels) const {
  if (separator_.empty()) return edges_;
  std::set<std::string, std::less<>> nodes;
  for (std::string_view label : labels)
    for (; !label.empty() && nodes.emplace(label).second; label = parent_of(label)) continue;
  std::vector<TreeEdge> edges;
  edges.reserve(nodes.size());
  for (const std::string& node : nodes) edges.push_back({node, std::string(parent_of(node))});
  return edges;
}

}  // namespace themata
