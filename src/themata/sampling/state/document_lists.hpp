#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/corpus/corpus.hpp"
#include "themata/sampling/state/layout.hpp"

namespace themata::sampling {

/// m_dk of every document as lists, for samplers that visit a document several times per sweep. For sparse
/// counts.
class DocumentLists {
 public:
  /// One document's list. A document has at most as many topics as tokens.
  struct List {
    Topic* topics;
    std::uint32_t* counts;
    std::uint32_t* size;
  };

  /// @param topics  N, grouped by document, in any order within a document
  void fill(std::span<const Topic> topics, const Corpus& corpus, std::size_t slots, Pool& pool);
  List of(std::size_t d) {
    const std::size_t first = offsets_[d];
    return {topics_.data() + first, counts_.data() + first, &sizes_[d]};
  }

 private:
  std::span<const std::uint64_t> offsets_;  ///< of the corpus: token offsets by document
  LargeVector<Topic> topics_;               ///< N places; a document's list takes the first of its places
  LargeVector<std::uint32_t> counts_;
  std::vector<std::uint32_t> sizes_;  ///< D
};

}  // namespace themata::sampling
