#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "themata/corpus/import_options.hpp"
#include "themata/corpus/rule.hpp"
#include "themata/corpus/token_blocks.hpp"
#include "themata/corpus/word_table.hpp"

namespace themata {

/// How often a word type occurs.
struct TypeCount {
  std::uint64_t tokens = 0;
  std::uint64_t documents = 0;
};

/// In which order word types get their final ids: by descending frequency, ties by text, or as they are.
enum class TypeOrder { by_frequency, as_given };

/// What was read, before types are pruned and numbered for good.
struct Draft {
  TokenBlocks tokens;                        ///< draft ids, in text order
  std::vector<std::uint64_t> offsets = {0};  ///< D + 1
  std::vector<std::string> words;            ///< by draft id
  std::vector<TypeCount> counts;             ///< by draft id
  TypeOrder order = TypeOrder::by_frequency;
  std::vector<RuleSet> dropped;          ///< D
  std::vector<std::string> rows;         ///< D: documents.jsonl's objects without their closing brace
  std::vector<std::uint64_t> id_hashes;  ///< D
  WordTable labels;
  std::vector<std::uint64_t> label_documents;  ///< by label
  RuleCounts rules{};
  std::vector<std::string> notes, warnings;

  std::size_t n_documents() const { return offsets.size() - 1; }
};

/// Cuts texts into words, in parallel; the result does not depend on the number of threads. @throws
/// InputError
Draft draft_from_text(const ImportOptions& options);

/// @throws InputError
Draft draft_from_counts(const ImportOptions& options);

/// Drops the types that `options` drop, numbers the others from 0 in the draft's order, and rewrites tokens,
/// offsets, words, counts, dropped and rules accordingly.
void prune(Draft& draft, const PruneOptions& options);

/// One document's row without its closing brace: {"id":...,"row":...,"labels":[...],"metadata":{...}
struct RowParts {
  std::string_view id;    ///< "": the row's number
  std::uint64_t row = 0;  ///< from 1
  const std::vector<std::string>& labels;
  std::string_view metadata;  ///< a JSON object, or ""
};
std::string open_row(const RowParts& parts);
/// A hash by which repeated ids are found.
std::uint64_t id_hash(const RowParts& parts);

}  // namespace themata
