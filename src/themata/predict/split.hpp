#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "themata/predict/new_documents.hpp"
#include "themata/random/stream.hpp"

namespace themata {

/// Which tokens of held-out documents are seen, so that the others can be predicted from them.
class Split {
 public:
  /// Half of each document's known tokens, rounded down, every half as likely as any other.
  explicit Split(Key key) : key_(key) {}
  /// What a file says: a line a document of the corpus, in order, with the positions in the document of the tokens that are
  /// seen, from 0, ascending, between spaces; an empty line for none. Lines from '#' may come first; "# corpus HASH" among
  /// them says to which corpus the file belongs.
  /// @throws InputError where the file does not fit the corpus, with the line
  Split(const std::filesystem::path& file, const CorpusFolder& folder);

  /// Whether each known token of document d is seen, in text order.
  std::vector<bool> seen(const NewDocuments& documents, std::size_t d) const;

 private:
  std::optional<Key> key_;
  std::vector<std::vector<std::uint32_t>> positions_;
};

}  // namespace themata
