#include "themata/sampling/state/layout.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>

namespace themata::sampling {

namespace {

/// Longest processing time first: word types by descending frequency, each to the block with the fewest
/// tokens so far.
std::vector<std::uint16_t> balance_types(const std::vector<std::uint64_t>& frequency,
                                         std::uint32_t n_blocks) {
  std::vector<std::uint32_t> order(frequency.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return frequency[a] > frequency[b]; });
  struct Load {
    std::uint64_t tokens;
    std::uint32_t types;
    std::uint16_t block;
    bool operator>(const Load& other) const {
      return std::tie(tokens, types, block) > std::tie(other.tokens, other.types, other.block);
    }
  };
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (std::uint32_t b = 0; b < n_blocks; ++b) loads.push({0, 0, static_cast<std::uint16_t>(b)});
  std::vector<std::uint16_t> block_of(frequency.size());
  for (const std::uint32_t v : order) {
    Load least = loads.top();
    loads.pop();
    block_of[v] = least.block;
    loads.push({least.tokens + frequency[v], least.types + 1, least.block});
  }
  return block_of;
}

/// Tokens of each word type, in the documents of all ranks.
std::vector<std::uint64_t> frequencies(const Corpus& corpus, const Communicator* ranks) {
  std::vector<std::uint64_t> frequency(corpus.n_types());
  for (const std::uint32_t v : corpus.tokens()) ++frequency[v];
  if (ranks != nullptr) ranks->sum(frequency);
  return frequency;
}

void list_types(Layout& layout) {
  layout.types_in.assign(layout.n_blocks, 0);
  for (const std::uint16_t b : layout.block_of) ++layout.types_in[b];
  layout.block_begin.assign(layout.n_blocks + 1, 0);
  std::partial_sum(layout.types_in.begin(), layout.types_in.end(), layout.block_begin.begin() + 1);
  layout.types_by_block.resize(layout.block_of.size());
  std::vector<std::uint32_t> next(layout.block_begin.begin(), layout.block_begin.end() - 1);
  for (std::uint32_t v = 0; v < layout.block_of.size(); ++v)
    layout.types_by_block[next[layout.block_of[v]]++] = v;
}

/// Where each block's piece begins within document d, and last where the document ends.
void find_begins(const Corpus& corpus, const Layout& layout, std::size_t d, std::span<std::uint32_t> begins) {
  std::ranges::fill(begins, 0);
  for (const std::uint32_t v : corpus.document(d)) ++begins[layout.block_of[v] + std::size_t{1}];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
}

/// Calls visit(token position in the corpus, position in the layout) for each token of document d.
template <class Visit>
void for_each_token(const Corpus& corpus, const Layout& layout, std::size_t d, const Visit& visit) {
  const std::size_t base = corpus.offsets()[d];
  std::vector<std::uint32_t> next(layout.n_blocks + 1);
  if (layout.piece_begin.empty())
    find_begins(corpus, layout, d, next);
  else
    std::copy_n(layout.piece_begin.data() + d * next.size(), next.size(), next.data());
  const auto document = corpus.document(d);
  for (std::size_t i = 0; i < document.size(); ++i)
    visit(base + i, base + next[layout.block_of[document[i]]]++);
}

}  // namespace

std::vector<std::uint32_t> balance_documents(const Corpus& corpus, std::uint32_t n_groups) {
  std::vector<std::uint32_t> begin(n_groups + 1);
  const auto& offsets = corpus.offsets();
  for (std::uint32_t g = 0; g <= n_groups; ++g) {
    const std::uint64_t share =
        corpus.n_tokens() / n_groups * g + corpus.n_tokens() % n_groups * g / n_groups;
    begin[g] =
        static_cast<std::uint32_t>(std::lower_bound(offsets.begin(), offsets.end(), share) - offsets.begin());
  }
  begin[0] = 0;
  begin[n_groups] = static_cast<std::uint32_t>(corpus.n_documents());
  return begin;
}

