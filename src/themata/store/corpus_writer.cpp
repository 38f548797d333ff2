#include "themata/store/corpus_writer.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <utility>

#include "themata/io/atomic_file.hpp"
#include "themata/io/checksum.hpp"
#include "themata/io/error.hpp"
#include "themata/io/npy.hpp"
#include "themata/version.hpp"

namespace themata {
namespace fs = std::filesystem;

namespace {

/// A file written from front to back within a staged folder, and its checksum.
class SummedFile {
 public:
  explicit SummedFile(const fs::path& path)
      : path_(path), partial_(partial_path(path)), file_(std::fopen(partial_.c_str(), "wb")) {
    if (file_ == nullptr) refuse();
  }
  ~SummedFile() {
    if (file_ != nullptr) std::fclose(file_);
  }
  SummedFile(const SummedFile&) = delete;
  SummedFile& operator=(const SummedFile&) = delete;

  void write(const void* data, std::size_t bytes) {
    if (bytes > 0 && std::fwrite(data, 1, bytes, file_) != bytes) refuse();
    sum_.add(data, bytes);
  }
  void write(std::string_view text) { write(text.data(), text.size()); }
  void write_line(std::string_view text) {
    write(text);
    write("\n");
  }
  /// Gives the file its name and tells its checksum.
  std::string finish() {
    std::FILE* file = std::exchange(file_, nullptr);
    if (std::fclose(file) != 0) refuse();
    publish(partial_, path_);
    return sum_.text();
  }

 private:
  [[noreturn]] void refuse() const {
    throw ResourceError(fmt::format("{}: cannot write: {}", path_.string(), std::strerror(errno)));
  }
  fs::path path_, partial_;
  std::FILE* file_;
  Checksum sum_;
};

/// The files of a corpus folder one after the other; what a fit depends on goes into the hash.
class FolderWriter {
 public:
  explicit FolderWriter(fs::path folder) : folder_(std::move(folder)) {}

  void write_lines(const std::string& name, const std::vector<std::string>& lines) {
    SummedFile file(folder_ / name);
    for (const std::string& line : lines) file.write_line(line);
    checksums[name] = file.finish();
  }
  void write_vocabulary(const std::vector<std::string>& words) {
    write_lines("vocabulary.txt", words);
    for (const std::string& word : words) {
      hash_.add(word.data(), word.size());
      hash_.add("\n", 1);
    }
  }
  void write_tokens(const TokenBlocks& tokens) {
    SummedFile file(folder_ / "tokens.npy");
    file.write(npy_header(npy_type<std::uint32_t>(), {tokens.size()}));
    tokens.for_each_block([&](std::span<const std::uint32_t> block) {
      file.write(block.data(), block.size_bytes());
      hash_.add(block);
    });
    checksums["tokens.npy"] = file.finish();
  }
  void write_offsets(std::span<const std::uint64_t> offsets) {
    SummedFile file(folder_ / "offsets.npy");
    file.write(npy_header(npy_type<std::uint64_t>(), {offsets.size()}));
    file.write(offsets.data(), offsets.size_bytes());
    hash_.add(offsets);
    checksums["offsets.npy"] = file.finish();
  }
  std::string hash() const { return hash_.text(); }

  std::map<std::string, std::string> checksums;

 private:
  fs::path folder_;
  Checksum hash_;
};

std::vector<std::string> tree_lines(const std::vector<TreeEdge>& tree) {
  std::vector<std::string> lines;
  lines.reserve(tree.size());
  for (const TreeEdge& edge : tree) lines.push_back(edge.label + '\t' + edge.parent);
  return lines;
}

}  // namespace

void write_corpus(const fs::path& path, const ImportedCorpus& corpus) {
  StagedFolder folder(path);
  FolderWriter writer(folder.staging());
  writer.write_vocabulary(corpus.vocabulary);
  writer.write_tokens(corpus.tokens);
  writer.write_offsets(corpus.offsets);
  writer.write_lines("documents.jsonl", corpus.rows);
  if (!corpus.labels.empty()) writer.write_lines("labels.txt", corpus.labels);
  if (!corpus.tree.empty()) writer.write_lines("tree.tsv", tree_lines(corpus.tree));
  const nlohmann::ordered_json manifest = {{"format", "themata-corpus"},
                                           {"version", 1},
                                           {"engine", version()},
                                           {"documents", corpus.rows.size()},
                                           {"types", corpus.vocabulary.size()},
                                           {"tokens", corpus.tokens.size()},
                                           {"hash", writer.hash()},
                                           {"checksums", writer.checksums},
                                           {"import", corpus.import}};
  const std::string text = manifest.dump(1) + "\n";
  write_file_atomically(folder.staging() / "manifest.json", std::string_view(text));
  folder.commit();
}

void check_output_is_free(const fs::path& path) { StagedFolder probe(path); }

}  // namespace themata
