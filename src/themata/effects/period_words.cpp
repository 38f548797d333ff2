#include "themata/effects/period_words.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "themata/evaluate/draw_counts.hpp"

namespace themata {

namespace {

constexpr std::size_t no_place = SIZE_MAX;
constexpr double prior_words = 100;  ///< tokens that the topic as a whole counts for in each period
constexpr double clear = 2;          ///< standard errors

/// The types with most tokens of a topic, most first.
std::vector<std::uint32_t> largest(const SparseCounts& counts, std::size_t topic, std::size_t most) {
  const auto types = counts.columns_of(topic), tokens = counts.counts_of(topic);
  std::vector<std::size_t> order(types.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return tokens[i]; });
  order.resize(std::min(order.size(), most));
  std::vector<std::uint32_t> found;
  found.reserve(order.size());
  for (const std::size_t i : order) found.push_back(static_cast<std::uint32_t>(types[i]));
  return found;
}

}  // namespace

PeriodWords::PeriodWords(const ShownFit& pivot, const Periods& periods, std::vector<std::size_t> topics)
    : vocabulary_(pivot.corpus.vocabulary),
      topics_(std::move(topics)),
      documents_(periods.names.size()),
      counts_(periods.names.size() * topics_.size() * (most_words + 1), 0),
      draws_(topics_.size(), 0) {
  for (std::size_t d = 0; d < periods.of.size(); ++d)
    if (periods.of[d] != Periods::none) documents_[periods.of[d]].push_back(d);
  const SparseCounts counts = topic_word_counts(pivot);
  for (const std::size_t k : topics_) {
    types_.push_back(largest(counts, k, most_words));
    slots_.emplace_back(vocabulary_.size(), no_slot);
    for (std::size_t slot = 0; slot < types_.back().size(); ++slot)
      slots_.back()[types_.back()[slot]] = static_cast<std::uint16_t>(slot);
  }
}

void PeriodWords::add(const AlignedDraw& draw, Pool& pool) {
  std::vector<std::size_t> place_of(draw.draw.n_topics(), no_place);
  for (std::size_t i = 0; i < topics_.size(); ++i) {
    const auto& match = draw.matches[topics_[i]];
    if (!match) continue;
    place_of[match->topic] = i;
    ++draws_[i];
  }
  pool.for_each(documents_.size(), [&](std::size_t period) { add_period(draw, place_of, period); });
}

void PeriodWords::add_period(const AlignedDraw& draw, const std::vector<std::size_t>& place_of,
                             std::size_t period) {
  const Corpus& corpus = draw.chain.corpus.corpus;
  for (const std::size_t d : documents_[period])
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) {
      const std::size_t topic = place_of[draw.draw.z[i]];
      if (topic == no_place) continue;
      const std::uint16_t slot = slots_[topic][corpus.tokens()[i]];
      ++count(period, topic, slot == no_slot ? most_words : slot);
    }
}

double PeriodWords::mean(std::size_t period, std::size_t topic, std::size_t slot) const {
  return static_cast<double>(count(period, topic, slot)) /
         static_cast<double>(std::max<std::size_t>(1, draws_[topic]));
}

std::vector<std::string> PeriodWords::leading(std::size_t topic, std::size_t period,
                                              std::size_t n_words) const {
  std::vector<std::size_t> slots(types_[topic].size());
  std::iota(slots.begin(), slots.end(), std::size_t{0});
  std::ranges::stable_sort(slots, std::greater{},
                           [&](std::size_t slot) { return count(period, topic, slot); });
  std::vector<std::string> words;
  for (const std::size_t slot : slots) {
    if (words.size() == n_words || count(period, topic, slot) == 0) break;
    words.push_back(vocabulary_[types_[topic][slot]]);
  }
  return words;
}

std::vector<std::string> PeriodWords::changed(std::size_t topic, std::size_t period,
                                              std::size_t n_words) const {
  std::vector<double> all(most_words + 1, 0);
  double here_total = 0, all_total = 0;
  for (std::size_t slot = 0; slot <= most_words; ++slot) {
    for (std::size_t t = 0; t < documents_.size(); ++t) all[slot] += mean(t, topic, slot);
    here_total += mean(period, topic, slot);
    all_total += all[slot];
  }
  std::vector<std::pair<double, std::size_t>> scores;
  for (std::size_t slot = 0; slot < types_[topic].size(); ++slot) {
    if (all[slot] == 0) continue;
    const double prior = prior_words * all[slot] / all_total;
    const double here = mean(period, topic, slot) + prior,
                 there = all[slot] - mean(period, topic, slot) + prior;
    const double odds = std::log(here / (here_total + prior_words - here)) -
                        std::log(there / (all_total - here_total + prior_words - there));
    const double score = odds / std::sqrt(1 / here + 1 / there);
    if (score > clear) scores.emplace_back(-score, slot);
  }
  std::ranges::sort(scores);
  std::vector<std::string> words;
  for (const auto& [score, slot] : scores)
    if (words.size() < n_words) words.push_back(vocabulary_[types_[topic][slot]]);
  return words;
}

}  // namespace themata
