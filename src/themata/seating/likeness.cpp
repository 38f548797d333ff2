#include "themata/seating/likeness.hpp"

#include <numeric>

namespace themata::seating {

namespace {

double sum(std::span<const std::int32_t> counts) {
  return static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}));
}

/// p_v of a topic by p_v of the corpus, for the words that the topic has.
struct Ratios {
  std::vector<std::uint32_t> words;
  std::vector<double> ratio;

  Ratios(const sampling::State& mix, std::span<const std::int32_t> topic) {
    const double scale = static_cast<double>(mix.topics.size()) / sum(topic);
    for (std::uint32_t v = 0; v < topic.size(); ++v) {
      if (topic[v] == 0) continue;
      words.push_back(v);
      ratio.push_back(scale * topic[v] / mix.layout.frequency[v]);
    }
  }
};

double tokens_in(const sampling::State& mix, std::size_t slot) {
  std::int64_t tokens = 0;
  for (std::size_t b = 0; b < mix.block_topic.rows(); ++b) tokens += mix.block_topic.row(b)[slot];
  return static_cast<double>(tokens);
}

/// @param sum  sum_v p_av p_bv / p_v
double weight_of(double sum) { return 1 + sum * sum; }

}  // namespace

double likeness(const sampling::State& mix, std::span<const std::int32_t> a,
                std::span<const std::int32_t> b) {
  const Ratios ratios(mix, a);
  double common = 0;
  for (std::size_t i = 0; i < ratios.words.size(); ++i) common += ratios.ratio[i] * b[ratios.words[i]];
  return weight_of(common / sum(b));
}

std::vector<double> likeness_to_all(const sampling::State& mix, const Tables& tables,
                                    std::span<const std::int32_t> topic, Pool& pool) {
  constexpr std::size_t chunk = 512;
  const Ratios ratios(mix, topic);
  std::vector<double> weights(tables.of_topic.size());
  pool.for_chunks(weights.size(), chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = 0; i < ratios.words.size(); ++i) {
      const double ratio = ratios.ratio[i];
      const std::int32_t* counts = mix.word_topic.row(ratios.words[i]);
      for (std::size_t k = first; k < last; ++k) weights[k] += ratio * counts[k];
    }
    for (std::size_t k = first; k < last; ++k)
      weights[k] = tables.of_topic[k] == 0 ? 0 : weight_of(weights[k] / tokens_in(mix, k));
  });
  return weights;
}

}  // namespace themata::seating
