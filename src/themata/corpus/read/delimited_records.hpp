#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "themata/corpus/import_options.hpp"
#include "themata/io/lines.hpp"

// Records of CSV (RFC 4180, with any separator) and TSV: a header line with the names of the columns, then
// one record per line, or several lines if a quoted field contains line breaks.

namespace themata::read {

struct Dialect {
  char delimiter = ',';
  Quoting quoting = Quoting::csv;
  /// For messages about misplaced quotes.
  std::string_view hint =
      " (`quoting` none reads quotes as text, `quoting` backslash also quotes after a backslash)";

  bool has_quotes() const { return quoting != Quoting::none; }
  bool has_escapes() const { return quoting == Quoting::backslash; }
};

/// Cuts a record into its fields, one after the other. The record and the dialect must outlive it.
class FieldCutter {
 public:
  FieldCutter(std::string_view record, const Dialect& dialect) : rest_(record), dialect_(dialect) {}
  /// The next field, valid until the next call; nothing after the last one.
  std::optional<std::string_view> next();

 private:
  std::string_view rest_;
  const Dialect& dialect_;
  bool more_ = true;
  std::string quoted_;
};

std::vector<std::string> split_fields(std::string_view record, const Dialect& dialect);

/// Appends a record: one line, and further ones while a quote is open. @returns the line where it begins;
/// nothing at the end of the file
std::optional<std::uint64_t> next_record(LineReader& lines, std::string& bytes, const Dialect& dialect);

/// Reads the header of a file, and finds what separates its fields.
std::string take_header(LineReader& lines, Dialect& dialect, const ImportOptions& options,
                        std::vector<std::string>& notes);

/// A file that is being read.
struct DelimitedFile {
  Dialect dialect;
  /// Records that are read with the header, to see what they have, and their lines.
  std::deque<std::pair<std::string, std::uint64_t>> first = {};

  /// Reads the first `n` records, or all if there are fewer. @returns their fields
  std::vector<std::vector<std::string>> peek(LineReader& lines, std::size_t n);
  /// Appends the next record, also of those that were peeked at, as next_record does.
  std::optional<std::uint64_t> next(LineReader& lines, std::string& bytes);
};

/// Whether the first two records have one field more than the header, 1 and 2: numbers of rows, as R writes
/// them. Other lines with a field too many are mistakes.
bool begin_with_numbers(const std::vector<std::vector<std::string>>& first, std::size_t n_columns);

/// The index of a column. @throws InputError if there is none, or there are two
std::size_t column_named(const std::vector<std::string>& header, const std::string& name,
                         const LineReader& lines);
/// The names of columns in a list, some of which may have commas.
std::vector<std::string> names_in(const std::vector<std::string>& pieces,
                                  const std::vector<std::string>& header);
/// The names of columns, in a message; of many the first ten.
std::string quoted_names(const std::vector<std::string>& names);

}  // namespace themata::read
