#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "themata/corpus/read/csv_table.hpp"
#include "themata/corpus/read/delimited_records.hpp"
#include "themata/corpus/read/line_records.hpp"
#include "themata/corpus/read/named_counts.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plain_text.hpp"

namespace themata::read {

namespace {

/// The column of each field, found from a file's header.
struct Columns {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::size_t count = 0, id = none, labels = none, key = none;
  std::vector<std::size_t> text, metadata;
  std::vector<std::string> names;  ///< of metadata
  std::vector<std::string> header;
  bool has_row_names = false;  ///< whether records begin with a field that the header does not name
};

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

/// Refuses a table in which no column is named as that of the texts is. It may be one of counts.
void check_text(const std::vector<std::string>& header, const FieldOptions& fields, DelimitedFile& file,
                LineReader& lines) {
  const auto is_text = [](const std::string& column) { return in_nfc(column) == "text"; };
  if (!fields.text.empty() || !fields.key.empty() || std::ranges::any_of(header, is_text)) return;
  const std::uint64_t line = lines.line();
  std::vector<std::vector<std::string>> records;
  try {
    records = file.peek(lines, 2);
  } catch (const InputError&) {  // the header is at fault before them
  }
  const std::string advice = advice_on_counts(header, records);
  throw InputError(lines.name(), line,
                   fmt::format("the header has no column 'text'; it has {}{}", quoted_names(header), advice));
}

/// Reads the first two records, and whether they begin with names of rows.
void take_first_records(LineReader& lines, DelimitedFile& file, Columns& columns,
                        std::vector<std::string>& notes) {
  columns.has_row_names = begin_with_numbers(file.peek(lines, 2), columns.count);
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
            const std::vector<std::string> names = split_fields(header, file->dialect);
            check_text(names, options.fields, *file, lines);
            Columns columns = find_columns(names, options.fields, lines);
            take_first_records(lines, *file, columns, notes);
            return parse_by(columns, options.fields, file->dialect);
          },
          [file](LineReader& lines, std::string& bytes) { return file->next(lines, bytes); }};
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
