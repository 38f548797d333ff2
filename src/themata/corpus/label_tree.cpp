#include "themata/corpus/label_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "themata/io/error.hpp"
#include "themata/io/lines.hpp"

namespace themata {

namespace {

/// For each label, the index of its edge to its parent.
using EdgeOf = std::unordered_map<std::string, std::size_t>;

TreeEdge parse_edge(std::string_view line, const LineReader& lines) {
  const std::size_t tab = std::min(line.find('\t'), line.size());
  TreeEdge edge;
  edge.label = line.substr(0, tab);
  edge.parent = line.substr(std::min(tab + 1, line.size()));
  if (edge.label.empty()) lines.refuse(InputFault{"has no label", "'label TAB parent'"});
  if (edge.parent.find('\t') != std::string::npos)
    lines.refuse(InputFault{"has more than two columns", "'label TAB parent'"});
  return edge;
}

/// Follows the parents of every label; visits each label once.
void check_no_circle(const std::vector<TreeEdge>& edges, const EdgeOf& edge_of, const std::string& path) {
  std::vector<std::size_t> walk_of(edges.size(), 0);  // the walk that visited it, from 1; 0: none yet
  for (std::size_t start = 0; start < edges.size(); ++start) {
    std::size_t at = start;
    while (walk_of[at] == 0) {
      walk_of[at] = start + 1;
      const auto parent = edge_of.find(edges[at].parent);
      if (parent == edge_of.end()) break;
      at = parent->second;
      if (walk_of[at] == start + 1)
        throw InputError(
            path, 0, InputFault{fmt::format("the label '{}' is above itself", edges[at].label), "a tree"});
    }
  }
}

}  // namespace

std::vector<TreeEdge> read_label_tree(const std::string& path, const std::string& encoding) {
  std::vector<TreeEdge> edges;
  EdgeOf edge_of;
  LineReader lines(path, encoding);
  std::string_view line;
  while (lines.next(line)) {
    if (line.empty()) continue;
    edges.push_back(parse_edge(line, lines));
    if (!edge_of.emplace(edges.back().label, edges.size() - 1).second)
      lines.refuse(fmt::format("the label '{}' occurs on an earlier line", edges.back().label));
  }
  if (edges.empty()) throw InputError(path, 0, InputFault{"is empty", "'label TAB parent' lines"});
  check_no_circle(edges, edge_of, path);
  for (std::size_t i = 0, n = edges.size(); i < n; ++i) {
    const std::string parent = edges[i].parent;
    if (!parent.empty() && edge_of.emplace(parent, edges.size()).second) edges.push_back({parent, ""});
  }
  return edges;
}

}  // namespace themata
