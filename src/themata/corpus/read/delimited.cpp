#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "themata/corpus/read/csv_table.hpp"
#include "themata/corpus/read/field_names.hpp"
#include "themata/corpus/read/line_records.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plain_text.hpp"

// CSV (RFC 4180, with any separator) and TSV: a header line with the fields' names, then one record per line,
// or several lines if a quoted field contains line breaks.

namespace themata::read {

namespace {

struct Dialect {
  char delimiter = ',';
  Quoting quoting = Quoting::csv;
  /// For messages about misplaced quotes.
  std::string_view hint =
      " (`quoting` none reads quotes as text, `quoting` backslash also quotes after a backslash)";

  bool has_quotes() const { return quoting != Quoting::none; }
  bool has_escapes() const { return quoting == Quoting::backslash; }
};

/// Scans a record byte by byte, and tracks whether a quoted field is open.
class QuoteScanner {
 public:
  explicit QuoteScanner(const Dialect& dialect) : dialect_(dialect) {}

  /// @returns false if something other than the delimiter follows a closing quote
  bool take(char c) {
    switch (state_) {
      case State::field_start:
        state_ = c == '"' ? State::quoted : (c == dialect_.delimiter ? State::field_start : State::bare);
        return true;
      case State::bare:
        if (c == dialect_.delimiter) state_ = State::field_start;
        return true;
      case State::quoted:
        if (c == '"') state_ = State::quote_in_quoted;
        if (c == '\\' && dialect_.has_escapes()) state_ = State::escaped;
        return true;
      case State::escaped:
        state_ = State::quoted;
        return true;
      case State::quote_in_quoted:
        state_ = c == '"' ? State::quoted : State::field_start;
        return c == '"' || c == dialect_.delimiter;
    }
    return false;
  }
  bool is_open() const { return state_ == State::quoted || state_ == State::escaped; }
  std::string_view hint() const { return dialect_.hint; }

