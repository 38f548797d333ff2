#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "themata/corpus/draft.hpp"
#include "themata/corpus/metadata_join.hpp"
#include "themata/corpus/read/record.hpp"
#include "themata/corpus/text/word_rules.hpp"

namespace themata {

/// A batch of records in the pipeline. An error is stored here until its turn comes, so that the first of
/// several bad records is reported, for any number of threads.
struct Work {
  read::Batch batch;
  std::uint64_t first_row = 1;
  std::exception_ptr error;
};

/// A batch split into words, which are numbered within the batch.
struct Analyzed {
  /// The result of the rules for a word of the text.
  struct Found {
    Rule rule = Rule::keep;
    std::uint32_t kept_as = 0;
    std::uint64_t tokens = 0;
  };
  WordTable found_words;
  std::vector<Found> found;
  WordTable kept_words;
  std::vector<TypeCount> kept;
  std::vector<std::uint32_t> last_document;  ///< by kept word: the last document of the batch with it, from 1
  std::vector<std::uint32_t> tokens;
  std::vector<std::uint32_t> spans;  ///< begin and end of each token, if texts are kept
  std::vector<std::string> texts;    ///< as in Draft
  std::vector<std::uint32_t> lengths;
  std::vector<RuleSet> dropped;
  RowList list;
  std::uint64_t split = 0, parts = 0;  ///< documents that are split, and their parts
  std::vector<std::string> notes;      ///< of the reader
  std::vector<Lookup> lookups;         ///< by document, if there is a table of metadata
  std::exception_ptr error;
};

/// Turns batches into words. One per thread.
class Analyser {
 public:
  /// What all analysers share; it must outlive them.
  struct Shared {
    const text::StopWords& stop_words;
    const LabelRules& labels;
    const MetadataTable* metadata = nullptr;
  };
  /// @throws UsageError if an option of the words cannot be used
  Analyser(const ImportOptions& options, const Shared& shared);

  /// @throws InputError for a bad record
  std::unique_ptr<Analyzed> analyze(const Work& work);

 private:
  /// A word of the document at hand, and where it is if texts are kept.
  struct Word {
    std::uint32_t id = 0;  ///< in Analyzed::found
    text::Passage where;
    bool is_apart = false;  ///< if phrases are joined: it does not follow the word before it
  };

  void check_labels(const read::Record& record, const read::RawDocument& document) const;
  void find_words(std::string_view text, Analyzed& out);
  /// Whether the next word of the document at hand follows the last one directly.
  bool follows(std::string_view text, text::Passage where) const;
  /// Where each part of the document at hand begins among its words, and the end.
  std::vector<std::size_t> part_bounds() const;
  void add_parts(const read::RawDocument& document, std::uint64_t row, Analyzed& out) const;
  /// @returns where the part's text begins in the document's
  std::size_t add_text(std::string_view text, std::size_t first, std::size_t end, Analyzed& out) const;
  void add_word(const Word& word, std::size_t text_begin, Analyzed& out) const;
  Analyzed::Found judge(std::string_view word, Analyzed& out);

  text::WordSplitter splitter_;
  text::WordRules rules_;
  const LabelRules& labels_;
  const MetadataTable* metadata_;
  KeepText keep_text_;
  bool joins_phrases_;  ///< then all words become tokens, and rules are applied when phrases are known
  std::optional<std::uint32_t> split_words_;
  std::vector<Word> words_;  ///< of the document at hand
};

}  // namespace themata
