#include "themata/corpus/label_tree.hpp"

#include <fmt/core.h>

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

/// Checks that there is no circle, and adds the roots that have no edge.
void finish(std::vector<TreeEdge>& edges, EdgeOf& edge_of, const std::string& list) {
  check_no_circle(edges, edge_of, list);
  for (std::size_t i = 0, n = edges.size(); i < n; ++i) {
    const std::string parent = edges[i].parent;
    if (!parent.empty() && edge_of.emplace(parent, edges.size()).second) edges.push_back({parent, ""});
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
  finish(edges, edge_of, path);
  return edges;
}

std::vector<TreeEdge> label_tree_of(std::vector<TreeEdge> edges) {
  const std::string list = "the tree of labels";
  EdgeOf edge_of;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto refuse = [&](InputFault fault) { throw InputError(list, i + 1, std::move(fault)); };
    for (const std::string& name : {edges[i].label, edges[i].parent}) {
      if (name.find_first_of("\t\n\r") != std::string::npos)
        refuse({"has a tab or a line break in a label", "labels without them"});
      if (auto defect = text_defect(name, 0, Encodings::utf8_alone)) refuse(std::move(*defect));
    }
    if (edges[i].label.empty()) refuse({"has no label", "a label and its parent"});
    if (!edge_of.emplace(edges[i].label, i).second)
      refuse({fmt::format("the label '{}' occurs in an earlier edge", edges[i].label)});
  }
  finish(edges, edge_of, list);
  return edges;
}

}  // namespace themata
