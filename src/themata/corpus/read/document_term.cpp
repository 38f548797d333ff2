#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <unordered_set>

#include "themata/corpus/read/delimited_records.hpp"
#include "themata/corpus/read/named_counts.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/numbers.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/plural.hpp"

// A document-term table: each row is a document, each column a word, but for those of the id, the labels and
// the metadata.

namespace themata::read {

namespace {

constexpr std::string_view names_of_ids =
    "id doc_id document_id document doc docname doc_name rownames row.names";

/// What the columns of a document-term table are.
struct TermColumns {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::string> header;
  std::vector<std::string> words;     ///< by column
  std::vector<std::uint32_t> places;  ///< by column: where its value is kept; none: it is a count
  std::uint32_t n_values = 0, id = none, labels = none;
  std::vector<std::pair<std::string, std::uint32_t>> metadata;  ///< their names and places
  bool has_row_names = false;  ///< whether records begin with a field that the header does not name

  /// The place of a column that is no word.
  std::uint32_t take(std::size_t column) {
    if (places[column] == none) places[column] = n_values++;
    return places[column];
  }
};

bool is_number(std::string_view cell) {
  const std::string_view text = without_blanks(cell);
  return says_missing(text) || finite_number(text).has_value();
}

using FirstRecords = std::vector<std::vector<std::string>>;

/// The column of ids where no option names it: the first one that is left, if it has a usual name, none, or
/// texts; else one with a name that no word has, or with a usual name and texts.
std::size_t find_id(const TermColumns& columns, const FirstRecords& records) {
  const std::size_t n = columns.header.size();
  const auto has_texts = [&](std::size_t j) {
    return std::ranges::any_of(records,
                               [&](const auto& row) { return j < row.size() && !is_number(row[j]); });
  };
  const auto is_free = [&](std::size_t j) { return columns.places[j] == TermColumns::none; };
  std::size_t first = 0;
  while (first < n && !is_free(first)) ++first;
  if (first == n) return n;
  const std::string_view heading = columns.words[first];
  if (heading.empty() || heading == "Unnamed: 0" || is_called(heading, names_of_ids) || has_texts(first))
    return first;
  for (std::size_t j = first + 1; j < n; ++j) {
    if (!is_free(j)) continue;
    if (is_called(columns.header[j], "doc_id document_id")) return j;
    if (is_called(columns.header[j], names_of_ids) && has_texts(j)) return j;
  }
  return n;
}

/// Whether records begin with a field that the header has no name for: names of rows, as R writes them.
bool have_row_names(const TermColumns& columns, const FirstRecords& records) {
  const auto has_one_more = [&](const auto& row) {
    return row.size() == columns.header.size() + 1 && !row.back().empty();
  };
  const bool names_id = columns.words.front().empty() || is_called(columns.words.front(), names_of_ids);
  return !names_id && !records.empty() && std::ranges::all_of(records, has_one_more);
}

TermColumns named_columns(const std::vector<std::string>& header, const FieldOptions& fields,
                          const LineReader& lines) {
  TermColumns columns;
  columns.header = header;
  columns.places.assign(header.size(), TermColumns::none);
  for (const std::string& name : header) {
    columns.words.push_back(normal_word(name));
    if (name.find_first_of("\r\n") != std::string::npos)
      lines.refuse(
          InputFault{fmt::format("the name of column {} has a line break", columns.words.size()), "a word"});
  }
  if (!fields.id.empty()) columns.id = columns.take(column_named(header, fields.id, lines));
  if (!fields.labels.empty()) columns.labels = columns.take(column_named(header, fields.labels, lines));
  for (const std::string& name : names_in(fields.metadata, header))
    columns.metadata.emplace_back(name, columns.take(column_named(header, name, lines)));
  return columns;
}

/// Says which columns are words, and of words with several columns that they are added up.
std::string note_of_columns(const TermColumns& columns, const std::string& file, const std::string& id) {
  std::unordered_set<std::string_view> seen;
  std::size_t words = 0, repeated = 0;
  std::string first;
  for (std::size_t j = 0; j < columns.header.size(); ++j) {
    if (columns.places[j] != TermColumns::none || columns.words[j].empty()) continue;
    ++words;
    if (seen.insert(columns.words[j]).second || repeated++ > 0) continue;
    first = columns.words[j];
  }
  std::string note =
      fmt::format("{}: {} {} counts of {}, and documents are named by {}", file, count_of(words, "column"),
                  noun(words, "has", "have"), noun(words, "a word", "words"), id);
  if (repeated > 0)
    note += fmt::format("; {} for a word that an earlier one has too (the first: '{}'), and added to it",
                        count_of(repeated, "column is", "columns are"), first);
  return note;
}

TermColumns find_term_columns(const std::vector<std::string>& header, const ImportOptions& options,
                              DelimitedFile& file, LineReader& lines, std::vector<std::string>& notes) {
  TermColumns columns = named_columns(header, options.fields, lines);
  const std::uint64_t line = lines.line();
  const FirstRecords records = file.peek(lines, 2);
  columns.has_row_names = have_row_names(columns, records);
  std::string id = columns.has_row_names ? "the field before them" : "the numbers of their rows";
  if (!options.fields.id.empty()) {
    id = fmt::format("'{}'", options.fields.id);
  } else if (!columns.has_row_names) {
    const std::size_t found = find_id(columns, records);
    if (found < header.size()) {
      columns.id = columns.take(found);
      id = header[found].empty() ? "the column without a name" : fmt::format("'{}'", header[found]);
    }
  }
  const bool has_words = std::ranges::find(columns.places, TermColumns::none) != columns.places.end();
  if (!has_words)
    throw InputError(lines.name(), line,
                     InputFault{"the header names no word",
                                "a column for each word, and `separator` if it is none of ,;"});
  notes.push_back(note_of_columns(columns, lines.name(), id));
  return columns;
}

/// Reads rows of counts.
class TermRows {
 public:
  TermRows(std::shared_ptr<const TermColumns> columns, const FieldOptions& fields, const Dialect& dialect)
      : columns_(std::move(columns)), label_separator_(fields.label_separator), dialect_(dialect) {}

