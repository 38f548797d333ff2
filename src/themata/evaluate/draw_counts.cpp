#include "themata/evaluate/draw_counts.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>

namespace themata {

namespace {

/// Adds the topics' most likely words by their rates, with a count of 0 if they have no token.
SparseCounts with_likeliest(const SparseCounts& counts, const TopicRates& rates) {
  constexpr std::size_t likeliest = 100;
  const std::size_t n = std::min<std::size_t>(likeliest, rates.n_types());
  SparseCounts result{{0}, {}, {}, counts.n_columns};
  std::vector<std::int32_t> order(rates.n_types()), row(rates.n_types());
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t k = 0; k < counts.n_rows(); ++k) {
    const auto rate = [&](std::int32_t v) { return rates.log_rate(static_cast<std::size_t>(v), k); };
    std::nth_element(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n) - 1, order.end(),
        [&](std::int32_t a, std::int32_t b) { return rate(a) != rate(b) ? rate(a) > rate(b) : a < b; });
    constexpr std::int32_t none = -1;
    std::ranges::fill(row, none);
    for (std::size_t i = 0; i < n; ++i) row[static_cast<std::size_t>(order[i])] = 0;
    const auto types = counts.columns_of(k), values = counts.counts_of(k);
    for (std::size_t i = 0; i < types.size(); ++i) row[static_cast<std::size_t>(types[i])] = values[i];
    for (std::size_t v = 0; v < row.size(); ++v) {
      if (row[v] == none) continue;
      result.indices.push_back(static_cast<std::int32_t>(v));
      result.values.push_back(row[v]);
    }
    result.indptr.push_back(static_cast<std::int64_t>(result.values.size()));
  }
  return result;
}

}  // namespace

WordScores word_scores(const ShownFit& shown, const SparseCounts& counts) {
  return word_scores(counts, shown.draw, shown.given.word_prior);
}

WordScores word_scores(const SparseCounts& counts, const Draw& draw, const WordPrior& prior) {
  TopicWords words = draw.model->topic_words();
  const bool known = std::holds_alternative<KnownWords>(words);
  return {counts, std::move(words), known ? WordPrior() : prior};
}

SparseCounts with_candidates(const SparseCounts& counts, const Draw& draw) {
  return draw.rates() != nullptr ? with_likeliest(counts, *draw.rates()) : counts;
}

SparseCounts topic_word_counts(const ShownFit& shown) {
  return with_candidates(topic_word_counts({shown.corpus.corpus, shown.draw.z, shown.draw.n_topics()}),
                         shown.draw);
}

}  // namespace themata
