#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace themata {

struct CorpusFolder;

/// A document as text.
struct TextDocument {
  std::string text;
  std::string id = {};  ///< "" for its number, from 1
  std::vector<std::string> labels = {};
};

/// A document as words, which are taken as they are.
struct TokenDocument {
  std::vector<std::string> words;
  std::string id = {};
  std::vector<std::string> labels = {};
};

/// How texts become words, and which words are kept. The defaults are those of `themata import`.
struct TextOptions {
  std::string stop_words = "english";  ///< "english", "none", or the path of a file with a word per line
  std::string stem = {};               ///< a language of Snowball's, such as "english"; "" for whole words
  std::uint64_t min_documents = 0;     ///< drop words of fewer documents
  double max_document_share = 1;       ///< drop words of more than this proportion of the documents
};

/// Word counts as a sparse matrix in rows, D x V, as scipy.sparse.csr_matrix holds them.
struct CountMatrix {
  std::span<const std::uint64_t> row_begins;  ///< D + 1, ascending; the first is 0
  std::span<const std::uint32_t> word_types;  ///< of each cell, below V
  std::span<const std::uint32_t> counts;      ///< of each cell
};

/// An immutable collection of documents as bags of words. Copies share what they hold.
class Collection {
 public:
  /// @throws InputError if there are no documents; UsageError naming an option that cannot be used
  static Collection from_texts(std::span<const TextDocument> documents, const TextOptions& options = {});
  static Collection from_tokens(std::span<const TokenDocument> documents);
  /// @param vocabulary  V words
  /// @throws UsageError if the arrays do not fit together
  static Collection from_counts(const CountMatrix& counts, const std::vector<std::string>& vocabulary);
  /// A folder that `themata import` or save() wrote. @throws InputError
  static Collection open(const std::string& folder);
  /// Writes a folder that every `themata` command reads. @throws UsageError if it is in use; ResourceError
  void save(const std::string& folder) const;

  std::size_t n_documents() const;                     ///< D, those without words included
  std::size_t n_types() const;                         ///< V
  std::size_t n_tokens() const;                        ///< N
  const std::vector<std::string>& vocabulary() const;  ///< V words
  std::vector<std::string> ids() const;                ///< D, read anew at each call

  /// For the library itself.
  explicit Collection(std::shared_ptr<const CorpusFolder> corpus) : corpus_(std::move(corpus)) {}
  const CorpusFolder& corpus() const { return *corpus_; }

 private:
  std::shared_ptr<const CorpusFolder> corpus_;
};

}  // namespace themata
