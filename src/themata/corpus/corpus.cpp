#include "themata/corpus/corpus.hpp"

#include <algorithm>

namespace themata {

std::size_t Corpus::longest() const {
  std::size_t most = 0;
  for (std::size_t d = 0; d < n_documents(); ++d) most = std::max(most, length(d));
  return most;
}

std::size_t count_empty(const Corpus& corpus) {
  std::size_t empty = 0;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) empty += corpus.length(d) == 0 ? 1 : 0;
  return empty;
}

Corpus make_corpus(std::vector<std::uint32_t> tokens, std::vector<std::uint64_t> offsets,
                   std::uint32_t n_types) {
  struct Arrays {
    std::vector<std::uint32_t> tokens;
    std::vector<std::uint64_t> offsets;
  };
  auto arrays = std::make_shared<const Arrays>(Arrays{std::move(tokens), std::move(offsets)});
  const std::span<const std::uint32_t> token_view = arrays->tokens;
  const std::span<const std::uint64_t> offset_view = arrays->offsets;
  return {token_view, offset_view, n_types, std::move(arrays)};
}

}  // namespace themata
