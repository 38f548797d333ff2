#include "themata/evaluate/label_rows.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "themata/evaluate/label_words.hpp"

namespace themata {

namespace {

/// The `n` words of a label with the largest scores, the best first; of equal ones the more frequent.
std::vector<LabelWord> best(std::span<const double> scores, const LabelWords& words, std::size_t row,
                            std::size_t n) {
  const std::size_t types = scores.size();
  std::vector<std::uint32_t> order(types);
  std::iota(order.begin(), order.end(), 0U);
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(n, types));
  std::partial_sort(order.begin(), end, order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (scores[a] != scores[b]) return scores[a] > scores[b];
    const double of_a = words.rate[row * types + a], of_b = words.rate[row * types + b];
    return of_a != of_b ? of_a > of_b : a < b;
  });
  std::vector<LabelWord> result;
  result.reserve(std::min(n, types));
  for (auto v = order.begin(); v != end; ++v)
    result.push_back({*v, words.rate[row * types + *v], words.exclusivity[row * types + *v],
                      words.frex[row * types + *v]});
  return result;
}

/// Gives the labels of a range their words.
void add_words(std::vector<LabelRow>& by_topic, const LabelWords& words, RowRange range,
               std::size_t n_words) {
  const std::size_t n = range.last - range.first, types = words.rate.size() / n;
  for (std::size_t row = 0; row < n; ++row) {
    const auto part = [&](const std::vector<double>& all) {
      return std::span(all).subspan(row * types, types);
    };
    LabelRow& label = by_topic[range.first + row];
    label.frequent = best(part(words.rate), words, row, n_words);
    label.exclusive = best(part(words.exclusivity), words, row, n_words);
    label.frex = best(part(words.frex), words, row, n_words);
  }
}

/// All but the words.
std::vector<LabelRow> counted(const ShownFit& fit, const LabelTree& tree) {
  const LabelCounts counts = count_labels(*fit.draw.rates(), tree);
  std::vector<LabelRow> rows(tree.n_topics());
  for (const std::uint16_t k : fit.draw.z) ++rows[k].tokens;
  const auto all = static_cast<double>(std::max<std::size_t>(1, fit.draw.z.size()));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    LabelRow& row = rows[k];
    row.topic = k;
    row.name = fit.given.topic_names[k];
    if (tree.parent(k) < tree.n_topics()) row.parent = tree.parent(k);
    row.depth = tree.depth(k);
    row.documents = counts.documents[k];
    row.documents_below = counts.with_below[k];
    row.share = static_cast<double>(row.tokens) / all;
  }
  return rows;
}

}  // namespace

std::vector<LabelRow> label_rows(const ShownFit& fit, const LabelWordsOptions& options, std::size_t n_words,
                                 Pool& pool) {
  const LabelTree tree(fit.given.parents);
  std::vector<LabelRow> by_topic = counted(fit, tree);
  const EachRates draws = rates_of(fit.fit, fit.draw);
  const std::size_t at_once = labels_at_once(fit.corpus.vocabulary.size());
  for (std::size_t first = 0; first < tree.n_topics(); first += at_once) {
    const RowRange range{first, std::min(first + at_once, tree.n_topics())};
    add_words(by_topic, label_words(draws, tree, range, options, pool), range, n_words);
  }
  std::vector<LabelRow> rows;
  rows.reserve(by_topic.size());
  for (const std::uint32_t k : tree.order()) rows.push_back(by_topic[k]);
  return rows;
}

}  // namespace themata
