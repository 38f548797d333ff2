#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "themata/corpus/read/bag.hpp"
#include "themata/corpus/read/delimited_records.hpp"
#include "themata/corpus/read/named_counts.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/numbers.hpp"
#include "themata/io/plain_text.hpp"

// Tidy counts: each row has a document, a word, and how often the document has it.

namespace themata::read {

namespace {

constexpr std::string_view names_of_documents = "document doc doc_id document_id docname doc_name id";
constexpr std::string_view names_of_words = "word term token feature lemma ngram";
constexpr std::string_view names_of_counts = "n count freq frequency";

std::string in_small_letters(std::string_view text) {
  std::string small(without_blanks(text));
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

/// The columns of a tidy table.
struct TidyColumns {
  static constexpr std::size_t none = ~std::size_t{0};
  std::size_t document = none, word = none, count = none, labels = none;
  std::vector<std::pair<std::string, std::size_t>> metadata;
  std::size_t n = 0;
  bool has_row_names = false;  ///< whether rows begin with their number, which the header does not name
};

/// The first column with the earliest of the usual names.
std::size_t column_called(const std::vector<std::string>& header, std::string_view names) {
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    const auto is_it = [&](const std::string& column) {
      return in_small_letters(column) == names.substr(0, end);
    };
    if (const auto found = std::ranges::find_if(header, is_it); found != header.end())
      return static_cast<std::size_t>(found - header.begin());
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return TidyColumns::none;
}

TidyColumns usual_columns(const std::vector<std::string>& header) {
  TidyColumns columns;
  columns.document = column_called(header, names_of_documents);
  columns.word = column_called(header, names_of_words);
  columns.count = column_called(header, names_of_counts);
  return columns;
}

/// The columns that an option names: those of the documents, the words and the counts.
TidyColumns columns_asked(const std::vector<std::string>& header, const FieldOptions& fields,
                          const LineReader& lines) {
  const std::vector<std::string> names = names_in(fields.columns, header);
  if (names.size() != 2 && names.size() != 3)
    throw UsageError(OptionFault{"columns", fmt::format("'{}'", listed(fields.columns, ",")),
                                 "the columns of documents, words and, if there is one, counts"});
  TidyColumns columns;
  columns.document = column_named(header, names[0], lines);
  columns.word = column_named(header, names[1], lines);
  if (names.size() == 3) columns.count = column_named(header, names[2], lines);
  return columns;
}

TidyColumns find_tidy_columns(const std::vector<std::string>& header, const FieldOptions& fields,
                              const LineReader& lines, std::vector<std::string>& notes) {
  TidyColumns columns = fields.columns.empty() ? usual_columns(header) : columns_asked(header, fields, lines);
  if (columns.document == TidyColumns::none || columns.word == TidyColumns::none)
    lines.refuse(InputFault{
        fmt::format("no column is called as that of the {} usually is; there are {}",
                    columns.word == TidyColumns::none ? "words" : "documents", quoted_names(header)),
        "`columns` with those of documents, words and counts"});
  if (columns.count == TidyColumns::none)
    notes.push_back(
        fmt::format("{}: no column {} counts, so each row is one token of the word (`columns` names one)",
                    lines.name(), fields.columns.empty() ? "is called as those of" : "is named that has"));
  columns.n = header.size();
  if (!fields.labels.empty()) columns.labels = column_named(header, fields.labels, lines);
  for (const std::string& name : names_in(fields.metadata, header))
    columns.metadata.emplace_back(name, column_named(header, name, lines));
  return columns;
}

void parse_tidy_row(const Record& record, const TidyColumns& columns, const FieldOptions& options,
                    const Dialect& dialect, RawDocument& document) {
  std::vector<std::string> fields = split_fields(record.bytes, dialect);
  const auto refuse = [&](InputFault fault) {
    throw InputError(*record.file, record.line, std::move(fault));
  };
  if (fields.size() != columns.n + (columns.has_row_names ? 1 : 0))
    refuse({fmt::format("has {} fields; the header has {}{}", fields.size(), columns.n,
                        columns.has_row_names ? ", and the first lines begin with the row's number" : "")});
  if (columns.has_row_names) fields.erase(fields.begin());
  document.id = fields[columns.document];
  if (without_blanks(document.id).empty()) refuse({"names no document", "its name in each row"});
  std::string word = normal_word(fields[columns.word]);
  std::optional<std::uint64_t> count = 1;
  if (columns.count != TidyColumns::none) count = count_in_text(fields[columns.count]);
  if (!count && !word.empty())
    refuse({fmt::format("the count of '{}' is '{}'", one_line(word), one_line(fields[columns.count])),
            expected_count()});
  document.counts.push_back({std::move(word), count.value_or(0)});
  if (columns.labels != TidyColumns::none)
    document.labels = split_labels(fields[columns.labels], options.label_separator);
  for (const auto& [name, column] : columns.metadata)
    document.metadata +=
        (document.metadata.empty() ? "{" : ",") + json_text(name) + ":" + json_text(fields[column]);
  if (!document.metadata.empty()) document.metadata += "}";
}

MakeParse parse_tidy(const TidyColumns& columns, const FieldOptions& fields, const Dialect& dialect) {
  return [columns, fields, dialect] {
    return [columns, fields, dialect](const Record& record, RawDocument& document) {
      parse_tidy_row(record, columns, fields, dialect, document);
    };
  };
}

}  // namespace

LineFormat tidy_format(const ImportOptions& options) {
  auto file = std::make_shared<DelimitedFile>(DelimitedFile{Dialect{',', options.quoting}, {}});
  return {[options, file](LineReader& lines, std::vector<std::string>& notes) -> MakeParse {
            const std::string header = take_header(lines, file->dialect, options, notes);
            TidyColumns columns =
                find_tidy_columns(split_fields(header, file->dialect), options.fields, lines, notes);
            columns.has_row_names = begin_with_numbers(file->peek(lines, 2), columns.n);
            return parse_tidy(columns, options.fields, file->dialect);
          },
          [file](LineReader& lines, std::string& bytes) { return file->next(lines, bytes); }};
}

std::string normal_word(std::string_view text) { return in_nfc(without_blanks(text)); }

std::optional<std::uint64_t> count_in_text(std::string_view text) {
  constexpr std::size_t most_digits = 8;  // of largest_count
  std::uint64_t count = 0;
  for (const char c : text)
    count = c >= '0' && c <= '9' ? 10 * count + static_cast<std::uint64_t>(c - '0') : largest_count + 1;
  if (!text.empty() && text.size() <= most_digits && count <= largest_count) return count;
  const auto number = finite_number(without_blanks(text));
  const bool is_count = number && *number >= 0 && *number <= static_cast<double>(largest_count) &&
                        *number == std::floor(*number);
  return is_count ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
}

std::string expected_count() { return fmt::format("a whole number from 0 to {}", largest_count); }

bool is_called(std::string_view column, std::string_view names) {
  const std::string name = in_small_letters(column);
  if (name.empty() || name.find(' ') != std::string::npos) return false;
  return (" " + std::string(names) + " ").find(" " + name + " ") != std::string::npos;
}

std::string advice_on_counts(const std::vector<std::string>& header,
                             const std::vector<std::vector<std::string>>& records) {
  const TidyColumns tidy = usual_columns(header);
  if (tidy.document != TidyColumns::none && tidy.word != TidyColumns::none && tidy.count != TidyColumns::none)
    return "; `format` tidy reads documents, words and their counts";
  std::size_t cells = 0, counts = 0;
  for (const auto& record : records)
    for (const std::string& cell : record) {
      ++cells;
      counts += count_in_text(cell) ? 1 : 0;
    }
  const bool has_counts = header.size() > 2 && 2 * counts > cells;
  return has_counts ? "; if its columns are counts of words, give `format` document-term" : "";
}

}  // namespace themata::read
