#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "themata/corpus/import_options.hpp"
#include "themata/corpus/token_blocks.hpp"
#include "themata/io/lines.hpp"

namespace themata::read {

/// The most that one entry may count, and the highest word number where no vocabulary says what there is.
constexpr std::uint64_t largest_count = (std::uint64_t{1} << 24) - 1;
constexpr std::uint64_t largest_word_number = (std::uint64_t{1} << 26) - 1;

/// Counts of words, as the formats without text hold them, read from one file after the other.
struct BagOfWords {
  TokenBlocks tokens;  ///< words by their number in the file, repeated by their counts
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::vector<std::string>> labels;  ///< a document's, or none at all
  std::vector<std::string> vocabulary;           ///< as given; empty where none was
  std::uint64_t first_number = 0;                ///< the number of the vocabulary's first word: 0 or 1
  std::vector<std::string> notes;                ///< what was found out and not said
  std::vector<std::string> warnings;

  std::size_t n_documents() const { return offsets.size() - 1; }
};

/// @throws InputError, UsageError
BagOfWords read_bag(const ImportOptions& options);

/// A word a line. @throws InputError where a line is empty
std::vector<std::string> read_vocabulary(const std::string& path, const std::string& encoding);

void read_ldac(LineReader& lines, BagOfWords& bag);
void read_svmlight(LineReader& lines, const FieldOptions& fields, BagOfWords& bag);
void read_uci(LineReader& lines, BagOfWords& bag);
void read_matrix_market(LineReader& lines, Rows rows, BagOfWords& bag);

/// Reads numbers off a line of blanks and numbers.
class Fields {
 public:
  Fields(const LineReader& lines, std::string_view rest) : lines_(lines), rest_(rest) {}

  bool at_end() {
    skip_blanks();
    return rest_.empty();
  }
  /// The next piece between blanks; "" at the end.
  std::string_view piece();
  /// A whole number from 0 to `largest`. @param what  its name in an error
  std::uint64_t number(std::string_view what, std::uint64_t largest);
  /// The same, of a piece already taken.
  std::uint64_t number_in(std::string_view piece, std::string_view what, std::uint64_t largest) const;
  /// A number of words: whole, above 0.
  std::uint64_t count_in(std::string_view piece) const;
  /// The same, written as a real number. May be 0: writers of sparse matrices leave zeros in.
  std::uint64_t real_count_in(std::string_view piece) const;

 private:
  void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
  }
  const LineReader& lines_;
  std::string_view rest_;
};

/// "number:count", cut in two. @throws InputError where it is not of that form
struct Pair {
  std::string_view number, count;
};
Pair split_pair(std::string_view piece, const LineReader& lines);

/// The highest word number that `bag` allows: from its vocabulary, or largest_word_number.
std::uint64_t highest_number(const BagOfWords& bag);

/// Triples (document, word, count) in any order, made into documents of tokens.
class TripleCollector {
 public:
  explicit TripleCollector(BagOfWords& bag) : bag_(bag), first_token_(bag.tokens.size()) {}
  /// @param document  from 0, within this file
  void add(std::uint64_t document, std::uint32_t word, std::uint64_t count);
  /// Closes the file: it has so many documents, those without entries too.
  void finish(std::uint64_t n_documents);

 private:
  /// Consecutive entries of one document.
  struct Run {
    std::uint64_t document, begin;
  };
  void reorder();

  BagOfWords& bag_;
  std::size_t first_token_;
  std::vector<Run> runs_;
};

/// Refuses a file that announces many documents and holds next to nothing: rows are only made where entries
/// are.
void check_announced(const LineReader& lines, std::uint64_t n_documents, std::uint64_t n_entries);

}  // namespace themata::read
