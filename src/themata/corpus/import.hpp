#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "themata/corpus/import_options.hpp"
#include "themata/corpus/label_tree.hpp"
#include "themata/corpus/rule.hpp"
#include "themata/corpus/token_blocks.hpp"

namespace themata {

/// What an import did, for users and for the manifest.
struct ImportReport {
  std::uint64_t documents = 0, tokens = 0, types = 0;
  std::uint64_t tokens_read = 0;               ///< before any rule
  std::map<std::string, std::uint64_t> empty;  ///< documents without words, by reason
  RuleCounts dropped{};                        ///< by rule
  std::uint64_t repeats = 0;                   ///< tokens left out by PruneOptions::repeats
  std::vector<std::string> notes, warnings;

  std::uint64_t n_empty() const;
  nlohmann::json to_json() const;
  /// Several lines of plain text.
  std::string summary() const;
};

/// A corpus as it will be written.
struct ImportedCorpus {
  TokenBlocks tokens;                        ///< N ids
  std::vector<std::uint64_t> offsets = {0};  ///< D + 1
  std::vector<std::string> vocabulary;       ///< V
  std::vector<std::string> rows;             ///< D: the lines of documents.jsonl
  std::vector<std::string> texts;            ///< D: the lines of texts.jsonl; none if texts are not kept
  std::vector<Phrase> phrases;               ///< the most frequent first
  TokenBlocks spans;                ///< 2 N, if texts are kept: begin and end of each token's passage
  std::vector<std::string> labels;  ///< by descending number of documents, ties by text
  std::vector<TreeEdge> tree;
  nlohmann::json import;  ///< the manifest's "import"
  ImportReport report;
};

/// Reads the files named in `options`. Equal input gives an equal corpus, for any number of threads.
/// Format::corpus is not for it, but for join_corpora (store/joined_corpora.hpp).
/// @throws InputError, UsageError, ResourceError
ImportedCorpus import_corpus(const ImportOptions& options);

}  // namespace themata
