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
#include "themata/io/place.hpp"

namespace themata {

class CorpusFile;

/// A corpus folder (corpus_folder.hpp) being written, complete or not at all: one file at a time and tokens
/// piece by piece, so that a corpus may be larger than memory. The vocabulary, the tokens and the offsets
/// must be written in this order, the order of the corpus's hash; other files at any time.
class CorpusWriter {
 public:
  /// @throws UsageError if `path` is in use; ResourceError, as do all members below
  explicit CorpusWriter(const Place& path);
  ~CorpusWriter();
  CorpusWriter(const CorpusWriter&) = delete;
  CorpusWriter& operator=(const CorpusWriter&) = delete;

  void write_vocabulary(const std::vector<std::string>& words);
  /// @param n_tokens  the total for all calls of add_tokens
  void begin_tokens(std::uint64_t n_tokens);
  void add_tokens(std::span<const std::uint32_t> tokens);
  void write_offsets(std::span<const std::uint64_t> offsets);
  void write_lines(const std::string& name, const std::vector<std::string>& lines);
  /// texts.jsonl and text-offsets.npy; where each token is in them is a file of its own (token-spans.npy).
  /// @param lines  of the D documents, without line ends
  void write_texts(const std::vector<std::string_view>& lines);
  void write_npz(const std::string& name, const NpzWriter& arrays);
  /// Adds the manifest and renames the folder to its final name.
  /// @param origin  members of the manifest that describe the origin of the corpus
  void commit(const nlohmann::ordered_json& origin);

 private:
  friend class CorpusFile;

  /// A file that is about to be written, in a folder that exists.
  Place new_file(const std::string& name) const;

  StagedFolder folder_;
  std::map<std::string, std::string> checksums_;
  Checksum hash_;
  std::unique_ptr<CorpusFile> tokens_;
  std::uint64_t n_types_ = 0, n_tokens_ = 0, n_documents_ = 0, n_tokens_written_ = 0;
};

/// One file of a corpus folder, written sequentially; its checksum goes into the manifest.
class CorpusFile {
 public:
  /// @param name  may be in a subfolder, which is created
  CorpusFile(CorpusWriter& corpus, std::string name);
  ~CorpusFile();
  CorpusFile(const CorpusFile&) = delete;
  CorpusFile& operator=(const CorpusFile&) = delete;

  void write(std::string_view text) { write_bytes(text.data(), text.size()); }
  template <class T>
  void write(std::span<const T> values) {
    write_bytes(values.data(), values.size_bytes());
  }
  /// Completes the file. Without it, the file does not become part of the corpus.
  void finish();

 private:
  void write_bytes(const void* data, std::size_t bytes);

  CorpusWriter& corpus_;
  std::string name_;
  std::unique_ptr<AtomicFile> file_;
  Checksum sum_;
};

/// Writes an imported corpus. Equal corpora give equal bytes.
/// @throws UsageError if `path` is in use; ResourceError
void write_corpus(const Place& path, const ImportedCorpus& corpus);

/// @throws UsageError if `path` is in use; called before a long import
void check_output_is_free(const Place& path);

}  // namespace themata
