#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "themata/corpus/label_tree.hpp"
#include "themata/corpus/phrases.hpp"
#include "themata/corpus/prune_options.hpp"

namespace themata {

struct CorpusFolder;
namespace detail {
struct Access;
}

/// A document as text.
struct TextDocument {
  std::string text;
  std::string id = {};  ///< "" for its number, from 1
  std::vector<std::string> labels = {};
  std::string metadata = {};  ///< a JSON object, or ""
};

/// A document as words, which are taken as they are.
struct TokenDocument {
  std::vector<std::string> words;
  std::string id = {};
  std::vector<std::string> labels = {};
  std::string metadata = {};
};

/// A document in a form of the caller's own, which is read where it is. What it points to must stay as it is
/// while the collection is made.
struct DocumentView {
  std::string_view text = {};                    ///< for from_texts
  std::span<const std::string_view> words = {};  ///< for from_tokens
  std::string_view id = {};
  std::span<const std::string> labels = {};
  std::string_view metadata = {};
};
/// Any of the documents, by its number from 0.
using ViewOf = std::function<DocumentView(std::size_t)>;

/// What is known of a document beside its words.
struct DocumentEntry {
  std::string id;
  std::uint64_t row = 0;   ///< its place in the input, from 1
  std::uint64_t part = 0;  ///< of a document that was split (TextOptions::split_words), from 1; 0: it was not
  std::vector<std::string> labels;
  std::string metadata;  ///< a JSON object, or ""
  std::string empty;     ///< why it has no word; "" where it has
};

/// The tree that labels form, for models that use one (hpc). Without `paths` and `tree` all labels are roots.
struct LabelStructure {
  std::string paths =
      {};  ///< what separates the parts of labels that are paths, such as "/" in "science/physics"
  std::vector<TreeEdge> tree = {};  ///< instead of paths: labels and the label above each
  bool drop_ancestors = false;      ///< remove a document's labels that are above another of its labels
};

/// How texts become words, and which words are kept. The names and defaults are those of `themata import`.
struct TextOptions {
  std::string stop_words =
      {};  ///< a language (stop_word_languages), "none", or a file; "": english, of pretokenized texts none
  std::vector<std::string> extra_stop_words = {};  ///< stop words besides these
  std::string stem = {};         ///< a language of Snowball's, such as "english"; "" for whole words
  std::string token_regex = {};  ///< what a word is, in ICU's syntax; "" for words by Unicode's rules
  bool pretokenized = false;     ///< words are separated by white space and taken as they are
  bool preserve_case = false;    ///< "The" and "the" are two words
  std::string language = {};  ///< of the texts, by name or code: its letters, elision and stop words; or ""
  bool join_hyphenated = false;               ///< words that are hyphenated at the ends of lines are one word
  std::optional<bool> remove_markup = {};     ///< tags and entities of HTML; nothing: if most texts have them
  std::optional<bool> remove_addresses = {};  ///< of the web and of mail, likewise
  std::optional<std::uint32_t> min_length =
      {};                      ///< drop shorter words; nothing: 2, of Chinese, Japanese and Korean 1
  PhraseOptions phrases = {};  ///< sequences of words that become one word each: new york
  PruneOptions prune = {};
  LabelStructure labels = {};
  std::optional<std::uint32_t> split_words = {};  ///< documents become parts of so many words
  bool keep_text = false;                         ///< keep the texts: Collection::texts
  /// Of metadata fields whose dates do not tell by themselves: "dd/mm/yyyy", "mm/dd/yyyy", "epoch", ...
  std::map<std::string, std::string> date_formats = {};
};

/// The languages whose stop words are there by name: "english", "german", ...
std::vector<std::string> stop_word_languages();
/// The entries of a file of words, as stop words are read: a word a line, separated by white space or commas,
/// in quotes, with comments. @throws InputError
std::vector<std::string> read_words(const std::string& file);

/// Which words of lists and counts are kept, and how their labels are read.
struct BagOptions {
  PruneOptions prune = {};
  LabelStructure labels = {};
  std::map<std::string, std::string> date_formats = {};  ///< as of TextOptions
};

/// Which order the indices of a Matrix Market file have.
enum class MatrixRows { documents, words };

/// Files as `themata import` reads them (docs/guide/import.md).
struct FileOptions {
  std::vector<std::string> files;  ///< or folders with .txt files
  /// "jsonl", "csv", "ldac", "corpus" (corpus folders to join), ...; "": by the name of the first file
  std::string format = {};
  std::string encoding = "utf-8";
  // Of jsonl, csv, tsv and document-term: the fields of a row.
  std::string id = {};                     ///< "": "id" if there is such a field, else the number of the row
  std::vector<std::string> text = {};      ///< several are joined; none: "text"
  std::string labels = {};                 ///< "": documents have none
  std::string label_separator = {};        ///< what separates several labels in one field
  std::vector<std::string> metadata = {};  ///< fields that are kept
  std::string counts = {};  ///< of jsonl: an object of counts by word, instead of a text; "": none
  std::vector<std::string> columns = {};  ///< of tidy: those of documents, words and counts; none: by name
  bool fold_case = false;                 ///< of counts: "The" and "the" are one word
  std::string separator = {};             ///< of tables: a character or "tab"; "": found from the header line
  // A table with metadata of the documents: csv, tsv or jsonl. Its columns are named by the fields above.
  std::string metadata_file = {};           ///< "": none
  std::string key = {};                     ///< the column that has documents' ids or paths; "": "id"
  bool keep_documents_without_row = false;  ///< without metadata; otherwise they are an error
  bool labels_from_folders = false;         ///< of files: the name of the folder that holds each
  bool all_files = false;                   ///< of folders: files of any name, not only .txt
  std::string metadata_from_names = {};     ///< of files: "{party}_{year}" finds both in CONS_1992.txt; ""
  // Of files of counts.
  std::string vocabulary = {};  ///< a file of words, one per line
  std::optional<std::uint32_t> vocabulary_column =
      {};                ///< of words in it, from 1; nothing: the only one that is no number
  std::string ids = {};  ///< a file of the documents' ids, one per line; "": numbers
  MatrixRows rows = MatrixRows::documents;       ///< of Matrix Market
  std::optional<std::uint32_t> index_base = {};  ///< of SVMlight: 0 or 1; nothing: found from the file
};

/// Word counts as a sparse matrix in rows, D x V, as scipy.sparse.csr_matrix holds them.
struct CountMatrix {
  std::span<const std::uint64_t> row_begins;  ///< D + 1, ascending; the first is 0
  std::span<const std::uint32_t> word_types;  ///< of each cell, below V
  std::span<const std::uint32_t> counts;      ///< of each cell
};

/// What the documents of a matrix are called. Each list is empty or has D entries.
struct DocumentNames {
  std::vector<std::string> ids = {};  ///< "" for a document's number, from 1
  std::vector<std::vector<std::string>> labels = {};
  std::vector<std::string> metadata = {};  ///< JSON objects, or ""
};

/// An immutable collection of documents as bags of words. Copies share what they hold.
class Collection {
 public:
  /// @throws InputError if there are no documents; UsageError naming an option that cannot be used
  static Collection from_texts(std::span<const TextDocument> documents, const TextOptions& options = {});
  static Collection from_tokens(std::span<const TokenDocument> documents, const BagOptions& options = {});
  /// The same of documents that are elsewhere. Of texts, `view` is called by several threads at once.
  static Collection from_texts(std::size_t n, const ViewOf& view, const TextOptions& options = {});
  static Collection from_tokens(std::size_t n, const ViewOf& view, const BagOptions& options = {});
  /// Files on the disk.
  /// @throws InputError with file and line; UsageError naming an option that cannot be used
  static Collection from_files(const FileOptions& files, const TextOptions& options = {});
  /// @param vocabulary  V words
  /// @throws UsageError if the arrays do not fit together
  static Collection from_counts(const CountMatrix& counts, const std::vector<std::string>& vocabulary,
                                const DocumentNames& names = {}, const BagOptions& options = {});
  /// Tokens that are numbers of a vocabulary's words, document after document in the order of the text.
  /// @param offsets  D + 1: where each document begins in `tokens`; the first is 0
  /// @throws UsageError if the arrays do not fit together
  static Collection from_arrays(std::span<const std::uint64_t> offsets, std::span<const std::uint32_t> tokens,
                                const std::vector<std::string>& vocabulary, const DocumentNames& names = {},
                                const BagOptions& options = {});
  /// A folder that `themata import` or save() wrote. @throws InputError
  static Collection open(const std::string& folder);
  /// Writes a folder that every `themata` command reads. @throws UsageError if it is in use; ResourceError
  void save(const std::string& folder) const;

