#include "themata/models/hpc/share.hpp"

#include <algorithm>
#include <numeric>

namespace themata::hpc {

std::vector<std::size_t> Share::word_begin(std::size_t n_types) const {
  std::vector<std::size_t> begin;
  for (std::size_t r = 0; r <= size(); ++r) begin.push_back(n_types * r / size());
  return begin;
}

double Share::sum_in_order(const std::vector<double>& mine) const {
  if (ranks == nullptr) return std::accumulate(mine.begin(), mine.end(), 0.0);
  const std::vector<double> all = ranks->gather(std::span(mine));
  return std::accumulate(all.begin(), all.end(), 0.0);
}

Share share_of(const Corpus& corpus, const Communicator& ranks) {
  Share share{&ranks, {}};
  const auto offsets = corpus.offsets();
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    const std::uint64_t before = corpus.n_tokens() * r / ranks.size();
    const auto d = static_cast<std::size_t>(std::ranges::lower_bound(offsets, before) - offsets.begin());
    const std::size_t pieces = (d + documents_per_sum / 2) / documents_per_sum;
    share.document_begin.push_back(std::min(pieces * documents_per_sum, corpus.n_documents()));
  }
  share.document_begin.push_back(corpus.n_documents());
  return share;
}

}  // namespace themata::hpc
