#include "themata/evaluate/draw_counts.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "themata/seating/pitman_yor.hpp"
#include "themata/seating/seats.hpp"

namespace themata {

namespace {

/// The topics' likeliest words by their rates, with a count of 0 where they have no token.
SparseCounts with_likeliest(const SparseCounts& counts, const DrawRates& rates) {
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
  if (draw.rates) return {counts, word_probabilities(*draw.rates)};
  return {counts, draw.beta, prior, draw.pi,
          draw.masks ? draw.masks->words_of_topics : std::vector<std::vector<std::uint32_t>>()};
}

DocumentShares::DocumentShares(const ShownFit& shown)
    : shown_(shown),
      prior_(prior_weights(shown.draw)),
      prior_sums_{std::accumulate(prior_.begin(), prior_.end(), 0.0)},
      counts_(document_topic_counts({shown.corpus.corpus, shown.draw.z, shown.draw.n_topics()})) {
  if (shown.draw.rates) label_shares_ = label_shares(*shown.draw.rates);
  if (by_tables()) count_tables();
  if (lists().empty()) return;
  prior_sums_.resize(lists().size(), prior_sums_.front());
  for (std::size_t d = 0; d < prior_sums_.size(); ++d) {
    if (allowed(d).empty()) continue;
    prior_sums_[d] = 0;
    for (const std::uint16_t k : allowed(d)) prior_sums_[d] += prior_[k];
  }
}

std::span<const std::uint16_t> DocumentShares::allowed(std::size_t d) const {
  return lists().empty() ? std::span<const std::uint16_t>() : lists()[d];
}

const std::vector<std::vector<std::uint16_t>>& DocumentShares::lists() const {
  return shown_.draw.masks ? shown_.draw.masks->topics_of_documents : shown_.given.allowed;
}

void DocumentShares::count_tables() {
  const Corpus& corpus = shown_.corpus.corpus;
  prior_ = shown_.draw.psi;
  prior_sums_ = {std::accumulate(prior_.begin(), prior_.end(), 0.0)};
  std::vector<std::int64_t> of_topic(prior_.size(), 0);
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    const std::size_t first = corpus.offsets()[d], n = corpus.length(d);
    n_tables_.push_back(static_cast<double>(
        seating::count_tables(std::span(shown_.draw.seat).subspan(first, n),
                              std::span<const std::uint16_t>(shown_.draw.z).subspan(first, n), of_topic)));
    for (const std::int32_t k : counts_.columns_of(d))
      tables_.push_back(static_cast<double>(std::exchange(of_topic[static_cast<std::size_t>(k)], 0)));
  }
}

double DocumentShares::share_by_tables(std::size_t d, std::size_t k, std::int32_t count) const {
  const auto n = static_cast<double>(shown_.corpus.corpus.length(d));
  const seating::PitmanYor law{shown_.draw.alpha.front(), shown_.draw.document_discount};
  double tables = 0;
  if (count > 0) {
    const auto columns = counts_.columns_of(d);
    const auto cell = std::ranges::lower_bound(columns, static_cast<std::int32_t>(k)) - columns.begin();
    tables = tables_[static_cast<std::size_t>(counts_.indptr[d] + cell)];
  }
  const double share =
      expected_share(law, {static_cast<double>(count), tables, prior_[k]}, {n, n_tables_[d]});
  const double others = expected_share(law, {0, 0, 1 - prior_sums_.front()}, {n, n_tables_[d]});
  return share / (1 - others);
}

double DocumentShares::share_of_label(std::size_t d, std::size_t k) const {
  const DrawRates& rates = *shown_.draw.rates;
  const auto labels = rates.labels_of(d);
  const auto place = std::ranges::lower_bound(labels, k);
  if (place == labels.end() || *place != k) return 0;
  return label_shares_[rates.label_begin[d] + static_cast<std::size_t>(place - labels.begin())];
}

double DocumentShares::share(std::size_t d, std::size_t k, std::int32_t count) const {
  if (shown_.draw.rates) return share_of_label(d, k);
  if (by_tables()) return share_by_tables(d, k, count);
  const auto list = allowed(d);
  if (!list.empty() && !std::ranges::binary_search(list, k)) return 0;
  const double prior_sum = prior_sums_[prior_sums_.size() == 1 ? 0 : d];
  return (count + prior_[k]) / (static_cast<double>(shown_.corpus.corpus.length(d)) + prior_sum);
}

void DocumentShares::row(std::size_t d, std::span<double> theta) const {
  for (std::size_t k = 0; k < theta.size(); ++k) theta[k] = share(d, k, 0);
  const auto topics = counts_.columns_of(d), counts = counts_.counts_of(d);
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const auto k = static_cast<std::size_t>(topics[i]);
    theta[k] = share(d, k, counts[i]);
  }
}

SparseCounts with_candidates(const SparseCounts& counts, const Draw& draw) {
  return draw.rates ? with_likeliest(counts, *draw.rates) : counts;
}

SparseCounts topic_word_counts(const ShownFit& shown) {
  return with_candidates(topic_word_counts({shown.corpus.corpus, shown.draw.z, shown.draw.n_topics()}),
                         shown.draw);
}

}  // namespace themata
