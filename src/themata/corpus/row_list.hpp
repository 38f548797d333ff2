#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "themata/corpus/word_table.hpp"

namespace themata {

/// What documents.jsonl says of a document, but for why it is empty.
struct RowParts {
  std::string_view id;    ///< "": the row's number
  std::uint64_t row = 0;  ///< from 1
  std::vector<std::string> labels;
  std::string_view metadata;  ///< a JSON object, or ""
};

/// The rows of documents.jsonl in the making, and what is counted on the way.
struct RowList {
  std::vector<std::string> rows;         ///< JSON objects without their closing brace
  std::vector<std::uint64_t> id_hashes;  ///< by which repeated ids are found
  WordTable labels;
  std::vector<std::uint64_t> label_documents;  ///< by label: how many documents have it
  std::uint64_t ancestors = 0;                 ///< labels that were taken away for one below them

  /// A label that a document has twice counts once.
  void add(RowParts parts);
  /// Puts the rows of `later` behind these.
  void append(RowList&& later);
  /// By descending number of documents, ties by text.
  std::vector<std::string> sorted_labels() const;

 private:
  void count_label(std::string_view label, std::uint64_t documents);
};

}  // namespace themata
