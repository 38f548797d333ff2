#include "themata/align/compare.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "themata/align/align.hpp"
#include "themata/align/vocabulary.hpp"
#include "themata/evaluate/draw_counts.hpp"
#include "themata/io/error.hpp"

namespace themata {

namespace {

std::vector<RunChoice> single_chains(const std::vector<RunChoice>& choices) {
  std::vector<RunChoice> result;
  for (const RunChoice& choice : choices) {
    if (choice.chain) {
      result.push_back(choice);
      continue;
    }
    const std::vector<std::uint32_t> chains = choice.fit.chains();
    if (chains.empty()) result.push_back(choice);  // nothing is saved: opening it gives the error message
    for (const std::uint32_t chain : chains) result.push_back({choice.fit, chain});
  }
  return result;
}

/// @returns the run's topics
TopicSet add_run(Comparison& comparison, const RunChoice& choice, std::size_t n_words) {
  ShownFit shown = open_shown_fit(choice.fit, choice.chain);
  RunOfTopics run{choice.fit.path.string(),
                  shown.draw.chain,
                  shown.fit.model(),
                  shown.draw.sweep,
                  shown.draw.z.size(),
                  shown.corpus.hash(),
                  {},
                  {}};
  if (comparison.runs.empty())
    comparison.vocabulary = std::move(shown.corpus.vocabulary);
  else
    check_same_vocabulary(
        {comparison.runs.front().fit, comparison.runs.front().corpus_hash, comparison.vocabulary},
        {run.fit, run.corpus_hash, shown.corpus.vocabulary});
  const SparseCounts counts = topic_word_counts(shown);
  const WordScores scores = word_scores(shown, counts);
  const WordRanking ranking{.by = WordScore::probability, .n_words = n_words};
  for (std::size_t k = 0; k < scores.n_topics(); ++k) {
    run.proportions.push_back(scores.share(k));
    run.top_words.emplace_back();
    for (const ScoredWord& word : scores.top(k, ranking)) run.top_words.back().push_back(word.type);
  }
  comparison.runs.push_back(std::move(run));
  return topic_set(counts, scores);
}

std::vector<std::uint32_t> common_words(const std::vector<std::uint32_t>& a,
                                        const std::vector<std::uint32_t>& b) {
  std::vector<std::uint32_t> common;
  std::ranges::copy_if(a, std::back_inserter(common),
                       [&](std::uint32_t v) { return std::ranges::find(b, v) != b.end(); });
  return common;
}

/// By row the column with the least distance.
std::vector<NearestTopic> nearest_of(const CostMatrix& distances) {
  std::vector<NearestTopic> nearest;
  for (std::size_t i = 0; i < distances.rows(); ++i) {
    const auto row = distances.row(i);
    const auto least = std::ranges::min_element(row);
    nearest.push_back({static_cast<std::size_t>(least - row.begin()), *least});
  }
  return nearest;
}

/// @param distances  of the first run's topics from those of the other run
void pair_with_first(Comparison& comparison, std::size_t other, const CostMatrix& distances) {
  const std::vector<std::optional<Match>> matches = align(distances);
  comparison.nearest.push_back(nearest_of(distances));
  comparison.nearest_in_first.push_back(nearest_of(distances.transposed()));
  const RunOfTopics &first = comparison.runs.front(), &run = comparison.runs[other];
  std::vector<std::optional<PairedTopic>> pairs(matches.size());
  std::vector<bool> has_match(run.top_words.size(), false);
  for (std::size_t k = 0; k < matches.size(); ++k) {
    if (!matches[k]) continue;
    const auto [topic, apart] = *matches[k];
    pairs[k] = PairedTopic{topic, apart, apart < comparison.limit,
                           common_words(first.top_words[k], run.top_words[topic])};
    has_match[topic] = pairs[k]->is_partner;
  }
  comparison.pairs.push_back(std::move(pairs));
  comparison.without_partner.emplace_back();
  for (std::size_t k = 0; k < has_match.size(); ++k)
    if (!has_match[k]) comparison.without_partner.back().push_back(k);
}

TopicStability stability_of(const Comparison& comparison, std::size_t topic) {
  TopicStability result{.similarity = 0, .lowest = 1, .words_kept = 0, .n_partners = 0};
  const auto others = static_cast<double>(comparison.pairs.size());
  const std::size_t words = std::max<std::size_t>(1, comparison.runs.front().top_words[topic].size());
  for (const auto& pairs : comparison.pairs) {
    const double similarity = pairs[topic] ? 1 - pairs[topic]->distance : 0;
    result.similarity += similarity / others;
    result.lowest = std::min(result.lowest, similarity);
    if (!pairs[topic]) continue;
    result.words_kept +=
        static_cast<double>(pairs[topic]->common_words.size()) / static_cast<double>(words) / others;
    result.n_partners += pairs[topic]->is_partner ? 1 : 0;
  }
  return result;
}

ComparisonTotals totals_of(const Comparison& comparison) {
  ComparisonTotals totals;
  const auto n = static_cast<double>(comparison.stability.size());
  for (std::size_t k = 0; k < comparison.stability.size(); ++k) {
    const TopicStability& s = comparison.stability[k];
    totals.similarity += s.similarity / n;
    totals.words_kept += s.words_kept / n;
    totals.nowhere += s.n_partners == 0 ? 1 : 0;
    if (s.n_partners < comparison.pairs.size()) continue;
    ++totals.everywhere;
    totals.proportion_everywhere += comparison.runs.front().proportions[k];
  }
  return totals;
}

}  // namespace

std::vector<std::uint32_t> Comparison::words_of_all_matches(std::size_t topic) const {
  std::vector<std::uint32_t> words = runs.front().top_words[topic];
  for (const auto& of_run : pairs) {
    if (!of_run[topic] || !of_run[topic]->is_partner) continue;
    const auto& common = of_run[topic]->common_words;
    std::erase_if(words, [&](std::uint32_t v) { return std::ranges::find(common, v) == common.end(); });
  }
  return words;
}

bool Comparison::same_corpus() const {
  return std::ranges::all_of(
      runs, [&](const RunOfTopics& run) { return run.corpus_hash == runs.front().corpus_hash; });
}

Comparison compare(const std::vector<RunChoice>& choices, const ComparisonOptions& options, Pool& pool) {
  const std::vector<RunChoice> chains = single_chains(choices);
  if (chains.size() < 2)
    throw UsageError(fmt::format(
        "there is only one chain, chain {} of {}; expected at least two: name another fit, {}",
        chains.front().chain.value_or(1), chains.front().fit.path.string(),
        chains.front().fit.chains().size() > 1 ? "or leave `chain` out" : "or fit with `chains` 2"));
  Comparison comparison;
  std::vector<TopicSet> topics;  // by run
  topics.reserve(chains.size());
  for (const RunChoice& choice : chains) topics.push_back(add_run(comparison, choice, options.n_words));
  comparison.limit = options.limit ? *options.limit : match_limit(topics, options.distance, pool);
  for (std::size_t other = 1; other < topics.size(); ++other)
    pair_with_first(comparison, other,
                    topic_distances(topics.front(), topics[other], options.distance, pool));
  for (std::size_t k = 0; k < topics.front().n_topics(); ++k)
    comparison.stability.push_back(stability_of(comparison, k));
  comparison.totals = totals_of(comparison);
  return comparison;
}

}  // namespace themata
