#include "themata/inference/gibbs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <numeric>

#include "themata/inference/known_topics.hpp"
#include "themata/inference/token_topics.hpp"
#include "themata/io/error.hpp"

namespace themata {

namespace {

/// Before the first sweep, assigns topics from the first token to the last. A document without words needs no
/// chain: one visit.
template <class Visit>
std::uint64_t run_gibbs(TokenTopics& topics, const GibbsLength& length, Stream& stream, const Visit& visit) {
  while (!topics.is_whole()) topics.append(stream);
  if (topics.n_tokens() == 0) {
    visit();
    return 1;
  }
  return run_document_chain(topics, length, stream, visit);
}

/// For a document without words.
ProportionMoments prior_shares(const KnownTopics& topics) {
  const double b = topics.discount(), concentration = topics.prior_total() - b;
  ProportionMoments moments;
  for (const double a : topics.prior()) {
    const double psi = a / topics.prior_total();
    moments.mean.push_back(psi);
    moments.variance.push_back(psi * (1 - psi) * (1 - b) / (concentration + 1));
  }
  return moments;
}

}  // namespace

GibbsLength with_defaults(GibbsLength asked, std::size_t runs) {
  constexpr std::uint64_t in_all = 400, least = 20;
  if (asked.sweeps == 0) asked.sweeps = std::max(least, in_all / std::max<std::uint64_t>(1, runs));
  if (asked.skip == GibbsLength::automatic) asked.skip = asked.sweeps / 2;
  if (asked.skip >= asked.sweeps)
    throw UsageError(OptionFault{"skip", std::to_string(asked.skip),
                                 fmt::format("less than {}, the value of `sweeps`", asked.sweeps)});
  return asked;
}

ProportionMoments draw_proportions(const KnownTopics& topics, std::span<const std::uint32_t> words,
                                   const GibbsLength& length, Stream& stream) {
  const std::size_t n_topics = topics.n_topics();
  if (words.empty()) return prior_shares(topics);
  // Sums over sweeps of s_k, s_k^2 and s_k r.
  std::vector<double> first(n_topics, 0.0), second(n_topics, 0.0), cross(n_topics, 0.0);
  double new_first = 0, new_second = 0;
  TokenTopics state(topics, words);
  const std::uint64_t visits = run_gibbs(state, length, stream, [&] {
    const double r = state.of_new();
    new_first += r;
    new_second += r * r;
    state.for_each_topic([&](std::uint32_t k, double s) {
      first[k] += s;
      second[k] += s * s;
      cross[k] += s * r;
    });
  });
  const auto n = static_cast<double>(visits);
  const double total = static_cast<double>(words.size()) + topics.prior_total() - topics.discount();
  ProportionMoments moments{std::vector<double>(n_topics), std::vector<double>(n_topics)};
  for (std::size_t k = 0; k < n_topics; ++k) {
    const double psi = topics.prior()[k] / topics.prior_total(), r = new_first / n;
    const double p = (first[k] / n + r * psi) / total;
    const double p2 = (second[k] / n + 2 * psi * cross[k] / n + psi * psi * new_second / n) / (total * total);
    const double less = topics.discount() * r * psi * (1 - psi) / total;
    moments.mean[k] = p;
    // Neither part is below 0 but by rounding.
    moments.variance[k] = std::max(0.0, p - p2 - less) / (total + 1) + std::max(0.0, p2 - p * p);
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
