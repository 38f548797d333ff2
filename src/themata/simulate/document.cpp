#include "themata/simulate/document.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

#include "themata/random/distributions.hpp"

namespace themata::simulate {

namespace {

/// Polya's urn. @param fresh  draws a new topic
void draw_urn(Stream& stream, double concentration, std::span<Topic> z, const auto& fresh) {
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double x = stream.uniform() * (concentration + static_cast<double>(i));
    z[i] = x < concentration || i == 0 ? fresh()
                                       : z[std::min(static_cast<std::size_t>(x - concentration), i - 1)];
  }
}

/// Draws an item of a list uniformly.
Topic draw_from(Stream& stream, std::span<const std::uint32_t> list) {
  return static_cast<Topic>(list[stream.below(static_cast<std::uint32_t>(list.size()))]);
}

}  // namespace

void draw_topics(Stream& stream, const Mixture& mixture, std::span<Topic> z) {
  std::vector<std::uint32_t> own(mixture.in_document);
  for (std::uint32_t& topic : own) topic = draw_alias(stream, mixture.topics);
  if (own.empty())
    draw_urn(stream, mixture.concentration, z,
             [&] { return static_cast<Topic>(draw_alias(stream, mixture.topics)); });
  else
    draw_urn(stream, mixture.concentration, z, [&] { return draw_from(stream, own); });
}

void draw_seated_topics(Stream& stream, const Mixture& mixture, std::span<Topic> z) {
  struct Table {
    Topic topic;
    double weight;  ///< its size minus the discount
  };
  std::vector<Table> tables;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double fresh = mixture.concentration + mixture.discount * static_cast<double>(tables.size());
    double x = stream.uniform() * (mixture.concentration + static_cast<double>(i)) - fresh;
    if (x < 0 || i == 0) {
      tables.push_back({static_cast<Topic>(draw_alias(stream, mixture.topics)), 1 - mixture.discount});
      z[i] = tables.back().topic;
      continue;
    }
    std::size_t t = 0;
    while (t + 1 < tables.size() && x >= tables[t].weight) x -= tables[t++].weight;
    tables[t].weight += 1;
    z[i] = tables[t].topic;
  }
}

void draw_topics_of(std::size_t d, Stream& stream, const Mixture& mixture, std::span<Topic> z) {
  if (!mixture.proportions.empty()) {
    for (Topic& topic : z) {
      const std::size_t j = draw_index(stream, mixture.proportions[d]);
      topic = static_cast<Topic>(mixture.of_documents.empty() ? j : mixture.of_documents[d][j]);
    }
  } else if (!mixture.of_documents.empty()) {
    const std::vector<std::uint32_t>& own = mixture.of_documents[d];
    draw_urn(stream, mixture.concentration * static_cast<double>(own.size()), z,
             [&] { return draw_from(stream, own); });
  } else if (mixture.discount > 0)
    draw_seated_topics(stream, mixture, z);
  else
    draw_topics(stream, mixture, z);
}

void draw_words(Stream& stream, const Mixture& mixture, std::span<const Topic> z,
                std::span<std::uint32_t> words) {
  assert(z.size() == words.size());
  // The cells of a large table are in memory, not in the cache: the bins of a block are chosen first, so that
  // their cells can be prefetched.
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
