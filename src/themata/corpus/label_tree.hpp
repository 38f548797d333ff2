#pragma once

#include <string>
#include <vector>

namespace themata {

/// A label and the one above it; "" above a root.
struct TreeEdge {
  std::string label, parent;
};

/// Reads lines of the form "label TAB parent". A line without a parent is a root, and so is a parent that has
/// no line of its own.
/// @returns the edges in the file's order, followed by the added roots
/// @throws InputError if a label appears twice or labels form a cycle
std::vector<TreeEdge> read_label_tree(const std::string& path, const std::string& encoding);

/// The same of a list in memory; an empty one stays so.
/// @throws InputError of "the tree of labels" with the number of the edge, from 1
std::vector<TreeEdge> label_tree_of(std::vector<TreeEdge> edges);

}  // namespace themata
