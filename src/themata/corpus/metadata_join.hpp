#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "themata/corpus/draft.hpp"
#include "themata/corpus/metadata_table.hpp"
#include "themata/corpus/read/record.hpp"

namespace themata {

/// A document that was looked up in a table of metadata.
struct Lookup {
  std::uint32_t row = MetadataTable::none;  ///< its row's number
  std::string name;                         ///< the document's, for messages
};

/// Gives a document what its row of the table has: labels and id if the table has such columns, metadata in
/// addition to its own. A document is found by its id; a file of a folder by its path, or the end of it.
/// @param row  the document's number, from 1: its id if it has no other
/// @throws InputError if several rows are meant for one file
Lookup look_up(const MetadataTable& table, std::uint64_t row, read::RawDocument& document);

/// Counts what was found, in the order of the documents.
class JoinTally {
 public:
  /// @param table  must outlive the tally
  JoinTally(const MetadataTable& table, const ImportOptions& options);

  /// @throws InputError if a key is the end of the paths of two files
  void add(Lookup lookup);
  /// Reports rows that no document has.
  /// @throws InputError naming documents without a row, if they are refused
  void finish(Draft& draft) const;

 private:
  [[noreturn]] void refuse_missing() const;

  const MetadataTable& table_;
  Format format_;
  MissingRows missing_rows_;
  std::vector<std::string> found_by_;  ///< by row: the name of its first document, or ""
  std::uint64_t n_documents_ = 0, missing_ = 0;
  std::vector<std::string> first_missing_;
};

}  // namespace themata
