#include "themata/sampling/state/share.hpp"

#include <algorithm>
#include <utility>

#include "themata/sampling/state/layout.hpp"

namespace themata::sampling {

namespace {

std::uint32_t first_group_of(std::size_t rank, std::uint32_t n_groups, std::size_t n_ranks) {
  return static_cast<std::uint32_t>(std::uint64_t{n_groups} * rank / n_ranks);
}

}  // namespace

std::size_t Share::owner(std::uint32_t group) const {
  const std::size_t n_ranks = ranks == nullptr ? 1 : ranks->size();
  std::size_t rank = group * n_ranks / n_groups;  // at most one too low
  while (first_group_of(rank + 1, n_groups, n_ranks) <= group) ++rank;
  return rank;
}

Share in_parts(Share share, const Corpus& corpus, std::uint64_t tokens) {
  const auto offsets = corpus.offsets().subspan(share.first_document);
  share.part_begin.clear();
  share.first_part.assign(1, 0);
  for (std::uint32_t g = 0; g < share.n_groups; ++g) {
    const std::uint32_t first = share.group_begin[g], end = share.group_begin[g + 1];
    const std::uint64_t all = offsets[end] - offsets[first],
                        parts = 1 + (all - std::min<std::uint64_t>(all, 1)) / tokens;
    const bool is_here = g >= share.first_group && g < share.end_group;
    for (std::uint64_t part = 0; part < parts && is_here; ++part) {
      const std::uint64_t least = offsets[first] + all / parts * part;
      const auto begin = std::lower_bound(offsets.begin() + first, offsets.begin() + end, least);
      share.part_begin.push_back(part == 0 ? first : static_cast<std::uint32_t>(begin - offsets.begin()));
    }
    share.first_part.push_back(static_cast<std::uint32_t>(share.part_begin.size()));
  }
  share.part_begin.push_back(share.group_begin[share.end_group]);
  return share;
}

Share whole_share(const Corpus& corpus, std::uint32_t n_groups) {
  Share share;
  share.n_groups = share.end_group = n_groups;
  share.n_documents = corpus.n_documents();
  share.group_begin = balance_documents(corpus, n_groups);
  return in_parts(std::move(share), corpus);
}

Share share_of(const Corpus& corpus, std::uint32_t n_groups, const Communicator& ranks) {
  Share share = whole_share(corpus, n_groups);
  share.ranks = &ranks;
  share.first_group = first_group_of(ranks.rank(), n_groups, ranks.size());
  share.end_group = first_group_of(ranks.rank() + 1, n_groups, ranks.size());
  const std::uint32_t first = share.group_begin[share.first_group], end = share.group_begin[share.end_group];
  share.first_document = first;
  for (std::uint32_t& begin : share.group_begin) begin = std::clamp(begin, first, end) - first;
  return in_parts(std::move(share), corpus);
}

Corpus documents_of(const Corpus& corpus, DocumentRange documents) {
  const auto [first, end] = documents;
  const auto offsets = corpus.offsets();
  struct Kept {
    Corpus corpus;
    std::vector<std::uint64_t> offsets;
  };
  const auto kept = std::make_shared<Kept>(Kept{corpus, {}});
  for (std::size_t d = first; d <= end; ++d) kept->offsets.push_back(offsets[d] - offsets[first]);
  const auto tokens = corpus.tokens().subspan(offsets[first], offsets[end] - offsets[first]);
  return {tokens, kept->offsets, corpus.n_types(), kept};
}

}  // namespace themata::sampling
