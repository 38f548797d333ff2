#include "themata/store/corpus_folder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/json.hpp"
#include "themata/io/npy.hpp"
#include "themata/store/checked_files.hpp"
#include "themata/store/document_rows.hpp"
#include "themata/store/manifest.hpp"

namespace themata {
namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

namespace {

constexpr int newest_corpus = 1;

[[noreturn]] void refuse(const Place& file, const std::string& message) {
  throw InputError(file.string(), 0, message);
}

[[noreturn]] void refuse(const Place& file, InputFault fault) {
  throw InputError(file.string(), 0, std::move(fault));
}

std::vector<std::string> open_vocabulary(const json& manifest, const Place& folder) {
  const Place path = folder / "vocabulary.txt";
  require_checksum(manifest, folder, "vocabulary.txt");
  std::vector<std::string> words = read_lines(path);
  if (words.size() != manifest["types"])
    refuse(path,
           fmt::format("has {} words; the manifest says {}", words.size(), dump_json(manifest["types"])));
  return words;
}

void check_offsets(std::span<const std::uint64_t> offsets, std::size_t n_tokens, const Place& file) {
  if (offsets.front() != 0 || offsets.back() != n_tokens)
    refuse(file, InputFault{fmt::format("runs from {} to {}", offsets.front(), offsets.back()),
                            fmt::format("0 to {}", n_tokens)});
  const auto descent = std::ranges::adjacent_find(offsets, std::ranges::greater());
  if (descent != offsets.end())
    refuse(file, InputFault{fmt::format("descends after document {}", descent - offsets.begin()),
                            "ascending offsets"});
}

void check_tokens(std::span<const std::uint32_t> tokens, std::size_t n_types, const Place& file) {
  if (tokens.empty()) return;
  const std::uint32_t highest = *std::ranges::max_element(tokens);
  if (highest >= n_types)
    refuse(file, fmt::format("has word type {}; the vocabulary has {} types", highest, n_types));
}

DocumentRow parse_row(const ordered_json& object, const std::string& file, std::uint64_t line) {
  const auto require = [&](bool right, const char* what) {
    if (!right)
      throw InputError(file, line, InputFault{fmt::format("lacks {}", what), "a row of a corpus folder"});
  };
  require(object.is_object(), "an object");
  require(object.value("id", ordered_json()).is_string(), "a text 'id'");
  require(object.value("row", ordered_json()).is_number_unsigned(), "a number 'row'");
  DocumentRow row;
  row.id = object["id"];
  row.row = object["row"];
  require(object.value("part", ordered_json(0U)).is_number_unsigned(), "a number as 'part'");
  row.part = object.value("part", std::uint64_t{0});
  const ordered_json labels = object.value("labels", ordered_json::array());
  require(labels.is_array() &&
              std::ranges::all_of(labels, [](const ordered_json& each) { return each.is_string(); }),
          "texts as 'labels'");
  row.labels = labels.get<std::vector<std::string>>();
  row.metadata = object.value("metadata", ordered_json());
  require(row.metadata.is_null() || row.metadata.is_object(), "an object as 'metadata'");
  require(object.value("empty", ordered_json("")).is_string(), "a text as 'empty'");
  row.empty = object.value("empty", "");
  return row;
}

/// Checks that the manifest and the files agree on labels and phrases.
void check_lists(const json& manifest, const Place& folder) {
  for (const char* name : {"labels.txt", "tree.tsv", "phrases.tsv"})
    if (manifest["checksums"].contains(name)) require_checksum(manifest, folder, name);
}

}  // namespace

json read_corpus_manifest(const Place& path) {
  const Place file = path / "manifest.json";
  if (!path.in_memory() && !fs::is_directory(path.path()))
    throw InputError(path.string(), 0, InputFault{"is not a folder", "a corpus folder"},
                     Suggestion{Remedy::make_corpus, ""});
  json manifest = read_manifest(path);
  if (kind_of_folder(manifest, path) != FolderKind::corpus)
    throw InputError(path.string(), 0, InputFault{"is a fit folder", "a corpus folder"},
                     Suggestion{Remedy::make_corpus, ""});
  if (!manifest.value("version", json()).is_number_integer() || manifest["version"] > newest_corpus)
    refuse(file, fmt::format("has version {}; this program reads versions up to {}",
                             dump_json(manifest.value("version", json())), newest_corpus));
  for (const char* name : {"documents", "types", "tokens"})
    if (!manifest.value(name, json()).is_number_unsigned())
      refuse(file, fmt::format("lacks the number '{}'", name));
  if (!manifest.value("hash", json()).is_string() || !manifest.value("checksums", json()).is_object())
    refuse(file, "lacks 'hash' or 'checksums'");
  return manifest;
}

CorpusFolder open_corpus(const Place& path) {
  json manifest = read_corpus_manifest(path);
  const std::size_t n_documents = manifest["documents"], n_types = manifest["types"],
                    n_tokens = manifest["tokens"];
  if (n_documents >= std::numeric_limits<std::uint32_t>::max() ||
      n_types > std::numeric_limits<std::uint32_t>::max())
    refuse(path / "manifest.json", "has more documents or types than this program can number");
  std::vector<std::string> vocabulary = open_vocabulary(manifest, path);
  const auto tokens = open_checked<std::uint32_t>(manifest, path, "tokens.npy", {n_tokens});
  const auto offsets = open_checked<std::uint64_t>(manifest, path, "offsets.npy", {n_documents + 1});
  check_offsets(offsets.values, n_tokens, path / "offsets.npy");
  check_tokens(tokens.values, n_types, path / "tokens.npy");
  check_lists(manifest, path);
  using Files = std::pair<std::shared_ptr<const MappedFile>, std::shared_ptr<const MappedFile>>;
  Corpus corpus(tokens.values, offsets.values, static_cast<std::uint32_t>(n_types),
                std::make_shared<const Files>(tokens.file, offsets.file));
  return {std::move(corpus), std::move(vocabulary), std::move(manifest), path};
}

void for_each_document(const CorpusFolder& folder,
                       const std::function<void(std::size_t document, DocumentRow&& row)>& visit) {
  const Place path = folder.path / "documents.jsonl";
  const MappedFile file(path);
  require_checksum(folder.manifest, folder.path, "documents.jsonl", file);
  std::string_view rest(file.data == nullptr ? "" : file.data, file.size);
  std::size_t rows = 0;
  for (; !rest.empty(); ++rows) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    DocumentRow row = parse_row(parse_json<ordered_json>(rest.substr(0, end)), path.string(), rows + 1);
    if (rows < folder.corpus.n_documents()) visit(rows, std::move(row));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (rows != folder.corpus.n_documents())
    refuse(path, fmt::format("has {} rows; the corpus has {} documents", rows, folder.corpus.n_documents()));
}

DocumentRows::DocumentRows(const CorpusFolder& folder)
    : path_((folder.path / "documents.jsonl").string()),
      lines_(std::make_shared<const MappedFile>(folder.path / "documents.jsonl")),
      offsets_{0} {
  require_checksum(folder.manifest, folder.path, "documents.jsonl", *lines_);
  const std::string_view text(lines_->data == nullptr ? "" : lines_->data, lines_->size);
  while (offsets_.back() < text.size())
    offsets_.push_back(std::min(text.find('\n', offsets_.back()), text.size() - 1) + 1);
  if (offsets_.size() != folder.corpus.n_documents() + 1)
    refuse(folder.path / "documents.jsonl", fmt::format("has {} rows; the corpus has {} documents",
                                                        offsets_.size() - 1, folder.corpus.n_documents()));
}

DocumentRow DocumentRows::row(std::size_t d) const {
  return parse_row(parse_json<ordered_json>(line(d)), path_, d + 1);
}

std::string_view DocumentRows::line(std::size_t d) const {
  std::string_view line(lines_->data + offsets_[d], offsets_[d + 1] - offsets_[d]);
  if (line.ends_with('\n')) line.remove_suffix(1);
  return line;
}

std::vector<DocumentRow> read_documents(const CorpusFolder& folder) {
  std::vector<DocumentRow> rows;
  for_each_document(folder, [&](std::size_t, DocumentRow&& row) { rows.push_back(std::move(row)); });
  return rows;
}

}  // namespace themata
