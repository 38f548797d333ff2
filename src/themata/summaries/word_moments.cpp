#include "themata/summaries/word_moments.hpp"

#include <algorithm>
#include <limits>
#include <variant>
#include <vector>

namespace themata {

namespace {

/// The word types of each topic of a block in a draw, ascending, with their tokens.
struct WordsOfDraw {
  double beta;
  std::vector<std::uint64_t> tokens;  ///< of each topic
  std::vector<std::size_t> begin;     ///< of each topic's types, and the end
  std::vector<std::uint32_t> types, counts;
};

/// The types of the tokens of each topic, in no order.
WordsOfDraw collect(const Draw& draw, const Corpus& corpus, RowRange topics) {
  const std::size_t n = topics.last - topics.first;
  const auto in_block = [&](std::size_t k) { return k - topics.first < n; };
  WordsOfDraw words{std::get<DirichletWords>(draw.model->topic_words()).beta,
                    std::vector<std::uint64_t>(n),
                    std::vector<std::size_t>(n + 1),
                    {},
                    {}};
  for (const std::uint16_t k : draw.z)
    if (in_block(k)) ++words.tokens[k - topics.first];
  for (std::size_t k = 0; k < n; ++k) words.begin[k + 1] = words.begin[k] + words.tokens[k];
  words.types.resize(words.begin[n]);
  std::vector<std::size_t> next(words.begin.begin(), words.begin.end() - 1);
  for (std::size_t i = 0; i < draw.z.size(); ++i)
    if (in_block(draw.z[i])) words.types[next[draw.z[i] - topics.first]++] = corpus.tokens()[i];
  return words;
}

/// Each type of a topic once, with its number of tokens, from place `end` on.
/// @returns the place past the last
std::size_t count_topic(WordsOfDraw& words, std::size_t topic, std::size_t end) {
  const std::size_t first = words.begin[topic], last = words.begin[topic + 1], begin = end;
  std::sort(words.types.begin() + static_cast<std::ptrdiff_t>(first),
            words.types.begin() + static_cast<std::ptrdiff_t>(last));
  for (std::size_t i = first; i < last; ++i) {
    const std::uint32_t type = words.types[i];
    if (end > begin && words.types[end - 1] == type) {
      ++words.counts[end - 1];
      continue;
    }
    words.types[end] = type;
    words.counts[end++] = 1;
  }
  return end;
}

void count(WordsOfDraw& words) {
  words.counts.resize(words.types.size());
  std::size_t end = 0;
  for (std::size_t k = 0; k + 1 < words.begin.size(); ++k) {
    const std::size_t begin = end;
    end = count_topic(words, k, end);
    words.begin[k] = begin;
  }
  words.begin.back() = end;
  words.types.resize(end);
  words.types.shrink_to_fit();
  words.counts.resize(end);
  words.counts.shrink_to_fit();
}

/// A topic's types over all draws at once.
class TopicOfDraws {
 public:
  TopicOfDraws(const std::vector<WordsOfDraw>& draws, std::size_t topic, const WordPrior& prior,
               std::size_t n_types)
      : draws_(draws), prior_(prior) {
    for (const WordsOfDraw& words : draws) {
      next_.push_back(words.begin[topic]);
      end_.push_back(words.begin[topic + 1]);
      total_.push_back(static_cast<double>(words.tokens[topic]) + words.beta * prior.total_weight(n_types));
    }
  }

  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  /// The first type that has not been taken.
  std::uint32_t type() const {
    std::uint32_t least = none;
    for (std::size_t i = 0; i < next_.size(); ++i)
      if (next_[i] < end_[i]) least = std::min(least, draws_[i].types[next_[i]]);
    return least;
  }
  MomentSums take(std::uint32_t type) {
    MomentSums sums;
    for (std::size_t i = 0; i < next_.size(); ++i) {
      const bool is_here = next_[i] < end_[i] && draws_[i].types[next_[i]] == type;
      const double tokens = is_here ? draws_[i].counts[next_[i]++] : 0;
      sums.add_dirichlet(draws_[i].beta * prior_.weight(type) + tokens, total_[i]);
    }
    return sums;
  }

 private:
  const std::vector<WordsOfDraw>& draws_;
  const WordPrior& prior_;
  std::vector<std::size_t> next_, end_;
  std::vector<double> total_;
};

void hand_over(TopicOfDraws topic, std::size_t draws, const std::function<void(const TopicMoments&)>& take) {
  std::vector<std::uint32_t> types;
  std::vector<float> mean, sd;
  for (std::uint32_t type = topic.type(); type != TopicOfDraws::none; type = topic.type()) {
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

bool has_plain_words(const KeptDraws& draws, const GivenPriors& given) {
  const TopicWords words = draws.shown().model->topic_words();
  const auto* dirichlet = std::get_if<DirichletWords>(&words);
  return dirichlet != nullptr && dirichlet->pi >= 1 && dirichlet->topic_pi.empty() &&
         !given.word_prior.has_seeds();
}

void word_moments(const KeptDraws& draws, const GivenPriors& given,
                  const std::function<void(const TopicMoments&)>& take) {
  for (const RowRange& topics : blocks_of(draws)) {
    std::vector<WordsOfDraw> words;
    draws.for_each([&](const Draw& draw, std::uint64_t) {
      words.push_back(collect(draw, draws.corpus(), topics));
      count(words.back());
    });
    for (std::size_t k = 0; k < topics.last - topics.first; ++k)
      hand_over(TopicOfDraws(words, k, given.word_prior, draws.corpus().n_types()), words.size(), take);
  }
}

}  // namespace themata
