#include "themata/models/icdp/predict.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <numeric>

namespace themata::icdp {

namespace {

/// For a document without words, the prior: its topics are used as often as in other documents.
ProportionMoments prior_shares(const UsedTopics& topics) {
  ProportionMoments moments{{topics.use().begin(), topics.use().end()},
                            std::vector<double>(topics.n_topics())};
  const double sum = std::accumulate(moments.mean.begin(), moments.mean.end(), 0.0);
  for (std::size_t k = 0; k < moments.mean.size(); ++k) {
    moments.mean[k] /= sum;
    moments.variance[k] = moments.mean[k] * (1 - moments.mean[k]) / (1 + topics.alpha() * sum);
  }
  return moments;
}

}  // namespace

ProportionMoments draw_proportions(const UsedTopics& topics, std::span<const std::uint32_t> words,
                                   const GibbsLength& length, Stream& stream) {
  if (words.empty()) return prior_shares(topics);
  const std::size_t n_topics = topics.n_topics();
  ProportionMoments moments;
  moments.mean.resize(n_topics, 0.0);
  moments.variance.resize(n_topics, 0.0);
  std::vector<double> squares(n_topics, 0.0);
  MaskedTopics state(topics, words, stream);
  const std::uint64_t visits = run_document_chain(state, length, stream, [&] {
    for (const std::uint32_t k : state.used()) {
      const double mean = state.mean(k);
      moments.mean[k] += mean;
      squares[k] += mean * mean;
      moments.variance[k] += state.variance(k);
    }
  });
  const auto n = static_cast<double>(visits);
  for (std::size_t k = 0; k < n_topics; ++k) {
    moments.mean[k] /= n;
    moments.variance[k] =
        moments.variance[k] / n + std::max(0.0, squares[k] / n - moments.mean[k] * moments.mean[k]);
  }
  return moments;
}

void predict_words(const UsedTopics& topics, const Halves& words, const GibbsLength& length, Stream& stream,
                   std::span<double> means) {
  assert(means.size() == words.held.size());
  // A word's probability is linear in the shares: one product with their mean, not one in each sweep.
  std::vector<double> shares;
  if (words.seen.empty()) {
    shares = prior_shares(topics).mean;
  } else {
    shares.resize(topics.n_topics(), 0.0);
    MaskedTopics state(topics, words.seen, stream);
    const std::uint64_t visits = run_document_chain(state, length, stream, [&] {
      std::ranges::transform(shares, state.shares(), shares.begin(), std::plus());
    });
    for (double& share : shares) share /= static_cast<double>(visits);
  }
  for (std::size_t i = 0; i < words.held.size(); ++i)
    means[i] = std::inner_product(shares.begin(), shares.end(), topics.phi(words.held[i]).begin(), 0.0);
}

}  // namespace themata::icdp
