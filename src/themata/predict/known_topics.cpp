#include "themata/predict/known_topics.hpp"

#include <numeric>
#include <utility>

#include "themata/counts/sparse_counts.hpp"
#include "themata/evaluate/draw_counts.hpp"
#include "themata/hpc/label_odds.hpp"
#include "themata/random/elementary.hpp"

namespace themata {

namespace {

/// The tokens of some word types in each topic, type after type: the transpose of a part of the counts n_kv.
class CountsByType {
 public:
  CountsByType(const SparseCounts& topic_word, std::span<const std::uint32_t> types) : rows_(types.size()) {
    constexpr std::uint32_t none = UINT32_MAX;
    std::vector<std::uint32_t> row_of(topic_word.n_columns, none);
    for (std::uint32_t row = 0; row < types.size(); ++row) row_of[types[row]] = row;
    for (std::size_t k = 0; k < topic_word.n_rows(); ++k) {
      const auto columns = topic_word.columns_of(k), counts = topic_word.counts_of(k);
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::uint32_t row = row_of[static_cast<std::size_t>(columns[i])];
        if (row != none) rows_[row].push_back({static_cast<std::uint32_t>(k), counts[i]});
      }
    }
  }

  struct Cell {
    std::uint32_t topic;
    std::int32_t count;
  };
  const std::vector<Cell>& row(std::size_t row) const { return rows_[row]; }

 private:
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace

KnownTopics::KnownTopics(std::vector<double> prior, std::vector<double> phi, double discount)
    : prior_(std::move(prior)),
      phi_(std::move(phi)),
      prior_mass_(phi_.size() / prior_.size()),
      prior_total_(std::accumulate(prior_.begin(), prior_.end(), 0.0)),
      discount_(discount) {
  assert(prior_total_ > 0 && discount_ >= 0 && discount_ < 1 &&
         phi_.size() == prior_mass_.size() * prior_.size());
  for (std::uint32_t word = 0; word < n_words(); ++word) {
    const auto row = this->phi(word);
    prior_mass_[word] = std::inner_product(prior_.begin(), prior_.end(), row.begin(), 0.0);
  }
}

KnownTopics::KnownTopics(double alpha, std::vector<double> use, std::vector<double> phi)
    : KnownTopics(std::vector<double>(use.size(), alpha), std::move(phi)) {
  use_ = std::move(use);
}

KnownTopics::KnownTopics(AffinityLaw law, std::vector<double> rates)
    : KnownTopics(std::vector<double>(law.eta.size(), 1.0), std::move(rates)) {
  law_ = std::move(law);
  for (std::size_t k = 0; law_.labelled && k < n_topics(); ++k) {
    const hpc::LogOdds odds = hpc::log_label_odds(law_.eta[k], law_.lambda);
    law_.log_there.push_back(odds.there);
    law_.log_absent.push_back(odds.absent);
  }
}

std::uint32_t KnownTopics::topic_at(std::uint32_t word, double mass) const {
  const auto row = phi(word);
  std::uint32_t last = 0;  // what rounding leaves over falls to the last topic that has any mass
  for (std::uint32_t k = 0; k < row.size(); ++k) {
    const double here = prior_[k] * row[k];
    if (here <= 0) continue;
    last = k;
    if (mass < here) break;
    mass -= here;
  }
  return last;
}

KnownTopics known_topics(const FitDraw& draw, const Corpus& corpus, std::span<const std::uint32_t> types,
                         Pool& pool) {
  if (draw.draw.rates) return known_rates(*draw.draw.rates, !draw.given.parents.empty(), corpus, types);
  const std::size_t fitted = draw.draw.n_topics();
  std::vector<double> prior = prior_weights(draw.draw);
  if (draw.rest) prior.push_back(*draw.rest);
  const SparseCounts counts = topic_word_counts({corpus, draw.draw.z, fitted});
  const WordPrior& word_prior = draw.given.word_prior;
  const WordScores scores = word_scores(counts, draw.draw, word_prior);
  const CountsByType by_type(counts, types);
  const double total_weight = word_prior.total_weight(corpus.n_types());
  std::vector<double> phi(types.size() * prior.size());
  constexpr std::size_t chunk = 256;
  pool.for_chunks(types.size(), chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t word = first; word < last; ++word) {
      double* row = phi.data() + word * prior.size();
      for (std::size_t k = 0; k < fitted; ++k) row[k] = scores.probability(k, types[word], 0);
      for (const auto& cell : by_type.row(word))
        row[cell.topic] = scores.probability(cell.topic, types[word], cell.count);
      if (draw.rest) row[fitted] = word_prior.weight(types[word]) / total_weight;
    }
  });
  if (draw.draw.masks && !draw.draw.masks->topics_of_documents.empty())
    return {draw.draw.alpha.front(), draw.draw.psi, std::move(phi)};
  return {std::move(prior), std::move(phi), draw.draw.document_discount};
}

KnownTopics known_rates(const DrawRates& rates, bool labelled, const Corpus& corpus,
                        std::span<const std::uint32_t> types) {
  const std::size_t topics = rates.n_topics();
  AffinityLaw law{rates.eta, rates.lambda, std::vector<double>(topics, 0.0),
                  static_cast<double>(corpus.n_tokens()) / static_cast<double>(corpus.n_documents()),
                  labelled};
  for (std::size_t v = 0; v < rates.n_types(); ++v)
    for (std::size_t k = 0; k < topics; ++k) law.totals[k] += rates.rate(v, k);
  std::vector<double> of_words;
  of_words.reserve(types.size() * topics);
  for (const std::uint32_t v : types)
    for (std::size_t k = 0; k < topics; ++k) of_words.push_back(rates.rate(v, k));
  return {std::move(law), std::move(of_words)};
}

}  // namespace themata
