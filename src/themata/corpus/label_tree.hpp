#pragma once

#include <string>
#include <vector>

namespace themata {

/// A label and the one above it; "" above a root.
struct TreeEdge {
  std::string label, parent;
};

/// Reads "label TAB parent" a line; a line without a parent is a root, and so is a parent that has no line of
/// its own.
/// @returns the edges in the file's order, with added roots behind them
/// @throws InputError where a label comes twice or labels go round in a circle
std::vector<TreeEdge> read_label_tree(const std::string& path, const std::string& encoding);

}  // namespace themata
