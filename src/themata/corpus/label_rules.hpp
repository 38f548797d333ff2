#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "themata/corpus/import_options.hpp"
#include "themata/corpus/label_tree.hpp"
#include "themata/io/error.hpp"

namespace themata {

/// How an import treats labels. It gives their tree, from a file or from paths such as "science/physics". If
/// asked, it removes labels that are above another label of the same document.
class LabelRules {
 public:
  /// Reads the file of the tree, if there is one. @throws InputError
  explicit LabelRules(const ImportOptions& options);

  LabelRules(const LabelRules&) = delete;
  LabelRules& operator=(const LabelRules&) = delete;

  /// What is wrong with a label, if anything.
  std::optional<InputFault> find_fault(std::string_view label) const;
  /// Removes the labels that are above another label of the list, and duplicates. @returns how many were
  /// above another
  std::uint64_t drop_ancestors(std::vector<std::string>& labels) const;
  /// The tree of the file, or the tree of the corpus's labels as paths, each path before those below it.
  /// @param labels  of all documents
  std::vector<TreeEdge> tree(const std::vector<std::string>& labels) const;

 private:
  /// The label above; "" for none.
  std::string_view parent_of(std::string_view label) const;

  std::string separator_;  ///< of paths; "" if labels are no paths
  bool drops_;
  std::vector<TreeEdge> edges_;
  std::unordered_map<std::string_view, std::string_view> parents_;  ///< views of edges_
};

}  // namespace themata
