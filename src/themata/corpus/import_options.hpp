#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "themata/corpus/import_dates.hpp"
#include "themata/corpus/label_tree.hpp"
#include "themata/corpus/prune_options.hpp"
#include "themata/corpus/text/word_rules.hpp"

namespace themata {

/// What the files are. Of `corpus`, the files are corpus folders, which store/joined_corpora.hpp joins.
enum class Format {
  jsonl,
  csv,
  tsv,
  lines,
  mallet,
  folder,
  ldac,
  uci,
  svmlight,
  matrix_market,
  document_term,
  tidy,
  corpus
};

constexpr std::string_view format_names[] = {"jsonl",         "csv",  "tsv",   "lines",    "mallet",
                                             "folder",        "ldac", "uci",   "svmlight", "matrix-market",
                                             "document-term", "tidy", "corpus"};
constexpr std::string_view name_of(Format format) { return format_names[static_cast<std::size_t>(format)]; }
/// @throws UsageError if there is no such format
Format format_named(std::string_view name);
/// What a manifest has as the format of tokens that came from memory, in the order of their text.
constexpr std::string_view tokens_in_memory = "tokens";
/// The format suggested by a file's name, ignoring .gz, .bz2, .xz and .zst; a folder is Format::folder. A zip
/// archive (.zip) of one file is what the name of that file suggests, one of several files is a folder.
/// @throws InputError if an archive is damaged
std::optional<Format> guess_format(const std::string& path);
/// The same of several files (at least one): the first decides, but several .txt files are documents of
/// Format::folder, not of lines.
std::optional<Format> guess_format(const std::vector<std::string>& files);

/// Whether the format holds text rather than word counts (but see reads_text).
constexpr bool is_text(Format format) { return format <= Format::folder; }
/// Whether the format holds word counts.
constexpr bool is_counts(Format format) { return format >= Format::ldac && format <= Format::tidy; }
/// Whether the format has numbers in place of words.
constexpr bool has_numbers(Format format) {
  return format >= Format::ldac && format <= Format::matrix_market;
}
/// Whether a document is a row with named fields, or several.
constexpr bool has_fields(Format format) {
  return format <= Format::tsv || format == Format::document_term || format == Format::tidy;
}

/// The role of each field of a row; for jsonl, csv, tsv, document_term and tidy.
struct FieldOptions {
  std::string id;                     ///< "": the field "id" if there is one, else the row's number
  std::vector<std::string> text;      ///< empty: {"text"}
  std::string labels;                 ///< "": no labels
  std::string label_separator;        ///< "": the whole text is one label
  std::vector<std::string> metadata;  ///< stored unchanged
  std::string key = {};               ///< of a table of metadata, which has no text; "": a table of documents
  bool all_metadata = false;          ///< every field, instead of `metadata`
  std::string counts = {};            ///< jsonl: an object of counts by word, instead of a text; "": none
  std::vector<std::string> columns = {};  ///< tidy: of documents, words and counts; empty: by their names
};

/// Where labels are from: a field or column, or the names of the folders that hold the files.
enum class LabelsFrom { field, folders };

/// Which files of folders are documents: those whose names end in .txt, or all but hidden ones.
enum class FolderFiles { texts, all };

/// What becomes of documents that a table of metadata has no row for.
enum class MissingRows { refused, kept };

/// A table of metadata, joined to the documents.
struct MetadataFile {
  std::string path;                            ///< csv, tsv or jsonl, by its name; "": none
  std::string key;                             ///< the column that names documents; "": "id"
  MissingRows missing = MissingRows::refused;  ///< kept documents have no metadata
};

/// Whether a quote at the beginning of a field may enclose it (csv, tsv), and how a quote within is written:
/// twice, or after a backslash.
enum class Quoting { csv, backslash, none };
/// Matrix Market: whether the rows are documents or word types.
enum class Rows { documents, types };

/// Whether a corpus has the texts of its documents beside it.
enum class KeepText { no, yes };

struct ImportOptions {
  Format format = Format::jsonl;
  std::vector<std::string> files;
  std::string vocabulary;  ///< for ldac, uci, svmlight and matrix_market; "": none
  std::optional<std::uint32_t>
      vocabulary_column;  ///< of a vocabulary with columns, from 1; unset: the one of words
  std::string ids;        ///< of the same formats: a file with the id of each document; "": numbers
  std::string tree;       ///< a file of labels and their parents; "": none
  std::vector<TreeEdge> given_tree;  ///< the tree itself, instead of a file; empty: none
  std::string label_paths;      ///< separator of the parts of labels that are paths; "": labels are no paths
  bool drop_ancestors = false;  ///< remove a document's labels that are above another of its labels
  std::string encoding = "utf-8";
  /// Of the documents. With a table of metadata, names of its columns too: labels and metadata that the table
  /// has are taken from it, and so is the id if the format has no fields.
  FieldOptions fields;
  MetadataFile metadata;  ///< formats of text and counts
  std::vector<FieldDates> dates =
      {};  ///< of metadata whose dates are not written so that they tell their form
  LabelsFrom labels_from = LabelsFrom::field;
  FolderFiles folder_files = FolderFiles::texts;
  std::string
      name_pattern;  ///< of files: the metadata that their names say (read/name_pattern.hpp); "": none
  Quoting quoting = Quoting::csv;
  std::optional<char> separator;  ///< of fields; unset: a tab (tsv), or found from the header line (csv)
  Rows rows = Rows::documents;
  std::optional<std::uint32_t> index_base;  ///< svmlight: 0 or 1; unset: detected
  text::WordOptions words;                  ///< of texts
  /// What is dropped and folded of the words of counts, which are not cut; unset: they are taken as they are.
  std::optional<text::WordOptions> words_of_counts = {};
  PruneOptions prune;
  std::optional<std::uint32_t>
      split_words;                    ///< documents become parts of so many words; formats of text only
  KeepText keep_text = KeepText::no;  ///< formats of text only
  unsigned threads = 0;               ///< 0: as many as the machine has; the result does not depend on it
};

/// Whether documents are texts, to be cut into words.
inline bool reads_text(const ImportOptions& options) {
  return is_text(options.format) && options.fields.counts.empty();
}

/// For counts, sets words_of_counts by `words`, of which what was not asked for is left out.
/// @param given  the names, without dashes, of the options that were given
void set_words_of_counts(ImportOptions& options, const std::vector<std::string>& given);

/// The character that `--separator` names: itself, or "tab". @throws UsageError
char separator_named(const std::string& name);

/// Refuses options that the format has no use for, and rules for labels that there are none of, or no tree
/// for.
/// @param given  the names, without dashes, of the options that were given
/// @throws UsageError
void check_import(const ImportOptions& options, const std::vector<std::string>& given);

/// All options that affect the result, by command-line name.
nlohmann::json describe(const ImportOptions& options);

}  // namespace themata
