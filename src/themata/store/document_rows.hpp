#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "themata/io/npy.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {

/// The rows of documents.jsonl, read one at a time by number. May be used by several threads at once.
class DocumentRows {
 public:
  /// @throws InputError with file and line
  explicit DocumentRows(const CorpusFolder& folder);
  /// @param d  a document, from 0. @throws InputError with file and line
  DocumentRow row(std::size_t d) const;
  /// The line of documents.jsonl as it is, without its end.
  std::string_view line(std::size_t d) const;

 private:
  std::string path_;
  std::shared_ptr<const MappedFile> lines_;
  std::vector<std::uint64_t> offsets_;  ///< D + 1: where each line begins
};

}  // namespace themata
