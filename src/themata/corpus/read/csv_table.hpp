#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace themata::read {

/// A small CSV file (RFC 4180, with any separator), read as a whole.
struct CsvTable {
  struct Row {
    std::uint64_t line = 0;           ///< where the row begins
    std::vector<std::string> fields;  ///< as many as the header
  };
  std::string name;  ///< of the file
  std::vector<std::string> header;
  std::vector<Row> rows;

  /// The index of a column. @throws InputError if there is none
  std::size_t column(std::string_view column_name) const;
};

/// Reads UTF-8; ignores empty lines. What separates fields is found from the header, as in an import: comma,
/// semicolon or tab. @throws InputError with file and line
CsvTable read_csv(const std::string& path);

}  // namespace themata::read
