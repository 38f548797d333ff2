#include "themata/evaluate/word_scores.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace themata {

namespace {

/// How many values of the ascending `sorted` are at most `value`.
std::size_t count_at_most(const std::vector<double>& sorted, double value) {
  return static_cast<std::size_t>(std::upper_bound(sorted.begin(), sorted.end(), value) - sorted.begin());
}

/// Rounds, so that exclusivities that differ only by rounding errors get equal ranks (with one topic all are
/// 1).
double comparable(double exclusivity) { return static_cast<float>(exclusivity); }

std::vector<double> ascending(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values;
}

}  // namespace

WordScores::WordScores(const SparseCounts& topic_word, TopicWords words, WordPrior prior)
    : means_(topic_word, std::move(words), std::move(prior)) {
  if (knows_phi())
    add_up_known_topics();
  else
    add_up_topics();
  finish_sums();
}

void WordScores::finish_sums() {
  for (double& sum : mean_log_) sum /= static_cast<double>(std::max<std::size_t>(1, n_topics()));
  sorted_marginal_ = marginal_;
  for (std::size_t v = 0; v < n_types(); ++v) sorted_marginal_[v] /= prior().weight(v);
  sorted_marginal_ = ascending(std::move(sorted_marginal_));
}

void WordScores::add_up_known_topics() {
  marginal_.assign(n_types(), 0.0);
  mean_log_.assign(n_types(), 0.0);
  for (std::size_t k = 0; k < n_topics(); ++k)
    for (std::size_t v = 0; v < n_types(); ++v) {
      const double phi = probability(k, static_cast<std::uint32_t>(v), 0);
      marginal_[v] += phi * share(k);
      mean_log_[v] += std::log(phi);
    }
}

void WordScores::add_up_topics() {
  // What a word gets from the topics without it is the same for all words up to its weight. It is added once,
  // and corrected in each cell with tokens or a seed.
  double marginal_of_absent = 0, log_of_absent = 0;
  for (std::size_t k = 0; k < n_topics(); ++k) {
    marginal_of_absent += absent_probability(k) * share(k);
    log_of_absent += std::log(absent_probability(k));
  }
  marginal_.resize(n_types());
  mean_log_.resize(n_types());
  for (std::size_t v = 0; v < n_types(); ++v) {
    marginal_[v] = marginal_of_absent * prior().weight(v);
    mean_log_[v] = log_of_absent + static_cast<double>(n_topics()) * std::log(prior().weight(v));
  }
  const auto correct = [&](std::size_t k, std::size_t v, double before, double added) {
    marginal_[v] += added / means_.normalizer(k) * share(k);
    mean_log_[v] += std::log1p(added / before);
  };
  for (const Seed& seed : prior().seeds())
    correct(seed.topic, seed.type, means_.beta() * prior().weight(seed.type), seed.count);
  for (std::size_t k = 0; k < n_topics(); ++k) {
    const auto types = means_.topic_word().columns_of(k), counts = means_.topic_word().counts_of(k);
    for (std::size_t i = 0; i < types.size(); ++i) {
      const auto v = static_cast<std::size_t>(types[i]);
      const double before = means_.absent(k) * prior().weight(v) + prior().seed(k, v);
      correct(k, v, before, counts[i] + means_.beta() * prior().weight(v) + prior().seed(k, v) - before);
    }
  }
}

double WordScores::exclusivity(std::size_t k, std::uint32_t type, std::int32_t count) const {
  return probability(k, type, count) * share(k) / marginal_[type];
}

std::vector<WordRanks> WordScores::ranks_of_known(std::size_t k) const {
  std::vector<double> frequencies(n_types()), exclusivities(n_types());
  for (std::uint32_t v = 0; v < n_types(); ++v) {
    frequencies[v] = probability(k, v, 0);
    exclusivities[v] = comparable(exclusivity(k, v, 0));
  }
  const auto by_frequency = ascending(frequencies), by_exclusivity = ascending(exclusivities);
  std::vector<WordRanks> result;
  for (const std::int32_t type : means_.topic_word().columns_of(k)) {
    const auto v = static_cast<std::size_t>(type);
    result.push_back({static_cast<std::uint32_t>(count_at_most(by_frequency, frequencies[v])),
                      static_cast<std::uint32_t>(count_at_most(by_exclusivity, exclusivities[v]))});
  }
  return result;
}

