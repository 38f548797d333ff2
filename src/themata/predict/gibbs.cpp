#include "themata/predict/gibbs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "themata/io/error.hpp"
#include "themata/predict/token_topics.hpp"

namespace themata {

namespace {

/// Runs the chain of one document: topics are given from the first token to the last, then drawn anew sweep by sweep.
/// Calls visit(topics) after every sweep that is not burn-in. A document without words needs no chain: one visit.
template <class Visit>
std::uint64_t run_gibbs(TokenTopics& topics, const GibbsLength& length, Stream& stream, const Visit& visit) {
  while (!topics.is_whole()) topics.append(stream);
  if (topics.n_tokens() == 0) {
    visit();
    return 1;
  }
  for (std::uint64_t sweep = 1; sweep <= length.sweeps; ++sweep) {
    topics.sweep(stream);
    if (sweep > length.burn_in) visit();
  }
  return length.sweeps - length.burn_in;
}

}  // namespace

GibbsLength resolved(GibbsLength asked, std::size_t runs) {
  constexpr std::uint64_t in_all = 400, least = 20;
  if (asked.sweeps == 0) asked.sweeps = std::max(least, in_all / std::max<std::uint64_t>(1, runs));
  if (asked.burn_in == GibbsLength::automatic) asked.burn_in = asked.sweeps / 2;
  if (asked.burn_in >= asked.sweeps)
    throw UsageError(
        fmt::format("--burn-in is {}; expected less than the {} of --sweeps", asked.burn_in, asked.sweeps));
  return asked;
}

ShareMoments draw_shares(const KnownTopics& topics, std::span<const std::uint32_t> words,
                         const GibbsLength& length, Stream& stream) {
  const std::size_t n_topics = topics.n_topics();
  std::vector<double> first(n_topics, 0.0), second(n_topics, 0.0);  // sums of m_k and of its square
  TokenTopics state(topics, words);
  const std::uint64_t visits = run_gibbs(state, length, stream, [&] {
    state.for_each_topic([&](std::uint32_t k, double count) {
      first[k] += count;
      second[k] += count * count;
    });
  });
  const auto n = static_cast<double>(visits);
  const double total = static_cast<double>(words.size()) + topics.prior_total();
  ShareMoments moments{std::vector<double>(n_topics), std::vector<double>(n_topics)};
  for (std::size_t k = 0; k < n_topics; ++k) {
    const double a = topics.prior()[k], m = first[k] / n, m2 = second[k] / n;
    const double p = (m + a) / total, p2 = (m2 + 2 * a * m + a * a) / (total * total);
    moments.mean[k] = p;
    moments.variance[k] = (p - p2) / (total + 1) + std::max(0.0, p2 - p * p);
  }
  return moments;
}

void predict_words(const KnownTopics& topics, const Halves& words, const GibbsLength& length, Stream& stream,
                   std::span<double> means) {
  assert(means.size() == words.held.size());
  std::ranges::fill(means, 0.0);
  TokenTopics state(topics, words.seen);
  const std::uint64_t visits = run_gibbs(state, length, stream, [&] {
    for (std::size_t i = 0; i < words.held.size(); ++i) means[i] += state.probability(words.held[i]);
  });
  for (double& mean : means) mean /= static_cast<double>(visits);
}

}  // namespace themata
