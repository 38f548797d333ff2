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
  sorted_weight_ = ascending(prior().weights());
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

/// Counts words that have no token in a topic. Without the topic's seeds, such a word v has probability
/// absent * weight_v and exclusivity of_absent / (marginal_v / weight_v), so that words sorted once serve all
/// topics: those of the topic's candidates are taken away again, and its seeded words looked at one by one.
class WordScores::AbsentRanks {
 public:
  AbsentRanks(const WordScores& scores, std::size_t k)
      : scores_(scores), absent_(scores.absent_probability(k)), of_absent_(absent_ * scores.share(k)) {
    const auto types = scores.means_.topic_word().columns_of(k);
    for (const std::int32_t type : types) add(static_cast<std::uint32_t>(type));
    std::ranges::sort(weights_);
    std::ranges::sort(marginals_);
    for (const Seed& seed : scores.prior().seeds())
      if (seed.topic == k && !std::ranges::binary_search(types, static_cast<std::int32_t>(seed.type)))
        seeded_.push_back({absent_ * scores.prior().weight(seed.type), scores.probability(k, seed.type, 0),
                           comparable(of_absent_ / scores.relative_marginal(seed.type)),
                           comparable(scores.exclusivity(k, seed.type, 0))});
  }

  /// Those of at most this probability.
  std::size_t as_frequent(double value) const {
    const auto below = [&](const std::vector<double>& sorted) {
      const auto at_most = [&](double weight) { return absent_ * weight <= value; };
      return static_cast<std::size_t>(std::partition_point(sorted.begin(), sorted.end(), at_most) -
                                      sorted.begin());
    };
    const std::size_t all = scores_.sorted_weight_.empty() ? (absent_ <= value ? scores_.n_types() : 0)
                                                           : below(scores_.sorted_weight_);
    return all - below(weights_) - misplaced(value, &SeededWord::frequency_without, &SeededWord::frequency);
  }
  /// Those of at most this exclusivity, a comparable one.
  std::size_t as_exclusive(double value) const {
    const auto below = [&](const std::vector<double>& sorted) {
      const auto above = [&](double marginal) { return comparable(of_absent_ / marginal) > value; };
      return static_cast<std::size_t>(sorted.end() -
                                      std::partition_point(sorted.begin(), sorted.end(), above));
    };
    return below(scores_.sorted_marginal_) - below(marginals_) -
           misplaced(value, &SeededWord::exclusivity_without, &SeededWord::exclusivity);
  }

 private:
  /// Without its seed, and with it, which is more.
  struct SeededWord {
    double frequency_without, frequency, exclusivity_without, exclusivity;
  };

  void add(std::uint32_t type) {
    weights_.push_back(scores_.prior().weight(type));
    marginals_.push_back(scores_.relative_marginal(type));
  }
  /// Seeded words at or below a value only for lack of their seeds.
  std::size_t misplaced(double value, double SeededWord::*without, double SeededWord::*with) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        seeded_, [=](const SeededWord& word) { return word.*without <= value && word.*with > value; }));
  }

  const WordScores& scores_;
  double absent_, of_absent_;
  std::vector<double> weights_, marginals_;  ///< of candidates, ascending
  std::vector<SeededWord> seeded_;           ///< that are no candidates
};

std::vector<WordRanks> WordScores::ranks(std::size_t k) const {
  if (knows_phi()) return ranks_of_known(k);
  const auto types = means_.topic_word().columns_of(k), counts = means_.topic_word().counts_of(k);
  std::vector<double> frequencies(types.size()), exclusivities(types.size());
  for (std::size_t i = 0; i < types.size(); ++i) {
    const auto v = static_cast<std::uint32_t>(types[i]);
    frequencies[i] = probability(k, v, counts[i]);
    exclusivities[i] = comparable(exclusivity(k, v, counts[i]));
  }
  const auto by_frequency = ascending(frequencies), by_exclusivity = ascending(exclusivities);
  const AbsentRanks absent(*this, k);
  std::vector<WordRanks> result(types.size());
  for (std::size_t i = 0; i < types.size(); ++i)
    result[i] = {static_cast<std::uint32_t>(absent.as_frequent(frequencies[i]) +
                                            count_at_most(by_frequency, frequencies[i])),
                 static_cast<std::uint32_t>(absent.as_exclusive(exclusivities[i]) +
                                            count_at_most(by_exclusivity, exclusivities[i]))};
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
