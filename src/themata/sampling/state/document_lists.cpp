#include "themata/sampling/state/document_lists.hpp"

#include <utility>

namespace themata::sampling {

namespace {

/// @param counts  scratch of length slots, 0 before and after
void fill_list(const DocumentLists::List& list, std::span<const Topic> topics,
               std::vector<std::uint32_t>& counts) {
  std::uint32_t size = 0;
  for (const Topic k : topics) {
    list.topics[size] = k;
    size += counts[k]++ == 0 ? 1 : 0;
  }
  for (std::uint32_t i = 0; i < size; ++i) list.counts[i] = std::exchange(counts[list.topics[i]], 0);
  *list.size = size;
}

}  // namespace

void DocumentLists::fill(std::span<const Topic> topics, const Corpus& corpus, std::size_t slots, Pool& pool) {
  offsets_ = corpus.offsets();
  topics_.resize(topics.size());
  counts_.resize(topics.size());
  sizes_.resize(corpus.n_documents());
  constexpr std::size_t chunk = 256;
  pool.for_chunks(corpus.n_documents(), chunk, [&](std::size_t first, std::size_t last) {
    std::vector<std::uint32_t> counts(slots);
    for (std::size_t d = first; d < last; ++d)
      fill_list(of(d), topics.subspan(offsets_[d], corpus.length(d)), counts);
  });
}

}  // namespace themata::sampling
