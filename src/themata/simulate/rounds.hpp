#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/simulate/document.hpp"
#include "themata/simulation/address.hpp"

namespace themata::simulate {

/// Draws the tokens of a corpus in rounds of a few million, to limit the tokens in memory. Each document has
/// its own stream, so the result does not depend on the thread or the round that draws it.
class Rounds {
 public:
  /// @param offsets  D + 1, from draw_offsets; it and the mixture must outlive this
  Rounds(const Mixture& mixture, std::span<const std::uint64_t> offsets, Key key)
      : mixture_(mixture), offsets_(offsets), key_(key) {}

  /// Calls take(words, topics) with the tokens of each round in turn.
  template <class Take>
  void run(Pool& pool, const Take& take) {
    const std::size_t n_documents = offsets_.size() - 1;
    for (std::size_t first = 0, last = 0; first < n_documents; first = last) {
      last = end_of_round(first);
      draw(first, last, pool);
      take(std::span<const std::uint32_t>(words_), std::span<const Topic>(topics_));
    }
  }

 private:
  static constexpr std::uint64_t tokens_a_round = std::uint64_t{1} << 22;
  static constexpr std::size_t pieces_a_round = 64;

  /// The document before which the round that begins with `first` ends; a round has at least one document.
  std::size_t end_of_round(std::size_t first) const {
    const auto begin = offsets_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto beyond = std::upper_bound(begin + 1, offsets_.end(), *begin + tokens_a_round);
    return first + std::max<std::size_t>(1, static_cast<std::size_t>(beyond - begin) - 1);
  }

  void draw(std::size_t first, std::size_t last, Pool& pool) {
    words_.resize(offsets_[last] - offsets_[first]);
    topics_.resize(words_.size());
    const std::size_t piece = (last - first + pieces_a_round - 1) / pieces_a_round;
    pool.for_chunks(last - first, piece, [&](std::size_t begin, std::size_t end) {
      for (std::size_t d = first + begin; d < first + end; ++d)
        draw_document(d, offsets_[d] - offsets_[first]);
    });
  }

  /// @param at  where the document's tokens are within the round
  void draw_document(std::size_t d, std::size_t at) {
    const std::size_t length = offsets_[d + 1] - offsets_[d];
    const std::span<Topic> z = std::span(topics_).subspan(at, length);
    Stream stream = part_stream(key_, Part::tokens, d);
    draw_topics_of(d, stream, mixture_, z);
    draw_words(stream, mixture_, z, std::span(words_).subspan(at, length));
  }

  const Mixture& mixture_;
  std::span<const std::uint64_t> offsets_;
  Key key_;
  std::vector<std::uint32_t> words_;
  std::vector<Topic> topics_;
};

}  // namespace themata::simulate