  /// Some of the documents, in the given order, with the same vocabulary: for fitting to some and testing on
  /// others.
  /// @param documents  numbers below n_documents(). @throws UsageError
  Collection subset(std::span<const std::size_t> documents) const;

  std::size_t n_documents() const;                     ///< D, those without words included
  std::size_t n_types() const;                         ///< V
  std::size_t n_tokens() const;                        ///< N
  const std::vector<std::string>& vocabulary() const;  ///< V words
  std::span<const std::uint32_t> tokens() const;   ///< N word types, document after document, in text order
  std::span<const std::uint64_t> offsets() const;  ///< D + 1: where each document begins in tokens()
  std::vector<DocumentEntry> documents() const;    ///< D, read anew at each call
  std::vector<std::string> texts() const;          ///< D, read anew at each call; none if they were not kept
  std::vector<Phrase> phrases() const;   ///< that are joined, the most frequent first, read anew at each call
  std::string manifest() const;          ///< the manifest.json of its folder: what the import did, and a hash
  std::vector<std::string> ids() const;  ///< D, read anew at each call
  std::vector<std::vector<std::string>> labels() const;  ///< of each document, read anew at each call

 private:
  friend struct detail::Access;
  explicit Collection(std::shared_ptr<const CorpusFolder> corpus) : corpus_(std::move(corpus)) {}

  std::shared_ptr<const CorpusFolder> corpus_;
};

}  // namespace themata
