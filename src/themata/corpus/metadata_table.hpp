#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "themata/corpus/import_options.hpp"

namespace themata {

/// A row of a table of metadata.
struct MetadataRow {
  std::uint64_t line = 0;  ///< where it begins in its file
  std::string key;
  std::string id;  ///< of the document; "" to leave it as it is
  std::vector<std::string> labels;
  std::string metadata;  ///< a JSON object, or ""
};

/// A table of metadata (ImportOptions::metadata) as read: one row per key.
class MetadataTable {
 public:
  /// Reads the file. @throws UsageError if its name tells no format, or an option names no column;
  /// InputError with file and line if a row is bad, or two rows have the same key
  explicit MetadataTable(const ImportOptions& options);
  MetadataTable(const MetadataTable&) = delete;
  MetadataTable& operator=(const MetadataTable&) = delete;

  /// The fields that are left to the documents themselves.
  const FieldOptions& document_fields() const { return documents_; }
  bool has_labels() const { return !table_.labels.empty(); }
  const std::string& path() const { return path_; }
  const std::string& key() const { return table_.key; }
  const std::vector<MetadataRow>& rows() const { return rows_; }

  /// What reading it found, for the user.
  const std::vector<std::string>& notes() const { return notes_; }

  static constexpr std::uint32_t none = ~std::uint32_t{0};
  /// The number of the row with this key, or none.
  std::uint32_t find(std::string_view key) const;

 private:
  void divide_fields(const ImportOptions& options, const std::vector<std::string>& columns);
  /// @param table  how the table itself is read
  void read(const ImportOptions& table);
  void add(MetadataRow row);

  std::string path_;
  FieldOptions table_, documents_;
  std::vector<MetadataRow> rows_;
  std::vector<std::string> notes_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< by key
};

}  // namespace themata
