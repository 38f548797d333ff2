#include "themata/simulate/document.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

namespace themata::simulate {

void draw_topics(Stream& stream, const Mixture& mixture, std::span<Topic> z) {
  std::vector<Topic> own(mixture.in_document);
  for (Topic& topic : own) topic = static_cast<Topic>(draw_alias(stream, mixture.topics));
  const auto n_own = static_cast<std::uint32_t>(own.size());
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double x = stream.uniform() * (mixture.concentration + static_cast<double>(i));
    if (x < mixture.concentration || i == 0)
      z[i] = own.empty() ? static_cast<Topic>(draw_alias(stream, mixture.topics)) : own[stream.below(n_own)];
    else
      z[i] = z[std::min(static_cast<std::size_t>(x - mixture.concentration), i - 1)];
  }
}

void draw_words(Stream& stream, const Mixture& mixture, std::span<const Topic> z,
                std::span<std::uint32_t> words) {
  assert(z.size() == words.size());
  // A large table's cells come from memory: the bins of a block are named first, so that their cells are on the way
  // while others are read.
  constexpr std::size_t block = 64;
  std::array<std::uint32_t, block> bits;
  for (std::size_t begin = 0; begin < z.size(); begin += block) {
    const std::size_t n = std::min(block, z.size() - begin);
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t bin = stream.below(mixture.n_types);
      __builtin_prefetch(mixture.words.row(z[begin + i]) + bin);
      words[begin + i] = bin;
      bits[i] = stream.bits();
    }
    for (std::size_t i = 0; i < n; ++i) {
      std::uint32_t& word = words[begin + i];
      word = alias_item(mixture.words.row(z[begin + i])[word], word, bits[i]);
    }
  }
}

}  // namespace themata::simulate
