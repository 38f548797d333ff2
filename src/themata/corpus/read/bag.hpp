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

/// The largest count of one entry, and the highest word number without a vocabulary.
constexpr std::uint64_t largest_count = (std::uint64_t{1} << 24) - 1;
constexpr std::uint64_t largest_word_number = (std::uint64_t{1} << 26) - 1;

/// Word counts, as the formats without text hold them, read from one file after the other.
struct BagOfWords {
  TokenBlocks tokens;  ///< words by their number in the file, repeated by their counts
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::vector<std::string>> labels;  ///< by document; empty if the format has no labels
  std::vector<std::string> vocabulary;           ///< as given; empty if none was given
  std::uint64_t first_number = 0;                ///< the number of the vocabulary's first word: 0 or 1
  std::vector<std::string> notes;                ///< what was detected, for the user
  std::vector<std::string> warnings;

  std::size_t n_documents() const { return offsets.size() - 1; }
};

/// @throws InputError, UsageError
BagOfWords read_bag(const ImportOptions& options);

/// The words of options.vocabulary: one per line without blanks around it, or the column of a file with
/// columns.
/// @throws InputError if a line is empty, or several columns may be the words; UsageError
std::vector<std::string> read_vocabulary(const ImportOptions& options);
/// One name per line, without blanks around it. @param expected  said if a line is empty @throws InputError
std::vector<std::string> read_names(const std::string& path, const std::string& encoding,
                                    const std::string& expected);

void read_ldac(LineReader& lines, BagOfWords& bag);
void read_svmlight(LineReader& lines, const FieldOptions& fields, BagOfWords& bag);
void read_uci(LineReader& lines, BagOfWords& bag);
void read_matrix_market(LineReader& lines, Rows rows, BagOfWords& bag);

/// Reads numbers from a line of numbers separated by blanks.
class Fields {
 public:
  Fields(const LineReader& lines, std::string_view rest) : lines_(lines), rest_(rest) {}

  bool at_end() {
    skip_blanks();
    return rest_.empty();
  }
  /// The next piece between blanks; "" at the end.
  std::string_view piece();
  /// A whole number from 0 to `largest`. @param what  its name for error messages
  std::uint64_t number(std::string_view what, std::uint64_t largest);
  /// The same, for a piece already taken.
  std::uint64_t number_in(std::string_view piece, std::string_view what, std::uint64_t largest) const;
  /// A word count: whole, above 0.
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

/// "number:count", split. @throws InputError if it does not have this form
struct Pair {
  std::string_view number, count;
};
Pair split_pair(std::string_view piece, const LineReader& lines);

/// The highest word number that `bag` allows: given by its vocabulary, or largest_word_number.
std::uint64_t highest_number(const BagOfWords& bag);

/// Collects triples (document, word, count) in any order, and turns them into documents of tokens.
class TripleCollector {
 public:
  explicit TripleCollector(BagOfWords& bag) : bag_(bag), first_token_(bag.tokens.size()) {}
  /// @param document  from 0, within this file
  void add(std::uint64_t document, std::uint32_t word, std::uint64_t count);
  /// Closes the file. @param n_documents  in this file, including those without entries
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

/// Rejects a file that announces many documents but has almost no entries. Rows are only made if there are
/// entries.
void check_announced(const LineReader& lines, std::uint64_t n_documents, std::uint64_t n_entries);

}  // namespace themata::read