 private:
  enum class State { field_start, bare, quoted, escaped, quote_in_quoted };
  Dialect dialect_;
  State state_ = State::field_start;
};

void scan(LineReader& lines, QuoteScanner& scanner, std::string_view line) {
  for (const char c : line)
    if (!scanner.take(c))
      lines.refuse(
          InputFault{"text follows a closing quote", fmt::format("the delimiter{}", scanner.hint())});
}

/// Appends to the first line of a record, which is there from `begin` on, those that follow while a quote is
/// open.
void finish_record(LineReader& lines, std::string& bytes, std::size_t begin, const Dialect& dialect) {
  const std::uint64_t first = lines.line();
  if (!dialect.has_quotes()) return;
  if (std::string_view(bytes).substr(begin).find('"') == std::string_view::npos) return;
  QuoteScanner scanner(dialect);
  scan(lines, scanner, std::string_view(bytes).substr(begin));
  std::string_view line;
  while (scanner.is_open()) {
    const bool too_long = bytes.size() - begin > longest_record;
    if (too_long || !lines.next(line))
      throw InputError(
          lines.name(), first,
          too_long ? fmt::format("a quote that opens in this record is not closed within {} bytes{}",
                                 longest_record, dialect.hint)
                   : fmt::format("a quote that opens in this record is never closed{}", dialect.hint));
    bytes.push_back('\n');
    scanner.take('\n');
    scan(lines, scanner, line);
    bytes.append(line);
  }
}

/// Appends a record: one line, and further ones while a quote is open.
std::optional<std::uint64_t> next_record(LineReader& lines, std::string& bytes, const Dialect& dialect) {
  const std::size_t begin = bytes.size();
  const std::optional<std::uint64_t> first = next_line_with_text(lines, bytes);
  if (first) finish_record(lines, bytes, begin, dialect);
  return first;
}

/// The separator that Excel names in a first line of its own, such as sep=;
std::optional<char> named_separator(std::string_view line) {
  if (line.size() >= 2 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
  const bool is_one = line.size() == 5 && (line.starts_with("sep=") || line.starts_with("SEP="));
  return is_one && line[4] != '"' ? std::optional(line[4]) : std::nullopt;
}

/// Of comma, semicolon and tab the one that a header line has most often outside quotes; the first of those
/// that it has equally often.
char find_separator(std::string_view header, Quoting quoting) {
  constexpr std::string_view candidates = ",;\t";
  std::size_t counts[candidates.size()] = {};
  bool quoted = false;
  for (const char c : header) {
    if (c == '"' && quoting != Quoting::none) quoted = !quoted;
    const std::size_t candidate = quoted ? std::string_view::npos : candidates.find(c);
    if (candidate != std::string_view::npos) ++counts[candidate];
  }
  return candidates[static_cast<std::size_t>(std::ranges::max_element(counts) - std::begin(counts))];
}

/// Reads the header of a file, and finds what separates its fields.
std::string take_header(LineReader& lines, Dialect& dialect, const ImportOptions& options,
                        std::vector<std::string>& notes) {
  std::string header;
  const auto take_line = [&] {
    header.clear();
    if (!next_line_with_text(lines, header))
      throw InputError(lines.name(), 0,
                       InputFault{"is empty", "a header line with the names of the columns"});
  };
  dialect.delimiter = options.format == Format::tsv ? '\t' : ',';
  take_line();
  const std::optional<char> named = options.format == Format::csv ? named_separator(header) : std::nullopt;
  if (named) take_line();
  if (options.separator) {
    dialect.delimiter = *options.separator;
  } else if (options.format == Format::csv) {
    dialect.delimiter = named ? *named : find_separator(header, dialect.quoting);
    if (dialect.delimiter != ',')
      notes.push_back(fmt::format("{}: fields are separated by {}, as its {} (`separator` says otherwise)",
                                  lines.name(),
                                  dialect.delimiter == '\t' ? "tabs" : fmt::format("'{}'", dialect.delimiter),
                                  named ? "first line says" : "header line has most of them"));
  }
  finish_record(lines, header, 0, dialect);
  return header;
}

/// Takes the text of a quote off the front of `rest`, which begins with it.
std::string take_quoted(std::string_view& rest, const Dialect& dialect) {
  const std::string_view marks = dialect.has_escapes() ? "\"\\" : "\"";
  std::string text;
  std::size_t at = 1;
  while (at < rest.size()) {
    const std::size_t mark = std::min(rest.find_first_of(marks, at), rest.size());
    text.append(rest.substr(at, mark - at));
    at = mark + 1;
    const bool is_escape = mark < rest.size() && rest[mark] == '\\',
               is_doubled = at < rest.size() && rest[at] == '"';
    if (!is_escape && !is_doubled) break;
    if (at < rest.size()) text.push_back(rest[at++]);
  }
  rest.remove_prefix(std::min(at, rest.size()));
  return text;
}

/// Takes the next field off the front of `rest`. @param more  set to whether a delimiter followed it
std::string take_field(std::string_view& rest, bool& more, const Dialect& dialect) {
  std::string field;
  if (dialect.has_quotes() && rest.starts_with('"')) field = take_quoted(rest, dialect);
  const std::size_t end = std::min(rest.find(dialect.delimiter), rest.size());
  field.append(rest.substr(0, end));
  more = end < rest.size();
  rest.remove_prefix(more ? end + 1 : end);
  return field;
}

std::vector<std::string> split_fields(std::string_view record, const Dialect& dialect) {
  std::vector<std::string> fields;
  bool more = true;
  while (more) fields.push_back(take_field(record, more, dialect));
  return fields;
}

/// The column of each field, found from a file's header.
struct Columns {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::size_t count = 0, id = none, labels = none, key = none;
  std::vector<std::size_t> text, metadata;
  std::vector<std::string> names;  ///< of metadata
  std::vector<std::string> header;
  bool has_row_names = false;  ///< whether records begin with a field that the header does not name
};

std::size_t column_named(const std::vector<std::string>& header, const std::string& name,
                         const LineReader& lines) {
  const auto is_it = [&, sought = in_nfc(name)](const std::string& column) {
    return in_nfc(column) == sought;
  };
  const auto found = std::ranges::find_if(header, is_it);
  if (found == header.end())
    lines.refuse(fmt::format("the header has no column '{}'; it has '{}'", name, listed(header, "', '")));
  if (std::find_if(found + 1, header.end(), is_it) != header.end())
    lines.refuse(fmt::format("the header has two columns '{}'", name));
  return static_cast<std::size_t>(found - header.begin());
}

/// The names of columns in a list, some of which may have commas.
std::vector<std::string> names_in(const std::vector<std::string>& pieces,
                                  const std::vector<std::string>& header) {
  const auto is_column = [&](const std::string& name) {
    const std::string sought = in_nfc(name);
    return std::ranges::any_of(header, [&](const std::string& column) { return in_nfc(column) == sought; });
  };
  return names_in_list(pieces, is_column);
}

Columns find_columns(const std::vector<std::string>& header, const FieldOptions& fields,
                     const LineReader& lines) {
  Columns columns;
  columns.count = header.size();
  columns.header = header;
  if (!fields.id.empty())
    columns.id = column_named(header, fields.id, lines);
  else if (fields.key.empty() && std::ranges::count(header, "id") == 1)
    columns.id = column_named(header, "id", lines);
  if (!fields.labels.empty()) columns.labels = column_named(header, fields.labels, lines);
  for (const std::string& name : names_in(fields.text, header))
    columns.text.push_back(column_named(header, name, lines));
  if (!fields.key.empty())
    columns.key = column_named(header, fields.key, lines);
  else if (fields.text.empty())
    columns.text.push_back(column_named(header, "text", lines));
  columns.names = fields.all_metadata ? header : names_in(fields.metadata, header);
  if (fields.all_metadata) std::erase(columns.names, "");  // columns of a spreadsheet that nobody filled
  for (const std::string& name : columns.names) columns.metadata.push_back(column_named(header, name, lines));
  return columns;
}

void parse_record(const Record& record, const Columns& columns, const FieldOptions& options,
                  const Dialect& dialect, RawDocument& document) {
  std::vector<std::string> fields = split_fields(record.bytes, dialect);
  const std::size_t unnamed = columns.has_row_names ? 1 : 0;
  if (fields.size() != columns.count + unnamed)
    throw InputError(*record.file, record.line,
                     fmt::format("has {} fields; the header has {}{}", fields.size(), columns.count,
                                 unnamed > 0 ? ", and the first lines begin with the row's number" : ""));
  if (fields == columns.header)
    throw InputError(
        *record.file, record.line,
        InputFault{"repeats the header", "one table, without the header of another one in its middle"});
  if (columns.has_row_names) {
    if (columns.id == Columns::none) document.id = fields.front();
    fields.erase(fields.begin());
  }
  if (columns.id != Columns::none) document.id = fields[columns.id];
  if (columns.key != Columns::none) document.key = fields[columns.key];
  for (const std::size_t column : columns.text) {
    if (!document.text.empty()) document.text.push_back('\n');
    document.text += fields[column];
  }
  if (columns.labels != Columns::none)
    document.labels = split_labels(fields[columns.labels], options.label_separator);
  for (std::size_t i = 0; i < columns.metadata.size(); ++i) {
    document.metadata += document.metadata.empty() ? "{" : ",";
    document.metadata += json_text(columns.names[i]) + ":" + json_text(fields[columns.metadata[i]]);
  }
  if (!document.metadata.empty()) document.metadata += "}";
}

MakeParse parse_by(const Columns& columns, const FieldOptions& fields, const Dialect& dialect) {
  return [columns, fields, dialect] {
    return [columns, fields, dialect](const Record& record, RawDocument& document) {
      parse_record(record, columns, fields, dialect, document);
    };
  };
}

/// A file that is being read.
struct DelimitedFile {
  Dialect dialect;
  /// The first records, which are read with the header, and their lines.
  std::deque<std::pair<std::string, std::uint64_t>> first;
};

/// Reads the first two records, and whether they have one field more than the header, 1 and 2: names of rows,
/// as R writes them. Other lines with a field too many are mistakes.
void take_first_records(LineReader& lines, DelimitedFile& file, Columns& columns,
                        std::vector<std::string>& notes) {
  file.first.clear();
  std::size_t numbered = 0;
  for (std::size_t i = 1; i <= 2; ++i) {
    std::string bytes;
    const auto line = next_record(lines, bytes, file.dialect);
    if (!line) break;
    const std::vector<std::string> fields = split_fields(bytes, file.dialect);
    numbered += fields.size() == columns.count + 1 && fields.front() == std::to_string(i) ? 1 : 0;
    file.first.emplace_back(std::move(bytes), *line);
  }
  columns.has_row_names = numbered == 2;
  if (columns.has_row_names)
    notes.push_back(
        fmt::format("{}: the header has one field fewer than the lines after it, which begin with the "
                    "number of the row, as R writes it{}",
                    lines.name(), columns.id == Columns::none ? ": the document's id" : ""));
}

}  // namespace

LineFormat delimited_format(const ImportOptions& options) {
  // The separator is found anew in each file; records are taken from one file after the other.
  auto file = std::make_shared<DelimitedFile>(DelimitedFile{Dialect{',', options.quoting}, {}});
  return {[options, file](LineReader& lines, std::vector<std::string>& notes) {
            const std::string header = take_header(lines, file->dialect, options, notes);
            Columns columns = find_columns(split_fields(header, file->dialect), options.fields, lines);
            take_first_records(lines, *file, columns, notes);
            return parse_by(columns, options.fields, file->dialect);
          },
          [file](LineReader& lines, std::string& bytes) -> std::optional<std::uint64_t> {
            if (file->first.empty()) return next_record(lines, bytes, file->dialect);
            bytes += file->first.front().first;
            const std::uint64_t line = file->first.front().second;
            file->first.pop_front();
            return line;
          }};
}

std::vector<std::string> delimited_columns(LineReader& lines, const ImportOptions& options) {
  Dialect dialect{',', options.quoting};
  std::vector<std::string> notes;
  const std::string header = take_header(lines, dialect, options, notes);
  return split_fields(header, dialect);
}

CsvTable read_csv(const std::string& path) {
  Dialect dialect{',', Quoting::csv, ""};
  LineReader lines(path);
  CsvTable table{lines.name(), {}, {}};
  ImportOptions options;
  options.format = Format::csv;
  std::vector<std::string> notes;
  std::string record = take_header(lines, dialect, options, notes);
  table.header = split_fields(record, dialect);
  while (true) {
    record.clear();
    const auto line = next_record(lines, record, dialect);
    if (!line) return table;
    table.rows.push_back({*line, split_fields(record, dialect)});
    if (table.rows.back().fields.size() != table.header.size())
      throw InputError(table.name, *line,
                       fmt::format("has {} fields; the header has {}", table.rows.back().fields.size(),
                                   table.header.size()));
  }
}

std::size_t CsvTable::column(std::string_view column_name) const {
  const auto found = std::ranges::find(header, column_name);
  if (found == header.end())
    throw InputError(
        name, 1,
        fmt::format("the header has no column '{}'; it has '{}'", column_name, listed(header, "', '")));
  return static_cast<std::size_t>(found - header.begin());
}

}  // namespace themata::read
