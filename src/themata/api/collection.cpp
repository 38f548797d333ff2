#include "themata/api/collection.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "themata/api/access.hpp"
#include "themata/corpus/import_memory.hpp"
#include "themata/corpus/text/word_list.hpp"
#include "themata/io/error.hpp"
#include "themata/io/json.hpp"
#include "themata/store/corpus_folder.hpp"
#include "themata/store/corpus_phrases.hpp"
#include "themata/store/corpus_subset.hpp"
#include "themata/store/corpus_texts.hpp"
#include "themata/store/corpus_writer.hpp"
#include "themata/store/joined_corpora.hpp"

namespace themata {

namespace {

Collection in_memory(const ImportedCorpus& imported) {
  const Place place(std::make_shared<MemoryFiles>());
  write_corpus(place, imported);
  return detail::Access::collection(std::make_shared<const CorpusFolder>(open_corpus(place)));
}

[[noreturn]] void refuse(const char* field, const std::string& value, const std::string& expected) {
  throw UsageError(OptionFault{field, value, expected});
}

void check_length(const char* field, std::size_t length, std::size_t documents) {
  if (length > 0 && length != documents)
    refuse(field, fmt::format("a list of {}", length),
           fmt::format("one entry for each of {} documents", documents));
}

void check_counts(const CountMatrix& counts, std::size_t n_types) {
  const auto& begins = counts.row_begins;
  if (begins.empty() || begins.front() != 0 || !std::ranges::is_sorted(begins))
    refuse("offsets", "out of order", "ascending positions, the first of them 0");
  if (begins.back() != counts.word_types.size())
    refuse("offsets", fmt::format("of {} words", begins.back()),
           fmt::format("the {} that there are", counts.word_types.size()));
  for (const std::uint32_t v : counts.word_types)
    if (v >= n_types)
      refuse("word_types", std::to_string(v),
             fmt::format("numbers below {}, the size of the vocabulary", n_types));
}

/// What all imports have in common. @param options  TextOptions or BagOptions
ImportOptions import_by(const auto& options) {
  const PruneOptions& prune = options.prune;
  const LabelStructure& labels = options.labels;
  const double share = prune.max_document_share.value_or(1);
  if (!(share >= 0 && share <= 1))
    refuse("max_document_share", fmt::format("{:g}", share), "a number from 0 to 1");
  if (!labels.paths.empty() && !labels.tree.empty())
    refuse("paths", "'" + labels.paths + "' and there is a tree too", "one of both");
  if (labels.drop_ancestors && labels.paths.empty() && labels.tree.empty())
    refuse("drop_ancestors", "on without a tree", "`paths` or `tree` too");
  ImportOptions import;
  import.prune = prune;
  import.label_paths = labels.paths;
  import.given_tree = labels.tree;
  import.drop_ancestors = labels.drop_ancestors;
  for (const auto& [field, format] : options.date_formats)
    import.dates.push_back(field_dates_of(fmt::format("{}={}", field, format)));
  return import;
}

text::WordOptions words_by(const TextOptions& options) {
  if (options.pretokenized && !options.token_regex.empty())
    refuse("token_regex", "'" + options.token_regex + "' for pretokenized texts", "one of both");
  text::WordOptions words;
  if (!options.language.empty()) set_language(words, options.language);
  const auto left_out = [](const std::optional<bool>& choice) {
    return !choice ? text::LeaveOut::if_most : *choice ? text::LeaveOut::yes : text::LeaveOut::no;
  };
  words.markup = left_out(options.remove_markup);
  words.addresses = left_out(options.remove_addresses);
  if (options.join_hyphenated) words.split.line_ends = text::LineEnds::joined;
  if (!options.token_regex.empty()) {
    words.split.by = text::SplitBy::regex;
    words.split.regex = options.token_regex;
  }
  if (options.pretokenized) words.split.by = text::SplitBy::white_space;
  if (options.preserve_case || options.pretokenized) words.split.letter_case = text::LetterCase::preserve;
  if (options.pretokenized) words.stop_words = "none";
  if (!options.stop_words.empty()) words.stop_words = options.stop_words;
  words.stop_word_list = options.extra_stop_words;
  words.min_length = options.min_length;
  words.stem = options.stem;
  words.phrases = options.phrases;
  return words;
}

/// How texts become documents.
void set_documents(const TextOptions& options, ImportOptions& import) {
  if (options.split_words == 0U) refuse("split_words", "0", "a number of words, at least 1");
  import.split_words = options.split_words;
  import.keep_text = options.keep_text ? KeepText::yes : KeepText::no;
}

/// What a table of metadata and folders say of the documents.
void set_metadata(const FileOptions& files, ImportOptions& import) {
  import.metadata = {files.metadata_file, files.key,
                     files.keep_documents_without_row ? MissingRows::kept : MissingRows::refused};
  import.name_pattern = files.metadata_from_names;
  import.folder_files = files.all_files ? FolderFiles::all : FolderFiles::texts;
  import.labels_from = files.labels_from_folders ? LabelsFrom::folders : LabelsFrom::field;
  if (!files.separator.empty()) import.separator = separator_named(files.separator);
}

Format format_of(const FileOptions& files) {
  if (!files.format.empty()) return format_named(files.format);
  if (are_corpora(files.files)) return Format::corpus;
  if (const auto guess = guess_format(files.files)) return *guess;
  refuse("format", "not given",
         fmt::format("a format, as the name of '{}' does not tell", files.files.front()));
}

/// Names of what was asked for, by which options that a format has no use for are refused.
std::vector<std::string> names_of(const FileOptions& files, const TextOptions& options) {
  std::vector<std::string> names;
  const auto add = [&](const char* name, bool given) {
    if (given) names.emplace_back(name);
  };
  add("id", !files.id.empty());
  add("text", !files.text.empty());
  add("counts", !files.counts.empty());
  add("columns", !files.columns.empty());
  add("fold-case", files.fold_case);
  add("labels", !files.labels.empty());
  add("label-separator", !files.label_separator.empty());
  add("metadata", !files.metadata.empty());
  add("date-format", !options.date_formats.empty());
  add("separator", !files.separator.empty());
  add("metadata-file", !files.metadata_file.empty());
  add("key", !files.key.empty());
  add("metadata-missing", files.keep_documents_without_row);
  add("labels-from-folders", files.labels_from_folders);
  add("all-files", files.all_files);
  add("metadata-from-names", !files.metadata_from_names.empty());
  add("split-words", options.split_words.has_value());
  add("keep-text", options.keep_text);
  add("vocabulary", !files.vocabulary.empty());
  add("vocabulary-column", files.vocabulary_column.has_value());
  add("ids", !files.ids.empty());
  add("transpose", files.rows == MatrixRows::words);
  add("index-base", files.index_base.has_value());
  add("stop-words", !options.stop_words.empty());
  add("extra-stop-words", !options.extra_stop_words.empty());
  add("stem", !options.stem.empty());
  add("token-regex", !options.token_regex.empty());
  add("pretokenized", options.pretokenized);
  add("preserve-case", options.preserve_case);
  add("language", !options.language.empty());
  add("join-hyphenated", options.join_hyphenated);
  add("markup", options.remove_markup.has_value());
  add("addresses", options.remove_addresses.has_value());
  add("min-length", options.min_length.has_value());
  add("phrases", options.phrases.find);
  add("phrase-list", options.phrases.any() && !options.phrases.find);
  add("label-paths", !options.labels.paths.empty());
  add("drop-ancestors", options.labels.drop_ancestors);
  return names;
}

/// Whether documents have counts, or every token in the order of the text.
enum class Cells { counts, tokens };

/// Documents as numbers of word types.
Collection numbered(const CountMatrix& counts, Cells kind, const std::vector<std::string>& vocabulary,
                    const DocumentNames& names, const BagOptions& options) {
  check_counts(counts, vocabulary.size());
  const std::size_t n = counts.row_begins.size() - 1;
  check_length("ids", names.ids.size(), n);
  check_length("labels", names.labels.size(), n);
  check_length("metadata", names.metadata.size(), n);
  const auto name = [&](std::size_t d) {
    MemoryName one;
    if (!names.ids.empty()) one.id = names.ids[d];
    if (!names.labels.empty()) one.labels = names.labels[d];
    if (!names.metadata.empty()) one.metadata = names.metadata[d];
    return one;
  };
  const bool counted = kind == Cells::counts;
  const auto cells = [&](std::size_t d) {
    const std::uint64_t first = counts.row_begins[d], length = counts.row_begins[d + 1] - first;
    return MemoryCells{counts.word_types.subspan(first, length),
                       counted ? counts.counts.subspan(first, length) : std::span<const std::uint32_t>()};
  };
  return in_memory(import_counts(n, {name, cells, vocabulary, !counted}, import_by(options)));
}

}  // namespace

Collection Collection::from_texts(std::size_t n, const ViewOf& view, const TextOptions& options) {
  ImportOptions import = import_by(options);
  import.words = words_by(options);
  set_documents(options, import);
  return in_memory(import_texts(
      n,
      [&](std::size_t d) {
        const DocumentView one = view(d);
        return MemoryText{{one.id, one.labels, one.metadata}, one.text};
      },
      import));
}

Collection Collection::from_tokens(std::size_t n, const ViewOf& view, const BagOptions& options) {
  return in_memory(import_tokens(
      n,
      [&](std::size_t d) {
        const DocumentView one = view(d);
        return MemoryTokens{{one.id, one.labels, one.metadata}, one.words};
      },
      import_by(options)));
}

Collection Collection::from_texts(std::span<const TextDocument> documents, const TextOptions& options) {
  return from_texts(
      documents.size(),
      [&](std::size_t d) {
        const TextDocument& one = documents[d];
        return DocumentView{.text = one.text, .id = one.id, .labels = one.labels, .metadata = one.metadata};
      },
      options);
}

Collection Collection::from_tokens(std::span<const TokenDocument> documents, const BagOptions& options) {
  std::vector<std::string_view> words;
  return from_tokens(
      documents.size(),
      [&](std::size_t d) {
        const TokenDocument& one = documents[d];
        words.assign(one.words.begin(), one.words.end());
        return DocumentView{.words = words, .id = one.id, .labels = one.labels, .metadata = one.metadata};
      },
      options);
}

Collection Collection::from_files(const FileOptions& files, const TextOptions& options) {
  if (files.files.empty()) refuse("files", "empty", "at least one file");
  ImportOptions import = import_by(options);
  import.words = words_by(options);
  import.words.encoding = files.encoding;
  import.format = format_of(files);
  import.files = files.files;
  import.encoding = files.encoding;
  import.vocabulary = files.vocabulary;
  import.vocabulary_column = files.vocabulary_column;
  import.ids = files.ids;
  import.fields = {files.id, files.text, files.labels, files.label_separator, files.metadata};
  import.fields.counts = files.counts;
  import.fields.columns = files.columns;
  import.rows = files.rows == MatrixRows::words ? Rows::types : Rows::documents;
  import.index_base = files.index_base;
  set_documents(options, import);
  set_metadata(files, import);
  const std::vector<std::string> given = names_of(files, options);
  check_import(import, given);
  set_words_of_counts(import, given);
  return in_memory(import_or_join(import));
}

Collection Collection::from_counts(const CountMatrix& counts, const std::vector<std::string>& vocabulary,
                                   const DocumentNames& names, const BagOptions& options) {
  if (counts.counts.size() != counts.word_types.size())
    refuse("counts", fmt::format("a list of {}", counts.counts.size()),
           fmt::format("one for each of {} cells", counts.word_types.size()));
  return numbered(counts, Cells::counts, vocabulary, names, options);
}

Collection Collection::from_arrays(std::span<const std::uint64_t> offsets,
                                   std::span<const std::uint32_t> tokens,
                                   const std::vector<std::string>& vocabulary, const DocumentNames& names,
                                   const BagOptions& options) {
  return numbered({offsets, tokens, {}}, Cells::tokens, vocabulary, names, options);
}

Collection Collection::open(const std::string& folder) {
  return Collection(std::make_shared<const CorpusFolder>(open_corpus(folder)));
}

Collection Collection::subset(std::span<const std::size_t> documents) const {
  for (const std::size_t d : documents)
    if (d >= n_documents())
      refuse("documents", std::to_string(d), fmt::format("numbers below {}, the documents", n_documents()));
  const Place place(std::make_shared<MemoryFiles>());
  write_subset(*corpus_, documents, place);
  return Collection(std::make_shared<const CorpusFolder>(open_corpus(place)));
}

void Collection::save(const std::string& folder) const {
  StagedFolder staged{Place(folder)};
  copy_files(corpus_->path, staged.staging());
  staged.commit();
}

std::size_t Collection::n_documents() const { return corpus_->corpus.n_documents(); }
std::size_t Collection::n_types() const { return corpus_->corpus.n_types(); }
std::size_t Collection::n_tokens() const { return corpus_->corpus.n_tokens(); }
const std::vector<std::string>& Collection::vocabulary() const { return corpus_->vocabulary; }
std::span<const std::uint32_t> Collection::tokens() const { return corpus_->corpus.tokens(); }
std::span<const std::uint64_t> Collection::offsets() const { return corpus_->corpus.offsets(); }
std::string Collection::manifest() const { return dump_json(corpus_->manifest, 1); }

std::vector<DocumentEntry> Collection::documents() const {
  std::vector<DocumentEntry> entries;
  entries.reserve(n_documents());
  for (DocumentRow& row : read_documents(*corpus_))
    entries.push_back({std::move(row.id), row.row, row.part, std::move(row.labels),
                       row.metadata.is_null() ? "" : dump_json(row.metadata), std::move(row.empty)});
  return entries;
}

std::vector<std::string> Collection::texts() const {
  const std::optional<CorpusTexts> kept = CorpusTexts::open(*corpus_);
  std::vector<std::string> texts;
  for (std::size_t d = 0; kept && d < n_documents(); ++d) texts.push_back(kept->text(d));
  return texts;
}

std::vector<Phrase> Collection::phrases() const { return phrases_of(corpus_->manifest, corpus_->path); }

std::vector<std::string> Collection::ids() const {
  std::vector<DocumentRow> rows = read_documents(*corpus_);
  std::vector<std::string> ids;
  ids.reserve(rows.size());
  for (DocumentRow& row : rows) ids.push_back(std::move(row.id));
  return ids;
}
std::vector<std::vector<std::string>> Collection::labels() const {
  std::vector<DocumentRow> rows = read_documents(*corpus_);
  std::vector<std::vector<std::string>> labels;
  labels.reserve(rows.size());
  for (DocumentRow& row : rows) labels.push_back(std::move(row.labels));
  return labels;
}

std::vector<std::string> stop_word_languages() { return text::stop_word_languages(); }

std::vector<std::string> read_words(const std::string& file) {
  return text::read_word_list(text::text_of_words(file, "utf-8"));
}

}  // namespace themata