  void operator()(const Record& record, RawDocument& document) const {
    std::vector<std::string> values(columns_->n_values);
    FieldCutter cutter(record.bytes, dialect_);
    if (columns_->has_row_names) document.id = cutter.next().value_or("");
    const std::size_t n = columns_->header.size();
    std::size_t column = 0;
    auto field = cutter.next();
    for (; field && column < n; field = cutter.next(), ++column) {
      if (const std::uint32_t place = columns_->places[column]; place != TermColumns::none)
        values[place] = *field;
      else
        add(record, column, *field, document);
    }
    if (column != n || field) check_fields(record);
    if (columns_->id != TermColumns::none) document.id = values[columns_->id];
    if (columns_->labels != TermColumns::none)
      document.labels = split_labels(values[columns_->labels], label_separator_);
    for (const auto& [name, place] : columns_->metadata)
      document.metadata +=
          (document.metadata.empty() ? "{" : ",") + json_text(name) + ":" + json_text(values[place]);
    if (!document.metadata.empty()) document.metadata += "}";
  }

 private:
  void add(const Record& record, std::size_t column, std::string_view field, RawDocument& document) const {
    if (field.empty() || field == "0") return;
    std::optional<std::uint64_t> count = count_in_text(field);
    if (!count && says_missing(without_blanks(field))) return;
    if (!count) refuse(record, column);
    if (*count == 0) return;
    if (columns_->words[column].empty())
      throw InputError(*record.file, record.line,
                       InputFault{fmt::format("column {} has '{}', and no name in the header", column + 1,
                                              one_line(field)),
                                  "a word as its name"});
    document.counts.push_back({columns_->words[column], *count});
  }

  /// Refuses a record that has another number of fields than the header.
  void check_fields(const Record& record) const {
    const std::size_t n = columns_->header.size() + (columns_->has_row_names ? 1 : 0);
    const std::size_t has = split_fields(record.bytes, dialect_).size();
    if (has != n)
      throw InputError(*record.file, record.line,
                       fmt::format("has {} fields; {}", has,
                                   columns_->has_row_names ? fmt::format("the first lines have {}", n)
                                                           : fmt::format("the header has {}", n)));
  }

  /// Refuses a cell that is no count. Where others of the record are texts, their columns may be no words.
  [[noreturn]] void refuse(const Record& record, std::size_t column) const {
    check_fields(record);
    std::vector<std::string> fields = split_fields(record.bytes, dialect_);
    if (columns_->has_row_names) fields.erase(fields.begin());
    if (fields == columns_->header)
      throw InputError(
          *record.file, record.line,
          InputFault{"repeats the header", "one table, without the header of another one in its middle"});
    std::vector<std::string> texts;
    for (std::size_t j = 0; j < fields.size(); ++j) {
      if (columns_->places[j] != TermColumns::none || is_number(fields[j])) continue;
      const bool has_comma = columns_->header[j].find(',') != std::string::npos;
      texts.push_back(has_comma ? '"' + columns_->header[j] + '"' : columns_->header[j]);
    }
    const std::string advice =
        texts.empty() ? "" : fmt::format(" (a column that is no word: `metadata` '{}')", listed(texts, ","));
    throw InputError(*record.file, record.line,
                     InputFault{fmt::format("the column '{}' has '{}'", one_line(columns_->header[column]),
                                            one_line(fields[column])),
                                expected_count() + advice});
  }

  std::shared_ptr<const TermColumns> columns_;
  std::string label_separator_;
  Dialect dialect_;
};

}  // namespace

LineFormat document_term_format(const ImportOptions& options) {
  auto file = std::make_shared<DelimitedFile>(DelimitedFile{Dialect{',', options.quoting}, {}});
  return {[options, file](LineReader& lines, std::vector<std::string>& notes) -> MakeParse {
            const std::string header = take_header(lines, file->dialect, options, notes);
            const auto columns = std::make_shared<const TermColumns>(
                find_term_columns(split_fields(header, file->dialect), options, *file, lines, notes));
            TermRows rows(columns, options.fields, file->dialect);
            return [rows] { return rows; };
          },
          [file](LineReader& lines, std::string& bytes) { return file->next(lines, bytes); }};
}

}  // namespace themata::read
