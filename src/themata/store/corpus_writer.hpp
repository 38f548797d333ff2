#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "themata/corpus/import.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/checksum.hpp"
#include "themata/io/npz.hpp"

namespace themata {

class CorpusFile;

/// A corpus folder (corpus_folder.hpp) in the making, whole or not at all: a file at a time and tokens piece by piece, so
/// that a corpus may be larger than the memory. The vocabulary, the tokens and the offsets are written in this order,
/// which is that of the corpus's hash; other files whenever it suits.
class CorpusWriter {
 public:
  /// @throws UsageError where `path` is in use; ResourceError, as all that follows
  explicit CorpusWriter(const std::filesystem::path& path);
  ~CorpusWriter();
  CorpusWriter(const CorpusWriter&) = delete;
  CorpusWriter& operator=(const CorpusWriter&) = delete;

  void write_vocabulary(const std::vector<std::string>& words);
  /// @param n_tokens  how many add_tokens will bring in all
  void begin_tokens(std::uint64_t n_tokens);
  void add_tokens(std::span<const std::uint32_t> tokens);
  void write_offsets(std::span<const std::uint64_t> offsets);
  void write_lines(const std::string& name, const std::vector<std::string>& lines);
  void write_npz(const std::string& name, const NpzWriter& arrays);
  /// Adds the manifest and puts the folder in place.
  /// @param origin  members of the manifest that say where the corpus comes from
  void commit(const nlohmann::ordered_json& origin);

 private:
  friend class CorpusFile;

  StagedFolder folder_;
  std::map<std::string, std::string> checksums_;
  Checksum hash_;
  std::unique_ptr<CorpusFile> tokens_;
  std::uint64_t n_types_ = 0, n_tokens_ = 0, n_documents_ = 0, n_tokens_written_ = 0;
};

/// One file of a corpus folder, written from front to back; its checksum goes into the manifest.
class CorpusFile {
 public:
  /// @param name  may lie in a folder, which is made
  CorpusFile(CorpusWriter& corpus, std::string name);
  ~CorpusFile();
  CorpusFile(const CorpusFile&) = delete;
  CorpusFile& operator=(const CorpusFile&) = delete;

  void write(std::string_view text) { write_bytes(text.data(), text.size()); }
  template <class T>
  void write(std::span<const T> values) {
    write_bytes(values.data(), values.size_bytes());
  }
  /// Gives the file its name. Without it, the file is none of the corpus's.
  void finish();

 private:
  void write_bytes(const void* data, std::size_t bytes);
  [[noreturn]] void refuse() const;

  CorpusWriter& corpus_;
  std::string name_;
  std::filesystem::path path_, partial_;
  std::FILE* file_ = nullptr;
  Checksum sum_;
};

/// Writes what an import made. Equal corpora give equal bytes.
/// @throws UsageError where `path` is in use; ResourceError
void write_corpus(const std::filesystem::path& path, const ImportedCorpus& corpus);

/// @throws UsageError where `path` is in use, so that it shows before a long import
void check_output_is_free(const std::filesystem::path& path);

}  // namespace themata