std::vector<WordRanks> WordScores::ranks(std::size_t k) const {
  if (knows_phi()) return ranks_of_known(k);
  const auto types = means_.topic_word().columns_of(k), counts = means_.topic_word().counts_of(k);
  const std::size_t absent = n_types() - types.size();
  std::vector<double> exclusivities(types.size()), marginals(types.size());
  for (std::size_t i = 0; i < types.size(); ++i) {
    exclusivities[i] = comparable(exclusivity(k, static_cast<std::uint32_t>(types[i]), counts[i]));
    const auto v = static_cast<std::size_t>(types[i]);
    marginals[i] = marginal_[v] / prior().weight(v);
  }
  const auto by_frequency = ascending({counts.begin(), counts.end()}),
             by_exclusivity = ascending(exclusivities);
  const auto by_marginal = ascending(std::move(marginals));
  // An absent word v has exclusivity of_absent / (marginal_v / weight_v), which decreases in the quotient.
  const double of_absent = absent_probability(k) * share(k);
  const auto absent_at_most = [&](const std::vector<double>& sorted, double value) {
    const auto above = [&](double marginal) { return comparable(of_absent / marginal) > value; };
    return sorted.end() - std::partition_point(sorted.begin(), sorted.end(), above);
  };
  std::vector<WordRanks> result(types.size());
  for (std::size_t i = 0; i < types.size(); ++i) {
    const auto absent_below =
        absent_at_most(sorted_marginal_, exclusivities[i]) - absent_at_most(by_marginal, exclusivities[i]);
    result[i].frequency = static_cast<std::uint32_t>(absent + count_at_most(by_frequency, counts[i]));
    result[i].exclusivity = static_cast<std::uint32_t>(static_cast<std::size_t>(absent_below) +
                                                       count_at_most(by_exclusivity, exclusivities[i]));
  }
  return result;
}

std::vector<double> WordScores::scores(std::size_t k, const WordRanking& ranking) const {
  assert(ranking.exclusivity_weight >= 0 && ranking.exclusivity_weight <= 1);
  const auto types = means_.topic_word().columns_of(k), counts = means_.topic_word().counts_of(k);
  std::vector<double> result(types.size());
  if (ranking.by == WordScore::frex) {
    const std::vector<WordRanks> places = ranks(k);
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] = frex(places[i], n_types(), ranking.exclusivity_weight);
    return result;
  }
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto v = static_cast<std::size_t>(types[i]);
    const double phi = probability(k, static_cast<std::uint32_t>(v), counts[i]);
    result[i] = phi;
    if (ranking.by == WordScore::lift)
      result[i] =
          phi * static_cast<double>(n_tokens()) / std::max(1.0, static_cast<double>(means_.type_counts()[v]));
    if (ranking.by == WordScore::score) result[i] = phi * (std::log(phi) - mean_log_[v]);
  }
  return result;
}

std::vector<ScoredWord> WordScores::top(std::size_t k, const WordRanking& ranking) const {
  const auto types = means_.topic_word().columns_of(k), counts = means_.topic_word().counts_of(k);
  const std::vector<double> values = scores(k, ranking);
  std::vector<ScoredWord> words(types.size());
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = {static_cast<std::uint32_t>(types[i]), static_cast<std::uint32_t>(counts[i]), values[i]};
  const std::size_t n = std::min(ranking.n_words, words.size());
  std::partial_sort(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(n), words.end(),
                    [](const ScoredWord& a, const ScoredWord& b) {
                      if (a.score != b.score) return a.score > b.score;
                      return a.count != b.count ? a.count > b.count : a.type < b.type;
                    });
  words.resize(n);
  return words;
}

double frex(const WordRanks& ranks, std::size_t n_types, double weight) {
  const auto all = static_cast<double>(n_types);
  return 1 / (weight / (ranks.exclusivity / all) + (1 - weight) / (ranks.frequency / all));
}

}  // namespace themata