Layout make_layout(const Corpus& corpus, std::uint32_t n_blocks) {
  return make_layout(corpus, whole_share(corpus, n_blocks));
}

Layout make_layout(const Corpus& corpus, Share share) {
  assert(share.n_groups >= 1 && share.n_groups <= std::numeric_limits<std::uint16_t>::max());
  Layout layout;
  layout.n_blocks = share.n_groups;
  layout.block_of = balance_types(frequencies(corpus, share.ranks), share.n_groups);
  list_types(layout);
  layout.share = std::move(share);
  return relayout(corpus, std::move(layout));
}

Layout::Piece Layout::search_piece(Piece tokens, std::size_t b) const {
  const std::span<const std::uint32_t> document = words.subspan(tokens.first, tokens.last - tokens.first);
  const auto block = [&](std::uint32_t v) { return std::size_t{block_of[v]}; };
  const auto first = std::ranges::lower_bound(document, b, std::less(), block);
  const auto last = std::ranges::upper_bound(document, b, std::less(), block);
  return {tokens.first + static_cast<std::size_t>(first - document.begin()),
          tokens.first + static_cast<std::size_t>(last - document.begin())};
}

Layout relayout(const Corpus& corpus, Layout layout) {
  const std::uint32_t n_blocks = layout.n_blocks;
  layout.frequency.assign(corpus.n_types(), 0);
  for (const std::uint32_t v : corpus.tokens()) ++layout.frequency[v];
  constexpr std::uint32_t many_blocks = 64;
  const bool keeps_pieces = layout.share.ranks == nullptr || n_blocks <= many_blocks;
  layout.piece_begin.assign(keeps_pieces ? corpus.n_documents() * (n_blocks + 1) : 0, 0);
  if (n_blocks == 1) {
    for (std::size_t d = 0; d < corpus.n_documents(); ++d)
      layout.piece_begin[2 * d + 1] = static_cast<std::uint32_t>(corpus.length(d));
    const auto same = std::make_shared<const Corpus>(corpus);
    layout.words = same->tokens();
    layout.words_owner = same;
    return layout;
  }
  const auto words = std::make_shared<LargeVector<std::uint32_t>>(corpus.n_tokens());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    if (keeps_pieces)
      find_begins(corpus, layout, d, std::span(layout.piece_begin).subspan(d * (n_blocks + 1), n_blocks + 1));
    for_each_token(corpus, layout, d,
                   [&](std::size_t from, std::size_t to) { (*words)[to] = corpus.tokens()[from]; });
  }
  layout.words = *words;
  layout.words_owner = words;
  return layout;
}

std::uint32_t default_blocks(const Corpus& corpus) {
  constexpr std::uint64_t most = 16, enough = 8, fewest = 4;
  constexpr std::uint64_t tokens_a_piece = 24, least_tokens_a_piece = 8;
  const auto documents = std::max<std::uint64_t>(corpus.n_documents(), 1);
  const std::uint64_t length = corpus.n_tokens() / documents;
  const std::uint64_t fit =
      std::max(length / tokens_a_piece, std::min(enough, length / least_tokens_a_piece));
  const auto room = std::min<std::uint64_t>({most, documents, std::max(1U, corpus.n_types())});
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(fit, std::min(fewest, room), room));
}

TokenTopics to_corpus_order(const Corpus& corpus, const Layout& layout, std::span<const Topic> topics) {
  if (layout.n_blocks == 1) return {topics.begin(), topics.end()};
  TokenTopics out(topics.size());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    for_each_token(corpus, layout, d,
                   [&](std::size_t original, std::size_t laid) { out[original] = topics[laid]; });
  return out;
}

TokenTopics to_layout_order(const Corpus& corpus, const Layout& layout, std::span<const Topic> topics) {
  if (layout.n_blocks == 1) return {topics.begin(), topics.end()};
  TokenTopics out(topics.size());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    for_each_token(corpus, layout, d,
                   [&](std::size_t original, std::size_t laid) { out[laid] = topics[original]; });
  return out;
}

}  // namespace themata::sampling
