#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "themata/predict/new_documents.hpp"
#include "themata/random/stream.hpp"

namespace themata {

/// Which tokens of held-out documents are seen, for predicting the others from them.
class Split {
 public:
  /// Half of each document's known tokens, rounded down, chosen uniformly at random.
  explicit Split(Key key) : key_(key) {}
  /// Reads a file: one line per document of the corpus, in order, with the positions of the seen tokens in
  /// the document, from 0, ascending, separated by spaces; an empty line for none. The file may begin with
  /// lines that start with '#'; "# corpus HASH" among them identifies the corpus.
  /// @throws InputError with the line if the file does not fit the corpus
  Split(const std::filesystem::path& file, const CorpusFolder& folder);
  /// The same lists in memory. @throws UsageError if they do not fit the corpus
  Split(std::vector<std::vector<std::uint32_t>> seen, const CorpusFolder& folder);

  /// Whether each known token of document d is seen, in text order.
  std::vector<bool> seen(const NewDocuments& documents, std::size_t d) const;

 private:
  std::optional<Key> key_;
  std::vector<std::vector<std::uint32_t>> positions_;
};

}  // namespace themata
