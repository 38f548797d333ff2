#include "themata/corpus/read/bag.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_set>

#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/numbers.hpp"
#include "themata/io/plain_text.hpp"

namespace themata::read {

namespace {

/// Decides for svmlight, which does not specify it, whether features count from 0 or from 1.
void set_first_number(const ImportOptions& options, BagOfWords& bag) {
  if (options.format != Format::svmlight) return;
  std::uint32_t lowest = ~std::uint32_t{0};
  bag.tokens.for_each_block([&lowest](std::span<const std::uint32_t> tokens) {
    for (const std::uint32_t token : tokens) lowest = std::min(lowest, token);
  });
  bag.first_number = options.index_base ? *options.index_base : (lowest == 0 ? 0 : 1);
  if (!options.index_base && !bag.vocabulary.empty())
    bag.notes.emplace_back(
        lowest == 0
            ? "feature 0 occurs, so features are counted from 0"
            : "feature 0 does not occur, so features are counted from 1 (otherwise give `index-base` 0)");
}

void check_within_vocabulary(const ImportOptions& options, const BagOfWords& bag) {
  if (bag.vocabulary.empty()) return;
  std::uint32_t highest = 0, lowest = ~std::uint32_t{0};
  bag.tokens.for_each_block([&](std::span<const std::uint32_t> tokens) {
    for (const std::uint32_t token : tokens)
      highest = std::max(highest, token), lowest = std::min(lowest, token);
  });
  if (bag.tokens.size() == 0) return;
  if (lowest >= bag.first_number && highest - bag.first_number < bag.vocabulary.size()) return;
  throw InputError(options.files.back(), 0,
                   fmt::format("features {} to {} occur; the vocabulary {} has {} words, from {} to {}",
                               lowest, highest, options.vocabulary, bag.vocabulary.size(), bag.first_number,
                               bag.first_number + bag.vocabulary.size() - 1));
}

void warn_of_repeated_words(const std::string& path, BagOfWords& bag) {
  std::unordered_set<std::string_view> seen;
  std::size_t repeated = 0;
  std::string first;
  for (const std::string& word : bag.vocabulary) {
    if (seen.insert(word).second) continue;
    if (repeated++ == 0) first = word;
  }
  if (repeated > 0)
    bag.warnings.push_back(
        fmt::format("{}: {} words occur more than once (the first: '{}'); they remain separate words", path,
                    repeated, first));
}

}  // namespace

BagOfWords read_bag(const ImportOptions& options) {
  BagOfWords bag;
  if (!options.vocabulary.empty()) bag.vocabulary = read_vocabulary(options);
  warn_of_repeated_words(options.vocabulary, bag);
  for (const std::string& file : options.files) {
    LineReader lines(file, options.encoding);
    if (options.format == Format::ldac) read_ldac(lines, bag);
    if (options.format == Format::svmlight) read_svmlight(lines, options.fields, bag);
    if (options.format == Format::uci) read_uci(lines, bag);
    if (options.format == Format::matrix_market) read_matrix_market(lines, options.rows, bag);
  }
  set_first_number(options, bag);
  check_within_vocabulary(options, bag);
  return bag;
}

namespace {

/// A file of words with as many columns in each line, separated by tabs.
class VocabularyColumns {
 public:
  VocabularyColumns(std::string path, const std::vector<std::string>& lines) : path_(std::move(path)) {
    for (const std::string& line : lines) {
      std::vector<std::string> row;
      for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find('\t', begin), line.size());
        row.emplace_back(without_blanks(std::string_view(line).substr(begin, end - begin)));
        begin = end + 1;
      }
      rows_.push_back(std::move(row));
    }
  }

  std::size_t n_columns() const {
    const std::size_t n = rows_.front().size();
    return std::ranges::all_of(rows_, [&](const auto& row) { return row.size() == n; }) ? n : 1;
  }

  /// The only column of words: of the others each is a number throughout, or the same throughout.
  /// @throws InputError if it is not clear
  std::size_t column_of_words() const {
    std::vector<std::size_t> candidates;
    for (std::size_t j = 0; j < n_columns(); ++j)
      if (may_be_words(j)) candidates.push_back(j);
    if (candidates.size() == 1) return candidates.front();
    throw InputError(path_, 1,
                     InputFault{fmt::format("has {} columns ('{}'), and words may be in several", n_columns(),
                                            listed(rows_.front(), "', '")),
                                fmt::format("`vocabulary-column`, a number from 1 to {}", n_columns())});
  }

  std::vector<std::string> column(std::size_t j) const {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i][j].empty())
        throw InputError(path_, i + 1, InputFault{fmt::format("has nothing in column {}", j + 1), "a word"});
      words.push_back(rows_[i][j]);
    }
    return words;
  }

 private:
  bool may_be_words(std::size_t j) const {
    const auto is_number = [j](const auto& row) { return finite_number(row[j]).has_value(); };
    const auto is_first = [&](const auto& row) { return row[j] == rows_.front()[j]; };
    return !std::ranges::all_of(rows_, is_number) &&
           (rows_.size() == 1 || !std::ranges::all_of(rows_, is_first));
  }

  std::string path_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace

std::vector<std::string> read_names(const std::string& path, const std::string& encoding,
                                    const std::string& expected) {
  std::vector<std::string> names;
  LineReader lines(path, encoding);
  for (std::string_view line; lines.next(line);) {
    if (without_blanks(line).empty()) lines.refuse(InputFault{"is empty", expected});
    names.emplace_back(without_blanks(line));
  }
  if (names.empty()) throw InputError(path, 0, InputFault{"is empty", expected});
  return names;
}

