#include "themata/store/corpus_writer.hpp"

#include <fmt/core.h>

#include <cassert>
#include <cerrno>
#include <cstring>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/npy.hpp"
#include "themata/store/manifest.hpp"
#include "themata/version.hpp"

namespace themata {
namespace fs = std::filesystem;

CorpusFile::CorpusFile(CorpusWriter& corpus, std::string name)
    : corpus_(corpus), name_(std::move(name)), file_(std::make_unique<AtomicFile>(corpus.new_file(name_))) {}

CorpusFile::~CorpusFile() = default;

void CorpusFile::write_bytes(const void* data, std::size_t bytes) {
  file_->write({static_cast<const char*>(data), bytes});
  sum_.add(data, bytes);
}

void CorpusFile::finish() {
  file_->commit();
  corpus_.checksums_[name_] = sum_.text();
}

Place CorpusWriter::new_file(const std::string& name) const {
  Place place = folder_.staging() / name;
  std::error_code ignored;  // shows when the file is opened
  if (!place.in_memory()) fs::create_directories(place.path().parent_path(), ignored);
  return place;
}

CorpusWriter::CorpusWriter(const Place& path) : folder_(path) {}
CorpusWriter::~CorpusWriter() = default;

void CorpusWriter::write_lines(const std::string& name, const std::vector<std::string>& lines) {
  CorpusFile file(*this, name);
  for (const std::string& line : lines) {
    file.write(line);
    file.write("\n");
  }
  file.finish();
}

void CorpusWriter::write_texts(const std::vector<std::string_view>& lines) {
  std::vector<std::uint64_t> offsets{0};
  CorpusFile texts(*this, "texts.jsonl");
  for (const std::string_view line : lines) {
    texts.write(line);
    texts.write("\n");
    offsets.push_back(offsets.back() + line.size() + 1);
  }
  texts.finish();
  CorpusFile file(*this, "text-offsets.npy");
  file.write(npy_header(npy_type<std::uint64_t>(), {offsets.size()}));
  file.write(std::span<const std::uint64_t>(offsets));
  file.finish();
}

void CorpusWriter::write_npz(const std::string& name, const NpzWriter& arrays) {
  const Place path = new_file(name);
  arrays.write(path);
  checksums_[name] = checksum_of_file(path);
}

void CorpusWriter::write_vocabulary(const std::vector<std::string>& words) {
  n_types_ = words.size();
  write_lines("vocabulary.txt", words);
  for (const std::string& word : words) {
    hash_.add(word.data(), word.size());
    hash_.add("\n", 1);
  }
}

void CorpusWriter::begin_tokens(std::uint64_t n_tokens) {
  n_tokens_ = n_tokens;
  tokens_ = std::make_unique<CorpusFile>(*this, "tokens.npy");
  tokens_->write(npy_header(npy_type<std::uint32_t>(), {n_tokens}));
}

void CorpusWriter::add_tokens(std::span<const std::uint32_t> tokens) {
  n_tokens_written_ += tokens.size();
  tokens_->write(tokens);
  hash_.add(tokens);
}

void CorpusWriter::write_offsets(std::span<const std::uint64_t> offsets) {
  assert(n_tokens_written_ == n_tokens_ && offsets.back() == n_tokens_);
  tokens_->finish();
  tokens_.reset();
  n_documents_ = offsets.size() - 1;
  CorpusFile file(*this, "offsets.npy");
  file.write(npy_header(npy_type<std::uint64_t>(), {offsets.size()}));
  file.write(offsets);
  file.finish();
  hash_.add(offsets);
}

void CorpusWriter::commit(const nlohmann::ordered_json& origin) {
  nlohmann::ordered_json manifest = {{"format", "themata-corpus"}, {"version", 1},
                                     {"engine", version()},        {"documents", n_documents_},
                                     {"types", n_types_},          {"tokens", n_tokens_},
                                     {"hash", hash_.text()},       {"checksums", checksums_}};
  manifest.update(origin);
  write_file_atomically(folder_.staging() / "manifest.json", with_own_checksum(std::move(manifest)));
  folder_.commit();
}

namespace {

std::vector<std::string> tree_lines(const std::vector<TreeEdge>& tree) {
  std::vector<std::string> lines;
  lines.reserve(tree.size());
  for (const TreeEdge& edge : tree) lines.push_back(edge.label + '\t' + edge.parent);
  return lines;
}

void write_kept_texts(const ImportedCorpus& corpus, CorpusWriter& writer) {
  writer.write_texts({corpus.texts.begin(), corpus.texts.end()});
  CorpusFile spans(writer, "token-spans.npy");
  spans.write(npy_header(npy_type<std::uint32_t>(), {corpus.tokens.size(), 2}));
  corpus.spans.for_each_block([&spans](std::span<const std::uint32_t> block) { spans.write(block); });
  spans.finish();
}

}  // namespace

void write_corpus(const Place& path, const ImportedCorpus& corpus) {
  CorpusWriter writer(path);
  writer.write_vocabulary(corpus.vocabulary);
  writer.begin_tokens(corpus.tokens.size());
  corpus.tokens.for_each_block([&](std::span<const std::uint32_t> block) { writer.add_tokens(block); });
  writer.write_offsets(corpus.offsets);
  writer.write_lines("documents.jsonl", corpus.rows);
  if (!corpus.texts.empty()) write_kept_texts(corpus, writer);
  if (!corpus.phrases.empty()) writer.write_lines("phrases.tsv", phrase_lines(corpus.phrases));
  if (!corpus.labels.empty()) writer.write_lines("labels.txt", corpus.labels);
  if (!corpus.tree.empty()) writer.write_lines("tree.tsv", tree_lines(corpus.tree));
  writer.commit({{"import", corpus.import}});
}

void check_output_is_free(const Place& path) { StagedFolder probe(path); }

}  // namespace themata
