#include "themata/corpus/import_options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "themata/io/compression.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/io/zip_archive.hpp"

namespace themata {
namespace fs = std::filesystem;

namespace {

std::string in_lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::optional<Format> format_of_extension(const std::string& extension) {
  struct Entry {
    std::string_view extension;
    Format format;
  };
  constexpr Entry entries[] = {
      {".jsonl", Format::jsonl},       {".ndjson", Format::jsonl},    {".csv", Format::csv},
      {".tsv", Format::tsv},           {".txt", Format::lines},       {".mallet", Format::mallet},
      {".ldac", Format::ldac},         {".lda-c", Format::ldac},      {".dat", Format::ldac},
      {".svmlight", Format::svmlight}, {".svm", Format::svmlight},    {".libsvm", Format::svmlight},
      {".mtx", Format::matrix_market}, {".mm", Format::matrix_market}};
  const auto* found = std::ranges::find(entries, std::string_view(extension), &Entry::extension);
  if (found == std::end(entries)) return std::nullopt;
  return found->format;
}

void describe_phrases(const PhraseOptions& phrases, nlohmann::json& json) {
  if (!phrases.file.empty()) json["phrase-list"] = phrases.file;
  if (!phrases.list.empty()) json["phrase-list"] = phrases.list;
  if (!phrases.find) return;
  json["phrases"] = true;
  json["phrase-words"] = phrases.words;
  json["phrase-min-count"] = phrases.min_count;
  json["phrase-min-score"] = phrases.min_score;
}

std::optional<Format> format_of_name(const std::string& name) {
  const fs::path plain = without_compression(name);
  if (name.starts_with("docword.")) return Format::uci;
  return format_of_extension(in_lower_case(plain.extension().string()));
}

nlohmann::json describe_words(const ImportOptions& options) {
  const text::WordOptions& words = options.words;
  constexpr std::string_view split_names[] = {"unicode", "regex", "white space"};
  nlohmann::json json = {{"words", split_names[static_cast<std::size_t>(words.split.by)]},
                         {"stop-words", words.stop_words},
                         {"preserve-case", words.split.letter_case == text::LetterCase::preserve}};
  if (words.split.markup == text::Markup::removed) json["markup"] = "remove";
  if (words.split.addresses == text::Addresses::removed) json["addresses"] = "remove";
  if (!words.split.language.empty()) json["language"] = words.split.language;
  if (words.split.line_ends == text::LineEnds::joined) json["join-hyphenated"] = true;
  if (words.split.by == text::SplitBy::regex) json["token-regex"] = words.split.regex;
  if (words.min_length) json["min-length"] = *words.min_length;
  if (!words.extra_stop_words.empty()) json["extra-stop-words"] = words.extra_stop_words;
  if (!words.stop_word_list.empty()) json["extra-stop-words"] = words.stop_word_list;
  if (!words.stem.empty()) json["stem"] = words.stem;
  describe_phrases(words.phrases, json);
  return json;
}

/// What is done to the words of counts, where it is not nothing.
nlohmann::json describe_words_of_counts(const text::WordOptions& words) {
  nlohmann::json json = nlohmann::json::object();
  if (words.stop_words != "none") json["stop-words"] = words.stop_words;
  if (words.split.letter_case == text::LetterCase::fold) json["fold-case"] = true;
  if (words.min_length) json["min-length"] = *words.min_length;
  if (!words.extra_stop_words.empty()) json["extra-stop-words"] = words.extra_stop_words;
  if (!words.stop_word_list.empty()) json["extra-stop-words"] = words.stop_word_list;
  if (!words.stem.empty()) json["stem"] = words.stem;
  return json;
}

bool has_table(const ImportOptions& options) { return !options.metadata.path.empty(); }

nlohmann::json describe_fields(const ImportOptions& options) {
  const FieldOptions& fields = options.fields;
  nlohmann::json json = nlohmann::json::object();
  if (!fields.id.empty()) json["id"] = fields.id;
  if (!fields.text.empty()) json["text"] = fields.text;
  if (!fields.counts.empty()) json["counts"] = fields.counts;
  if (!fields.columns.empty()) json["columns"] = fields.columns;
  if (!fields.labels.empty()) json["labels"] = fields.labels;
  if (!fields.label_separator.empty()) json["label-separator"] = fields.label_separator;
  if (!fields.metadata.empty()) json["metadata"] = fields.metadata;
  for (const FieldDates& dates : options.dates) json["date-format"][dates.field] = name_of(dates.form);
  if (options.quoting != Quoting::csv)
    json["quoting"] = options.quoting == Quoting::none ? "none" : "backslash";
  if (options.separator) json["separator"] = std::string(1, *options.separator);
  if (!has_table(options)) return json;
  json["metadata-file"] = options.metadata.path;
  json["key"] = options.metadata.key.empty() ? "id" : options.metadata.key;
  if (options.metadata.missing == MissingRows::kept) json["metadata-missing"] = "keep";
  return json;
}

/// Options that only some formats can use.
struct FormatNeed {
  std::vector<std::string_view> options;
  bool (*can_use)(const ImportOptions&);
  std::string_view expected;
};

bool is_delimited(Format format) { return has_fields(format) && format != Format::jsonl; }

/// Whether lines of the format begin with labels.
bool begins_with_labels(Format format) { return format == Format::mallet || format == Format::svmlight; }

bool can_have_labels(const ImportOptions& options) {
  return has_fields(options.format) || begins_with_labels(options.format) || has_table(options) ||
         options.labels_from == LabelsFrom::folders;
}

bool has_words(const ImportOptions& options) { return is_text(options.format) || is_counts(options.format); }

/// Options of words that counts know too.
constexpr std::string_view rules_of_words[] = {
    "stop-words", "extra-stop-words", "remove-stopwords", "min-length", "stem", "fold-case"};

const std::vector<FormatNeed>& format_needs() {
  static const std::vector<FormatNeed> needs{
      {{"text"},
       [](const ImportOptions& o) { return reads_text(o) && has_fields(o.format); },
       "texts in jsonl, csv or tsv"},
      {{"counts"}, [](const ImportOptions& o) { return o.format == Format::jsonl; }, "jsonl"},
      {{"columns"}, [](const ImportOptions& o) { return o.format == Format::tidy; }, "tidy"},
      {{"id"},
       [](const ImportOptions& o) { return o.format != Format::tidy; },
       "a format with a row for each document (`columns` names that of the documents)"},
      {{"metadata-file"},
       [](const ImportOptions& o) { return is_text(o.format) || is_counts(o.format); },
       "a format of text or counts"},
      {{"id", "labels", "metadata", "date-format"},
       [](const ImportOptions& o) { return has_fields(o.format) || has_table(o) || !o.name_pattern.empty(); },
       "jsonl, csv, tsv, document-term or tidy, or `metadata-file`"},
      {{"label-separator", "label-paths", "drop-ancestors"},
       can_have_labels,
       "a format with labels, `metadata-file` or `labels-from-folders`"},
      {{"labels-from-folders", "all-files", "metadata-from-names"},
       [](const ImportOptions& o) { return o.format == Format::folder; },
       "folder"},
      {{"quoting", "separator"},
       [](const ImportOptions& o) { return is_delimited(o.format) || has_table(o); },
       "csv, tsv, document-term or tidy"},
      {{"vocabulary", "vocabulary-column", "ids"},
       [](const ImportOptions& o) { return has_numbers(o.format); },
       "ldac, uci, svmlight or matrix-market"},
      {{"transpose"},
       [](const ImportOptions& o) { return o.format == Format::matrix_market; },
       "matrix-market"},
      {{"index-base"}, [](const ImportOptions& o) { return o.format == Format::svmlight; }, "svmlight"},
      {{"token-regex", "pretokenized", "split-words", "keep-text", "language", "join-hyphenated", "markup",
        "addresses", "phrases", "phrase-list"},
       reads_text,
       "a format of text"},
      {{"preserve-case", "min-length", "stop-words", "extra-stop-words", "remove-stopwords", "stem"},
       has_words,
       "a format of text or counts"},
      {{"fold-case"},
       [](const ImportOptions& o) { return has_words(o) && !reads_text(o); },
       "a format of counts (case is folded in texts, unless `preserve-case` is given)"}};
  return needs;
}

/// Refuses rules for words that are numbers, and that contradict each other.
void check_words_of_counts(const ImportOptions& options, const std::vector<std::string>& given) {
  const auto is_given = [&](std::string_view option) {
    return std::ranges::find(given, option) != given.end();
  };
  const bool are_numbers = has_numbers(options.format) && options.vocabulary.empty();
  for (const std::string_view option : rules_of_words)
    if (are_numbers && is_given(option))
      throw UsageError(fmt::format("`{}` needs `vocabulary`: without it the words are numbers", option));
  if (is_given("fold-case") && is_given("preserve-case"))
    throw UsageError("`fold-case` and `preserve-case` cannot be combined; give one of them");
}

void check_label_rules(const ImportOptions& options, const std::vector<std::string>& given) {
  const FieldOptions& fields = options.fields;
  const bool has_labels =
      begins_with_labels(options.format) || options.format == Format::corpus || !fields.labels.empty();
  for (const std::string_view option : {"label-separator", "label-paths", "drop-ancestors", "tree"})
    if (const bool in_folders = options.labels_from == LabelsFrom::folders && option != "label-separator";
        !has_labels && !in_folders && std::ranges::find(given, option) != given.end())
      throw UsageError(
          fmt::format("`{}` needs labels; expected `labels` with the name of their field", option));
  const std::string between =
      fields.label_separator.empty() && options.format == Format::svmlight ? "," : fields.label_separator;
  if (!between.empty() && options.label_paths.find(between) != std::string::npos)
    throw UsageError(
        fmt::format("`label-paths` is '{}', but '{}' already separates labels; choose another text",
                    options.label_paths, between),
        {"label-paths", fmt::format("'{}'", options.label_paths), "a text that does not separate labels"});
  if (options.drop_ancestors && options.tree.empty() && options.label_paths.empty())
    throw UsageError("`drop-ancestors` needs a tree; expected `tree` or `label-paths`");
}

[[noreturn]] void refuse_option(const ImportOptions& options, std::string_view option,
                                std::string_view expected) {
  if (options.format == Format::jsonl && !options.fields.counts.empty())
    throw UsageError(fmt::format("`{}` cannot be used with `counts`; it needs {}", option, expected));
  throw UsageError(fmt::format("`{}` cannot be used with `format` {}; it needs {}", option,
                               name_of(options.format), expected),
                   {"format", std::string(name_of(options.format)), std::string(expected)});
}

}  // namespace

void check_import(const ImportOptions& options, const std::vector<std::string>& given) {
  for (const FormatNeed& need : format_needs())
    for (const std::string_view option : need.options)
      if (!need.can_use(options) && std::ranges::find(given, option) != given.end())
        refuse_option(options, option, need.expected);
  for (const std::string_view option : {"phrase-words", "phrase-min-count", "phrase-min-score"})
    if (!options.words.phrases.find && std::ranges::find(given, option) != given.end())
      throw UsageError(fmt::format("`{}` needs `phrases`, which finds them", option));
  if (options.vocabulary_column && options.vocabulary.empty())
    throw UsageError("`vocabulary-column` needs `vocabulary` with a file of words");
  if (!has_table(options))
    for (const std::string_view option : {"key", "metadata-missing"})
      if (std::ranges::find(given, option) != given.end())
        throw UsageError(fmt::format("`{}` needs `metadata-file` with a table of metadata", option));
  if (options.labels_from == LabelsFrom::folders && !options.fields.labels.empty())
    throw UsageError("`labels` and `labels-from-folders` cannot be combined; give one of them");
  if (!options.prune.keep_types && std::ranges::find(given, "keep-types-by") != given.end())
    throw UsageError("`keep-types-by` does not apply: it needs `keep-types`, the number of words to keep");
  check_words_of_counts(options, given);
  check_label_rules(options, given);
}

void set_words_of_counts(ImportOptions& options, const std::vector<std::string>& given) {
  const auto is_given = [&](std::string_view option) {
    return std::ranges::find(given, option) != given.end();
  };
  if (reads_text(options) || std::ranges::none_of(rules_of_words, is_given)) return;
  text::WordOptions words = options.words;
  words.split = {.by = text::SplitBy::white_space,
                 .letter_case = is_given("fold-case") ? text::LetterCase::fold : text::LetterCase::preserve};
  if (!is_given("stop-words") && !is_given("remove-stopwords")) words.stop_words = "none";
  options.words_of_counts = std::move(words);
}

char separator_named(const std::string& name) {
  if (name == "tab" || name == "\\t") return '\t';
  const bool is_one = name.size() == 1 && static_cast<unsigned char>(name.front()) < 0x80;
  if (!is_one || std::string_view("\"\r\n").find(name.front()) != std::string_view::npos ||
      name.front() == '\0')
    throw UsageError(
        OptionFault{"separator", fmt::format("'{}'", name), "one ASCII character that is no quote, or tab"});
  return name.front();
}

Format format_named(std::string_view name) {
  const auto* found = std::ranges::find(format_names, name);
  if (found == std::end(format_names))
    throw UsageError(OptionFault{"format", fmt::format("'{}'", name),
                                 fmt::format("one of {}", listed(format_names, ", "))});
  return static_cast<Format>(found - format_names);
}

std::optional<Format> guess_format(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return Format::folder;
  const std::string name = fs::path(path).filename().string();
  const std::string folder = folder_of_archive(name);
  if (folder == name) return format_of_name(name);
  if (is_zip(path)) {
    const ZipArchive archive(path);
    if (archive.files().size() > 1) return Format::folder;
    const auto by_file = format_of_name(fs::path(archive.only_file().name).filename().string());
    if (by_file) return by_file;
  }
  return format_of_name(folder);
}

std::optional<Format> guess_format(const std::vector<std::string>& files) {
  const std::optional<Format> first = guess_format(files.front());
  return first == Format::lines && files.size() > 1 ? Format::folder : first;
}

nlohmann::json describe(const ImportOptions& options) {
  nlohmann::json json = {
      {"format", name_of(options.format)}, {"files", options.files}, {"encoding", options.encoding}};
  if (!options.vocabulary.empty()) json["vocabulary"] = options.vocabulary;
  if (options.vocabulary_column) json["vocabulary-column"] = *options.vocabulary_column;
  if (!options.ids.empty()) json["ids"] = options.ids;
  if (!options.tree.empty()) json["tree"] = options.tree;
  if (!options.given_tree.empty()) json["tree"] = "in memory";
  if (!options.label_paths.empty()) json["label-paths"] = options.label_paths;
  if (options.drop_ancestors) json["drop-ancestors"] = true;
  if (options.labels_from == LabelsFrom::folders) json["labels-from-folders"] = true;
  if (options.folder_files == FolderFiles::all) json["all-files"] = true;
  if (!options.name_pattern.empty()) json["metadata-from-names"] = options.name_pattern;
  if (options.rows == Rows::types) json["transpose"] = true;
  if (options.index_base) json["index-base"] = *options.index_base;
  if (reads_text(options)) json.update(describe_words(options));
  if (options.words_of_counts) json.update(describe_words_of_counts(*options.words_of_counts));
  json.update(describe_fields(options));
  const PruneOptions& prune = options.prune;
  if (prune.min_count) json["min-count"] = *prune.min_count;
  if (prune.min_documents) json["min-documents"] = *prune.min_documents;
  if (prune.max_document_share) json["max-document-share"] = *prune.max_document_share;
  if (prune.keep_types) {
    json["keep-types"] = *prune.keep_types;
    json["keep-types-by"] = prune.keep_by == KeepBy::tfidf ? "tfidf" : "frequency";
  }
  if (options.split_words) json["split-words"] = *options.split_words;
  if (options.keep_text == KeepText::yes) json["keep-text"] = true;
  if (prune.repeats != Repeats::all) json["repeats"] = name_of(prune.repeats);
  return in_utf8(json);
}

}  // namespace themata
