#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace themata::read {

/// A small CSV file (RFC 4180), whole.
struct CsvTable {
  struct Row {
    std::uint64_t line = 0;           ///< where it begins
    std::vector<std::string> fields;  ///< as many as the header has
  };
  std::string name;  ///< of the file
  std::vector<std::string> header;
  std::vector<Row> rows;

  /// The place of a column. @throws InputError where there is none
  std::size_t column(std::string_view column_name) const;
};

/// Reads UTF-8; empty lines are no rows. @throws InputError with file and line
CsvTable read_csv(const std::string& path);

}  // namespace themata::read
