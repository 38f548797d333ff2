#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "themata/corpus/read/record.hpp"
#include "themata/io/lines.hpp"

namespace themata::read {

/// What tells the formats of lines from each other.
struct LineFormat {
  /// Called at the beginning of a file: reads what stands before the records and returns what parses them.
  std::function<MakeParse(LineReader& lines)> open;
  /// Appends the next record's bytes and returns the line where it begins; nothing at the end of the file.
  std::function<std::optional<std::uint64_t>(LineReader& lines, std::string& bytes)> next;
};

LineFormat jsonl_format(const FieldOptions& fields);
LineFormat delimited_format(char delimiter, const FieldOptions& fields, Quoting quoting);
LineFormat plain_lines_format();
LineFormat mallet_format(const FieldOptions& fields);

/// The text files in folders, in the order of their paths: a record a file.
NextBatch read_folders(const std::vector<std::string>& folders, const std::string& encoding);

/// Every line is a record, empty ones too.
std::optional<std::uint64_t> next_line(LineReader& lines, std::string& bytes);
/// Lines of nothing but white space are no records.
std::optional<std::uint64_t> next_line_with_text(LineReader& lines, std::string& bytes);

/// `text` cut at each `separator`, white space around the parts removed, empty parts left out; whole where
/// the separator is empty.
std::vector<std::string> split_labels(std::string_view text, const std::string& separator);

/// What JSON writes for a text, quotes included.
std::string json_text(std::string_view text);

/// How much is read before it is handed on, in bytes.
constexpr std::size_t batch_bytes = std::size_t{1} << 20;
constexpr std::size_t batch_records = 8192;

}  // namespace themata::read
