#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "themata/corpus/word_table.hpp"

namespace themata {

/// The content of a row of documents.jsonl, except the reason why a document is empty.
struct RowParts {
  std::string_view id = {};  ///< "": the row's number
  std::uint64_t row = 0;     ///< from 1
  std::uint64_t part = 0;    ///< of a document that is split, from 1; 0: whole
  std::vector<std::string> labels = {};
  std::string_view metadata = {};  ///< a JSON object, or ""
};

/// The rows of documents.jsonl as they are built, and what is counted on the way.
struct RowList {
  std::vector<std::string> rows;         ///< JSON objects without their closing brace
  std::vector<std::uint64_t> id_hashes;  ///< for detecting repeated ids
  WordTable labels;
  std::vector<std::uint64_t> label_documents;  ///< by label: number of documents that have it
  std::uint64_t ancestors = 0;                 ///< labels that were removed because of one below them

  /// Counts a repeated label of a document once.
  void add(RowParts parts);
  /// Appends the rows of `later`.
  void append(RowList&& later);
  /// By descending number of documents, ties by text.
  std::vector<std::string> sorted_labels() const;

 private:
  void count_label(std::string_view label, std::uint64_t documents);
};

}  // namespace themata