std::vector<std::string> read_vocabulary(const ImportOptions& options) {
  std::vector<std::string> words = read_names(options.vocabulary, options.encoding, "one word per line");
  const VocabularyColumns columns(options.vocabulary, words);
  if (options.vocabulary_column &&
      (*options.vocabulary_column < 1 || *options.vocabulary_column > columns.n_columns()))
    throw UsageError(OptionFault{
        "vocabulary-column", std::to_string(*options.vocabulary_column),
        fmt::format("a number from 1 to {}, as {} has", columns.n_columns(), options.vocabulary)});
  if (columns.n_columns() < 2) return words;
  return columns.column(options.vocabulary_column ? *options.vocabulary_column - 1
                                                  : columns.column_of_words());
}

std::string_view Fields::piece() {
  skip_blanks();
  const std::size_t end = std::min(rest_.find_first_of(" \t"), rest_.size());
  const std::string_view found = rest_.substr(0, end);
  rest_.remove_prefix(end);
  return found;
}

std::uint64_t Fields::number(std::string_view what, std::uint64_t largest) {
  const std::string_view found = piece();
  if (found.empty()) lines_.refuse(InputFault{"ends too early", std::string(what)});
  return number_in(found, what, largest);
}

std::uint64_t Fields::number_in(std::string_view piece, std::string_view what, std::uint64_t largest) const {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(piece.data(), piece.data() + piece.size(), value);
  const bool is_number = error != std::errc::invalid_argument && end == piece.data() + piece.size();
  if (!is_number)
    lines_.refuse(InputFault{fmt::format("'{}' is not a whole number", piece), std::string(what)});
  if (error == std::errc::result_out_of_range || value > largest)
    lines_.refuse(
        InputFault{fmt::format("{} is too large", piece), fmt::format("{}, at most {}", what, largest)});
  return value;
}

std::uint64_t Fields::count_in(std::string_view piece) const {
  const std::uint64_t count = number_in(piece, "a count of words", largest_count);
  if (count == 0) lines_.refuse(InputFault{"a count is 0", "counts of at least 1"});
  return count;
}

std::uint64_t Fields::real_count_in(std::string_view piece) const {
  double value = 0;
  const char* const end = piece.data() + piece.size();
  const auto [stop, error] = std::from_chars(piece.data() + (piece.starts_with('+') ? 1 : 0), end, value);
  if (error != std::errc() || stop != end)
    lines_.refuse(InputFault{fmt::format("'{}' is not a number", piece), "a count of words"});
  if (!(value >= 0 && value <= static_cast<double>(largest_count) && value == std::floor(value)))
    lines_.refuse(InputFault{fmt::format("the value {} is not a count", piece),
                             fmt::format("a whole number from 0 to {}", largest_count)});
  return static_cast<std::uint64_t>(value);
}

Pair split_pair(std::string_view piece, const LineReader& lines) {
  const std::size_t colon = piece.find(':');
  if (colon == std::string_view::npos)
    lines.refuse(InputFault{fmt::format("'{}' has no colon", piece), "word:count"});
  return {piece.substr(0, colon), piece.substr(colon + 1)};
}

std::uint64_t highest_number(const BagOfWords& bag) {
  return bag.vocabulary.empty() ? largest_word_number : bag.first_number + bag.vocabulary.size() - 1;
}

void TripleCollector::add(std::uint64_t document, std::uint32_t word, std::uint64_t count) {
  if (runs_.empty() || runs_.back().document != document) runs_.push_back({document, bag_.tokens.size()});
  bag_.tokens.append(word, count);
}

void TripleCollector::finish(std::uint64_t n_documents) {
  if (!std::ranges::is_sorted(runs_, {}, &Run::document)) reorder();
  std::size_t run = 0;
  for (std::uint64_t d = 0; d < n_documents; ++d) {
    while (run < runs_.size() && runs_[run].document == d) ++run;
    bag_.offsets.push_back(run < runs_.size() ? runs_[run].begin : bag_.tokens.size());
  }
}

void TripleCollector::reorder() {
  struct Piece {
    std::uint64_t document, begin, end;
  };
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < runs_.size(); ++i)
    pieces.push_back(
        {runs_[i].document, runs_[i].begin, i + 1 < runs_.size() ? runs_[i + 1].begin : bag_.tokens.size()});
  std::ranges::stable_sort(pieces, {}, &Piece::document);
  TokenBlocks sorted;
  runs_.clear();
  for (const Piece& piece : pieces) {
    runs_.push_back({piece.document, first_token_ + sorted.size()});
    for (std::uint64_t i = piece.begin; i < piece.end; ++i) sorted.push_back(bag_.tokens[i]);
  }
  bag_.tokens.truncate(first_token_);
  sorted.for_each_block([this](std::span<const std::uint32_t> tokens) { bag_.tokens.append(tokens); });
}

void check_announced(const LineReader& lines, std::uint64_t n_documents, std::uint64_t n_entries) {
  constexpr std::uint64_t unsuspicious = 1'000'000;
  if (n_documents > unsuspicious && n_documents / 100 > n_entries)
    throw InputError(
        lines.name(), 0,
        InputFault{fmt::format("the header says {} documents, but {} entries follow", n_documents, n_entries),
                   "one per hundred documents"});
}

}  // namespace themata::read
