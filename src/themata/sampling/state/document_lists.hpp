#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/corpus/corpus.hpp"
#include "themata/sampling/state/layout.hpp"

namespace themata::sampling {

/// m_dk of every document by lists, for samplers that come back to a document several times a sweep: few of many topics.
class DocumentLists {
 public:
  /// Where a document's list lies. A document has no more topics than tokens.
  struct List {
    Topic* topics;
    std::uint32_t* counts;
    std::uint32_t* size;
  };

  /// @param topics  N, those of a document together, in any order within it
  void fill(std::span<const Topic> topics, const Corpus& corpus, std::size_t slots, Pool& pool);
  List of(std::size_t d) {
    const std::size_t first = offsets_[d];
    return {topics_.data() + first, counts_.data() + first, &sizes_[d]};
  }

 private:
  std::span<const std::uint64_t> offsets_;  ///< of the corpus
  std::vector<Topic> topics_;               ///< N, of which a list takes the first of its document's
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> sizes_;  ///< D
};

}  // namespace themata::sampling
