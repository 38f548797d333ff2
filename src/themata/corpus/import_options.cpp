#include "themata/corpus/import_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "themata/io/error.hpp"

namespace themata {
namespace fs = std::filesystem;

namespace {

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

nlohmann::json describe_words(const ImportOptions& options) {
  const text::WordOptions& words = options.words;
  constexpr std::string_view split_names[] = {"unicode", "regex", "white space"};
  nlohmann::json json = {{"words", split_names[static_cast<std::size_t>(words.split.by)]},
                         {"stop-words", words.stop_words},
                         {"preserve-case", words.split.letter_case == text::LetterCase::preserve}};
  if (words.split.by == text::SplitBy::regex) json["token-regex"] = words.split.regex;
  if (words.min_length) json["min-length"] = *words.min_length;
  if (!words.extra_stop_words.empty()) json["extra-stop-words"] = words.extra_stop_words;
  if (!words.stem.empty()) json["stem"] = words.stem;
  return json;
}

nlohmann::json describe_fields(const ImportOptions& options) {
  const FieldOptions& fields = options.fields;
  nlohmann::json json = nlohmann::json::object();
  if (!fields.id.empty()) json["id"] = fields.id;
  if (!fields.text.empty()) json["text"] = fields.text;
  if (!fields.labels.empty()) json["labels"] = fields.labels;
  if (!fields.label_separator.empty()) json["label-separator"] = fields.label_separator;
  if (!fields.metadata.empty()) json["metadata"] = fields.metadata;
  if (options.quoting == Quoting::none) json["quoting"] = "none";
  return json;
}

}  // namespace

Format format_named(std::string_view name) {
  const auto* found = std::ranges::find(format_names, name);
  if (found == std::end(format_names))
    throw UsageError(
        fmt::format("`format` is '{}'; expected one of {}", name, fmt::join(format_names, ", ")));
  return static_cast<Format>(found - format_names);
}

std::optional<Format> guess_format(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return Format::folder;
  fs::path name = fs::path(path).filename();
  if (name.extension() == ".gz" || name.extension() == ".zst") name = name.stem();
  if (name.string().starts_with("docword.")) return Format::uci;
  return format_of_extension(name.extension().string());
}

nlohmann::json describe(const ImportOptions& options) {
  nlohmann::json json = {
      {"format", name_of(options.format)}, {"files", options.files}, {"encoding", options.encoding}};
  if (!options.vocabulary.empty()) json["vocabulary"] = options.vocabulary;
  if (!options.tree.empty()) json["tree"] = options.tree;
  if (!options.label_paths.empty()) json["label-paths"] = options.label_paths;
  if (options.drop_ancestors) json["drop-ancestors"] = true;
  if (options.rows == Rows::types) json["transpose"] = true;
  if (options.index_base) json["index-base"] = *options.index_base;
  if (is_text(options.format)) json.update(describe_words(options));
  json.update(describe_fields(options));
  const PruneOptions& prune = options.prune;
  if (prune.min_count) json["min-count"] = *prune.min_count;
  if (prune.min_documents) json["min-documents"] = *prune.min_documents;
  if (prune.max_document_share) json["max-document-share"] = *prune.max_document_share;
  if (prune.keep_types) {
    json["keep-types"] = *prune.keep_types;
    json["keep-types-by"] = prune.keep_by == KeepBy::tfidf ? "tfidf" : "frequency";
  }
  return json;
}

}  // namespace themata
