#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

#include "themata/corpus/read/bag.hpp"
#include "themata/io/error.hpp"

// Two formats with one entry "document word count" per line after a header of sizes: UCI's docword and Matrix
// Market's coordinate form.

namespace themata::read {

namespace {

constexpr std::uint64_t largest_size = ~std::uint32_t{0};

/// The sizes announced by a file of triples.
struct Sizes {
  std::uint64_t documents = 0, words = 0, entries = 0;
};

std::uint64_t header_number(LineReader& lines, const char* what) {
  std::string_view line;
  if (!lines.next(line))
    throw InputError(lines.name(), lines.line(), InputFault{"ends too early", std::string(what)});
  Fields fields(lines, line);
  const std::uint64_t value = fields.number(what, largest_size * largest_size);
  if (!fields.at_end()) lines.refuse(InputFault{"has more than one number", std::string(what)});
  return value;
}

void check_sizes(const Sizes& sizes, const LineReader& lines, const BagOfWords& bag) {
  if (sizes.documents > largest_size)
    lines.refuse(
        fmt::format("the header says {} documents; at most {} can be read", sizes.documents, largest_size));
  if (!bag.vocabulary.empty() && sizes.words != bag.vocabulary.size())
    lines.refuse(
        fmt::format("the header says {} words; the vocabulary has {}", sizes.words, bag.vocabulary.size()));
}

/// "%%MatrixMarket matrix coordinate integer|real|pattern general"
struct MatrixBanner {
  bool has_values = true;
};

MatrixBanner read_banner(LineReader& lines) {
  std::string_view line;
  if (!lines.next(line))
    throw InputError(lines.name(), 0, InputFault{"is empty", "a line '%%MatrixMarket matrix ...'"});
  std::string lower(line);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return c < 0x80 ? std::tolower(c) : c; });
  Fields fields(lines, lower);
  if (fields.piece() != "%%matrixmarket")
    lines.refuse(InputFault{"is not a Matrix Market file", "'%%MatrixMarket matrix ...'"});
  const std::string_view object = fields.piece(), form = fields.piece(), values = fields.piece(),
                         symmetry = fields.piece();
  const bool known_values = values == "integer" || values == "real" || values == "pattern";
  if (object != "matrix" || form != "coordinate" || !known_values || symmetry != "general")
    lines.refuse(InputFault{fmt::format("has a '{} {} {} {}'", object, form, values, symmetry),
                            "'matrix coordinate integer|real|pattern general'"});
  return {.has_values = values != "pattern"};
}

/// The line with the three sizes, after any comments.
Sizes read_matrix_sizes(LineReader& lines, Rows rows) {
  std::string_view line;
  do {
    if (!lines.next(line))
      throw InputError(lines.name(), lines.line(),
                       InputFault{"ends too early", "a line 'rows columns entries'"});
  } while (line.starts_with('%') || line.find_first_not_of(" \t") == std::string_view::npos);
  Fields fields(lines, line);
  const std::uint64_t n_rows = fields.number("the number of rows", largest_size * largest_size);
  const std::uint64_t n_columns = fields.number("the number of columns", largest_size * largest_size);
  const std::uint64_t entries = fields.number("the number of entries", largest_size * largest_size);
  if (!fields.at_end()) lines.refuse(InputFault{"has more than three numbers", "'rows columns entries'"});
  if (rows == Rows::types) return {n_columns, n_rows, entries};
  return {n_rows, n_columns, entries};
}

/// The number of a row or column, counted from 0.
std::uint64_t entry_number(Fields& fields, const char* what, std::uint64_t size, const LineReader& lines) {
  const std::uint64_t number = fields.number(what, size);
  if (number == 0) lines.refuse(fmt::format("{} is 0; rows and columns are counted from 1", what));
  return number;
}

bool next_entry(LineReader& lines, std::string_view& line) {
  while (lines.next(line))
    if (line.find_first_not_of(" \t") != std::string_view::npos) return true;
  return false;
}

/// The highest word number in a file: limited by what it announces and by what a token can hold.
std::uint64_t highest_word(const Sizes& sizes, const BagOfWords& bag) {
  return bag.vocabulary.empty() ? std::min(sizes.words, largest_word_number) : sizes.words;
}

void close_file(LineReader& lines, TripleCollector& triples, const Sizes& sizes, std::uint64_t entries) {
  if (entries != sizes.entries)
    throw InputError(lines.name(), lines.line(),
                     fmt::format("the header says {} entries; {} follow", sizes.entries, entries));
  check_announced(lines, sizes.documents, entries);
  triples.finish(sizes.documents);
}

void refuse_surplus(Fields& fields, const LineReader& lines, const char* expected) {
  if (!fields.at_end()) lines.refuse(InputFault{"has more than one entry", fmt::format("'{}'", expected)});
}

}  // namespace

void read_uci(LineReader& lines, BagOfWords& bag) {
  Sizes sizes;
  sizes.documents = header_number(lines, "the number of documents, alone on its line");
  sizes.words = header_number(lines, "the number of words, alone on its line");
  check_sizes(sizes, lines, bag);
  sizes.entries = header_number(lines, "the number of entries, alone on its line");
  bag.first_number = 1;
  TripleCollector triples(bag);
  const std::uint64_t highest = highest_word(sizes, bag);
  std::uint64_t entries = 0;
  for (std::string_view line; next_entry(lines, line); ++entries) {
    Fields fields(lines, line);
    const std::uint64_t document = entry_number(fields, "the number of the document", sizes.documents, lines);
    const std::uint64_t word = entry_number(fields, "the number of the word", highest, lines);
    const std::string_view count = fields.piece();
    refuse_surplus(fields, lines, "document word count");
    triples.add(document - 1, static_cast<std::uint32_t>(word), fields.count_in(count));
  }
  close_file(lines, triples, sizes, entries);
}

void read_matrix_market(LineReader& lines, Rows rows, BagOfWords& bag) {
  const MatrixBanner banner = read_banner(lines);
  const Sizes sizes = read_matrix_sizes(lines, rows);
  check_sizes(sizes, lines, bag);
  bag.first_number = 1;
  TripleCollector triples(bag);
  const std::uint64_t highest = highest_word(sizes, bag);
  const std::uint64_t n_rows = rows == Rows::types ? highest : sizes.documents;
  const std::uint64_t n_columns = rows == Rows::types ? sizes.documents : highest;
  std::uint64_t entries = 0;
  for (std::string_view line; next_entry(lines, line); ++entries) {
    Fields fields(lines, line);
    std::uint64_t document = entry_number(fields, "the number of the row", n_rows, lines);
    std::uint64_t word = entry_number(fields, "the number of the column", n_columns, lines);
    if (rows == Rows::types) std::swap(document, word);
    const std::uint64_t count = banner.has_values ? fields.real_count_in(fields.piece()) : 1;
    refuse_surplus(fields, lines, banner.has_values ? "row column count" : "row column");
    triples.add(document - 1, static_cast<std::uint32_t>(word), count);
  }
  close_file(lines, triples, sizes, entries);
}

}  // namespace themata::read
