#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/io/scratch.hpp"
#include "themata/sampling/state/share.hpp"

namespace themata::sampling {

/// The topic of a token. 65,535 topics are enough; two bytes per token keep a large corpus in memory.
using Topic = std::uint16_t;
inline constexpr std::size_t max_topics = 65'535;
/// Topics of tokens.
using TokenTopics = LargeVector<Topic>;

/// How a corpus is cut into cells that can be sampled in parallel: P blocks of the vocabulary times P groups
/// of documents.
///
/// Within a document the tokens are ordered by block, so that a cell's part of a document is contiguous. The
/// layout is a function of the corpus and P alone, never of the number of threads: the chain's bits depend on
/// it.
struct Layout {
  std::uint32_t n_blocks = 1;                 ///< P
  std::vector<std::uint16_t> block_of;        ///< V: block of a word type
  std::vector<std::uint32_t> types_in;        ///< P: word types in a block, |b|
  std::vector<std::uint32_t> frequency;       ///< V: tokens of a word type
  std::vector<std::uint32_t> types_by_block;  ///< V: word types, block by block, ascending within a block
  std::vector<std::uint32_t> block_begin;     ///< P + 1: where a block's types begin there
  Share share;                                ///< the groups of documents, and which of them this process has
  /// D x (P + 1): where a block's piece begins within its document. Empty for a rank among several if the
  /// blocks are many: this would take more memory than the tokens.
  LargeVector<std::uint32_t> piece_begin;
  /// N: word types, document by document, ordered by block within a document. With one block, the corpus's
  /// own tokens.
  std::span<const std::uint32_t> words;
  std::shared_ptr<const void> words_owner;

  std::span<const std::uint32_t> types_of(std::size_t block) const {
    return std::span(types_by_block).subspan(block_begin[block], types_in[block]);
  }
  /// Whether a word type is in one of the blocks that this process holds between sweeps.
  bool is_here(std::size_t type) const {
    return block_of[type] >= share.first_group && block_of[type] < share.end_group;
  }
  /// The number of this process's document d among those of all ranks.
  std::uint64_t number(std::size_t d) const { return share.first_document + d; }

  /// The range of block b of document d in `words`.
  struct Piece {
    std::size_t first, last;
  };
  Piece piece(const Corpus& corpus, std::size_t d, std::size_t b) const {
    const std::size_t base = corpus.offsets()[d];
    if (piece_begin.empty()) return search_piece({base, corpus.offsets()[d + 1]}, b);
    const std::uint32_t* row = piece_begin.data() + d * (n_blocks + 1);
    return {base + row[b], base + row[b + 1]};
  }
  /// A block's part of some tokens of one document.
  Piece search_piece(Piece tokens, std::size_t b) const;
  void prefetch_piece(std::size_t d, std::size_t b) const {
    if (!piece_begin.empty()) __builtin_prefetch(piece_begin.data() + d * (n_blocks + 1) + b);
  }
};

/// Balances blocks and groups by their tokens. @param n_blocks  at least 1; if more than V or D, some stay
/// empty
Layout make_layout(const Corpus& corpus, std::uint32_t n_blocks);
/// The same for one rank. @param corpus  its documents
Layout make_layout(const Corpus& corpus, Share share);
/// That of a share, if there is one, else that of the whole corpus.
inline Layout make_layout(const Corpus& corpus, std::uint32_t n_blocks, const Share& share) {
  return share.group_begin.empty() ? make_layout(corpus, n_blocks) : make_layout(corpus, share);
}

/// The same blocks and groups over other words in documents of the same lengths.
Layout relayout(const Corpus& corpus, Layout layout);

/// The default number of blocks for a corpus: 16 (for up to 16 threads) if documents are so long that their
/// pieces hold a few dozen tokens each; 8 if the pieces would hold a dozen; fewer if they are shorter still.
std::uint32_t default_blocks(const Corpus& corpus);

/// Cuts the documents into `n_groups` consecutive groups with about equal numbers of tokens. @returns
/// n_groups + 1 first documents
std::vector<std::uint32_t> balance_documents(const Corpus& corpus, std::uint32_t n_groups);

/// Rearranges topics between the corpus's token order and the layout's, within each document.
TokenTopics to_corpus_order(const Corpus& corpus, const Layout& layout, std::span<const Topic> topics);
TokenTopics to_layout_order(const Corpus& corpus, const Layout& layout, std::span<const Topic> topics);

}  // namespace themata::sampling
