#include "themata/diagnose/topic_shares.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "themata/align/align.hpp"
#include "themata/evaluate/draw_counts.hpp"
#include "themata/io/error.hpp"

namespace themata {

namespace {

constexpr std::size_t words_a_topic = 5;

/// The sweeps of each chain's kept draws, cut to the last ones, as many as every chain has.
std::vector<std::vector<std::uint64_t>> sweeps_of(const FitFolder& fit, std::uint64_t burn_in) {
  std::vector<std::vector<std::uint64_t>> all;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const std::uint32_t chain : fit.chains()) {
    all.push_back(fit.kept_sweeps(chain));
    std::erase_if(all.back(), [&](std::uint64_t sweep) { return sweep <= burn_in; });
    fewest = std::min(fewest, all.back().size());
  }
  for (auto& sweeps : all) sweeps.erase(sweeps.begin(), sweeps.end() - static_cast<std::ptrdiff_t>(fewest));
  return all;
}

/// Reads draws of a fit one after the other: memory holds one in addition to the pivot.
class DrawReader {
 public:
  explicit DrawReader(const FitFolder& fit) : fit_(fit), corpus_(open_corpus_of(fit)) {}

  TopicSet topics(const Draw& draw) const {
    check(draw);
    return topics_of(draw, corpus_.corpus, given_of(fit_, draw).word_prior);
  }

  std::vector<std::vector<std::string>> words(const Draw& draw) const {
    check(draw);
    const SparseCounts counts =
        with_candidates(topic_word_counts({corpus_.corpus, draw.z, draw.n_topics()}), draw);
    const WordScores scores = word_scores(counts, draw, given_of(fit_, draw).word_prior);
    std::vector<std::vector<std::string>> words(scores.n_topics());
    for (std::size_t k = 0; k < words.size(); ++k)
      for (const ScoredWord& word : scores.top(k, {.by = WordScore::probability, .n_words = words_a_topic}))
        words[k].push_back(corpus_.vocabulary[word.type]);
    return words;
  }

 private:
  void check(const Draw& draw) const {
    if (const auto fault = find_mismatch(draw, corpus_.corpus))
      throw InputError(
          fit_.path.string(), 0,
          fmt::format("is damaged: the draw of chain {} at sweep {}: {}", draw.chain, draw.sweep, *fault));
  }

  const FitFolder& fit_;
  CorpusFolder corpus_;
};

/// Appends the topic proportions of one draw to those of chain `c`, and adds to the distances.
void add_draw(AlignedShares& result, std::size_t c, const TopicSet& topics,
              const std::vector<std::optional<Match>>& matches) {
  double tokens = 0;
  for (const std::uint64_t size : topics.sizes) tokens += static_cast<double>(size);
  for (std::size_t k = 0; k < matches.size(); ++k) {
    const double share = matches[k] ? static_cast<double>(topics.sizes[matches[k]->topic]) / tokens : 0;
    result.shares[k].chains[c].push_back(share);
    result.distances[k] += matches[k] ? matches[k]->distance : 1;
  }
}

}  // namespace

AlignedShares aligned_shares(const FitFolder& fit, std::uint64_t burn_in, TopicDistance distance,
                             Pool& pool) {
  AlignedShares result;
  const std::vector<std::uint32_t> chains = fit.chains();
  const auto sweeps = sweeps_of(fit, burn_in);
  result.draws = sweeps.empty() ? 0 : sweeps.front().size();
  if (result.draws < least_draws_for_rhat) return result;
  const DrawReader reader(fit);
  const Draw pivot = fit.summarized_draw(fit.shown_chain());
  result.pivot_chain = pivot.chain;
  result.pivot_sweep = pivot.sweep;
  result.words = reader.words(pivot);
  const TopicSet pivot_topics = reader.topics(pivot);
  result.distances.assign(pivot_topics.n_topics(), 0);
  for (std::size_t k = 0; k < pivot_topics.n_topics(); ++k)
    result.shares.push_back({fmt::format("topic.{}", k), Chains(chains.size())});
  for (std::size_t c = 0; c < chains.size(); ++c)
    for (const std::uint64_t sweep : sweeps[c]) {
      const TopicSet topics = reader.topics(by_size(fit.draw(chains[c], sweep)));
      add_draw(result, c, topics, align(pivot_topics, topics, distance, pool));
    }
  for (double& sum : result.distances) sum /= static_cast<double>(chains.size() * result.draws);
  return result;
}

}  // namespace themata
