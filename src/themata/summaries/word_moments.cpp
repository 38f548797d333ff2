#include "themata/summaries/word_moments.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

#include "themata/counts/sparse_counts.hpp"

namespace themata {

namespace {

/// What a draw says of the topics of a block.
struct WordsOfDraw {
  double beta;
  SparseCounts counts;                ///< n_kv
  std::vector<std::uint64_t> tokens;  ///< n_k
};

WordsOfDraw words_of(const Draw& draw, const Corpus& corpus, RowRange topics) {
  SparseCounts counts = topic_word_counts({corpus, draw.z, draw.n_topics()}, topics);
  std::vector<std::uint64_t> tokens = row_sums(counts);
  return {std::get<DirichletWords>(draw.model->topic_words()).beta, std::move(counts), std::move(tokens)};
}

/// A topic's types over all draws at once.
class TopicOfDraws {
 public:
  TopicOfDraws(const std::vector<WordsOfDraw>& draws, std::size_t topic, const WordPrior& prior,
               std::size_t n_types)
      : prior_(prior) {
    for (const WordsOfDraw& words : draws)
      rows_.push_back({words.beta,
                       static_cast<double>(words.tokens[topic]) + words.beta * prior.total_weight(n_types),
                       words.counts.columns_of(topic), words.counts.counts_of(topic)});
  }

  static constexpr std::int32_t none = std::numeric_limits<std::int32_t>::max();
  /// The first type that has not been taken.
  std::int32_t type() const {
    std::int32_t least = none;
    for (const Row& row : rows_)
      if (!row.types.empty()) least = std::min(least, row.types.front());
    return least;
  }
  MomentSums take(std::int32_t type) {
    MomentSums sums;
    for (Row& row : rows_) {
      double pseudo = row.beta * prior_.weight(static_cast<std::size_t>(type));
      if (!row.types.empty() && row.types.front() == type) {
        pseudo += row.counts.front();
        row.types = row.types.subspan(1);
        row.counts = row.counts.subspan(1);
      }
      sums.add_dirichlet(pseudo, row.total);
    }
    return sums;
  }

 private:
  /// Of a draw, what has not been taken.
  struct Row {
    double beta, total;
    std::span<const std::int32_t> types, counts;
  };
  const WordPrior& prior_;
  std::vector<Row> rows_;
};

void hand_over(TopicOfDraws topic, std::size_t draws, const std::function<void(const TopicMoments&)>& take) {
  std::vector<std::int32_t> types;
  std::vector<float> mean, sd;
  for (std::int32_t type = topic.type(); type != TopicOfDraws::none; type = topic.type()) {
    const MomentSums sums = topic.take(type);
    types.push_back(type);
    mean.push_back(static_cast<float>(sums.average(draws)));
    sd.push_back(static_cast<float>(sums.deviation(draws)));
  }
  take({types, mean, sd});
}

/// Cuts the topics so that the draws' tokens of a block fit into little memory.
std::vector<RowRange> blocks_of(const KeptDraws& draws) {
  constexpr std::uint64_t in_memory = std::uint64_t{1} << 24;
  const std::uint64_t most = in_memory / std::max<std::size_t>(1, draws.kept());
  std::vector<std::uint64_t> sizes(draws.shown().n_topics());
  for (const std::uint16_t k : draws.shown().z) ++sizes[k];
  std::vector<RowRange> blocks;
  std::uint64_t tokens = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (blocks.empty() || tokens + sizes[k] > most) {
      blocks.push_back({k, k});
      tokens = 0;
    }
    blocks.back().last = k + 1;
    tokens += sizes[k];
  }
  return blocks;
}

}  // namespace

bool has_plain_words(const KeptDraws& draws) {
  const TopicWords words = draws.shown().model->topic_words();
  const auto* dirichlet = std::get_if<DirichletWords>(&words);
  return dirichlet != nullptr && dirichlet->pi >= 1 && dirichlet->topic_pi.empty() &&
         !draws.given().word_prior.has_seeds();
}

void word_moments(const KeptDraws& draws, const std::function<void(const TopicMoments&)>& take) {
  for (const RowRange& topics : blocks_of(draws)) {
    std::vector<WordsOfDraw> words;
    draws.for_each(
        [&](const Draw& draw, std::uint64_t) { words.push_back(words_of(draw, draws.corpus(), topics)); });
    for (std::size_t k = 0; k < topics.last - topics.first; ++k)
      hand_over(TopicOfDraws(words, k, draws.given().word_prior, draws.corpus().n_types()), words.size(),
                take);
  }
}

}  // namespace themata
