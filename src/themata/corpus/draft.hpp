#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "themata/corpus/import_options.hpp"
#include "themata/corpus/label_rules.hpp"
#include "themata/corpus/phrases.hpp"
#include "themata/corpus/read/record.hpp"
#include "themata/corpus/row_list.hpp"
#include "themata/corpus/rule.hpp"
#include "themata/corpus/token_blocks.hpp"
#include "themata/corpus/word_table.hpp"

namespace themata {

struct ImportedCorpus;
class MetadataTable;

/// How often a word type occurs.
struct TypeCount {
  std::uint64_t tokens = 0;
  std::uint64_t documents = 0;
};

/// The order in which word types get their final ids: by descending frequency, ties by text, or unchanged.
enum class TypeOrder { by_frequency, as_given };

/// A corpus as read, before types are pruned and get their final numbers.
struct Draft {
  TokenBlocks tokens;                        ///< draft ids, in text order
  std::vector<std::uint64_t> offsets = {0};  ///< D + 1
  std::vector<std::string> words;            ///< by draft id
  std::vector<TypeCount> counts;             ///< by draft id
  std::vector<std::string> texts;            ///< D: the lines of texts.jsonl, if texts are kept
  TokenBlocks spans;                         ///< two by token: where it begins and ends in its text, if kept
  TypeOrder order = TypeOrder::by_frequency;
  std::vector<RuleSet> dropped;  ///< D
  RowList list;                  ///< D rows
  RuleCounts rules{};
  text::Markup markup = text::Markup::kept;           ///< what was done with that of the texts
  text::Addresses addresses = text::Addresses::kept;  ///< likewise
  std::vector<Phrase> phrases;                        ///< the most frequent first
  std::uint64_t repeats = 0;                          ///< tokens left out by PruneOptions::repeats
  std::vector<std::string> notes, warnings;

  std::size_t n_documents() const { return offsets.size() - 1; }
};

/// Splits texts into words, in parallel; the result does not depend on the number of threads. @throws
/// InputError
Draft draft_from_text(const ImportOptions& options, const LabelRules& labels);
/// The same of records from anywhere.
Draft draft_from_records(read::NextBatch next, const ImportOptions& asked, const LabelRules& labels,
                         const MetadataTable* table = nullptr);

/// Counts of words that are numbers. @throws InputError
Draft draft_from_counts(const ImportOptions& options, const LabelRules& labels);
/// Counts of words that are named: document-term tables, tidy counts and objects. @throws InputError
Draft draft_from_named_counts(const ImportOptions& options, const LabelRules& labels);

/// Drops and folds the words of counts, as ImportOptions::words_of_counts has it. Words that become equal are
/// one.
void judge_words(Draft& draft, const text::WordOptions& options);
/// Gives tokens the numbers `new_id`, by draft id, and leaves out those that a rule drops, which their
/// document's row then names.
void rewrite_tokens(Draft& draft, const std::vector<std::uint32_t>& new_id,
                    const std::vector<Rule>& verdicts);

/// Drops the types that `options` exclude, numbers the others from 0 in the draft's order, and rewrites
/// tokens, offsets, words, counts, dropped and rules accordingly. Then leaves out repeats; the words' order
/// is that of all their tokens.
void prune(Draft& draft, const PruneOptions& options);

/// Fills in how often each of the draft's words occurs.
void count_types(Draft& draft);

/// Prunes a draft and makes a corpus of it, with what is to be said of it. @throws InputError if it has no
/// documents
ImportedCorpus finish_import(Draft draft, const ImportOptions& asked, const LabelRules& labels);

}  // namespace themata
