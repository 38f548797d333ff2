#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "themata/corpus/read/record.hpp"
#include "themata/io/lines.hpp"

namespace themata::read {

/// What distinguishes the line formats.
struct LineFormat {
  /// Called at the beginning of a file: reads what precedes the records, adds what it found to `notes`, and
  /// returns what parses the records.
  std::function<MakeParse(LineReader& lines, std::vector<std::string>& notes)> open;
  /// Appends the next record's bytes and returns the line where it begins; nothing at the end of the file.
  std::function<std::optional<std::uint64_t>(LineReader& lines, std::string& bytes)> next;
};

LineFormat jsonl_format(const FieldOptions& fields);
LineFormat delimited_format(const ImportOptions& options);
/// The names of the fields of a file's first record; none if the file is empty. @throws InputError
std::vector<std::string> jsonl_columns(LineReader& lines);
std::vector<std::string> delimited_columns(LineReader& lines, const ImportOptions& options);
LineFormat plain_lines_format();
LineFormat mallet_format(const FieldOptions& fields);

/// The files that are named, and the text files in the folders that are, ordered by path: one record per
/// file.
NextBatch read_folders(const ImportOptions& options);

/// Every line is a record, including empty ones.
std::optional<std::uint64_t> next_line(LineReader& lines, std::string& bytes);
/// Skips lines of white space only.
std::optional<std::uint64_t> next_line_with_text(LineReader& lines, std::string& bytes);

/// `text` split at each `separator`, parts trimmed of white space, empty parts removed; unsplit if the
/// separator is empty.
std::vector<std::string> split_labels(std::string_view text, const std::string& separator);

/// The JSON form of a text, including quotes.
std::string json_text(std::string_view text);

/// Number of bytes read before they are handed on.
constexpr std::size_t batch_bytes = std::size_t{1} << 20;
constexpr std::size_t batch_records = 8192;

}  // namespace themata::read
