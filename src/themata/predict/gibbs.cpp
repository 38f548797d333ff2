#include "themata/predict/gibbs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>

#include "themata/io/error.hpp"
#include "themata/predict/label_sets.hpp"
#include "themata/predict/masked_topics.hpp"
#include "themata/predict/new_affinities.hpp"
#include "themata/predict/token_topics.hpp"

namespace themata {

namespace {

/// Runs the chain of one document. Calls visit() after every sweep that is not burn-in. @return  visits
template <class Chain, class Visit>
std::uint64_t run_chain(Chain& chain, const GibbsLength& length, Stream& stream, const Visit& visit) {
  for (std::uint64_t sweep = 1; sweep <= length.sweeps; ++sweep) {
    chain.sweep(stream);
    if (sweep > length.burn_in) visit();
  }
  return length.sweeps - length.burn_in;
}

/// Topics are given from the first token to the last before the first sweep. A document without words needs no chain: one visit.
template <class Visit>
std::uint64_t run_gibbs(TokenTopics& topics, const GibbsLength& length, Stream& stream, const Visit& visit) {
  while (!topics.is_whole()) topics.append(stream);
  if (topics.n_tokens() == 0) {
    visit();
    return 1;
  }
  return run_chain(topics, length, stream, visit);
}

/// Of a document without words.
ShareMoments prior_shares(const KnownTopics& topics) {
  const double b = topics.discount(), concentration = topics.prior_total() - b;
  ShareMoments moments;
  for (const double a : topics.prior()) {
    const double psi = a / topics.prior_total();
    moments.mean.push_back(psi);
    moments.variance.push_back(psi * (1 - psi) * (1 - b) / (concentration + 1));
  }
  return moments;
}

/// Of a document without words what little there is to say: its topics are used as often as others use them.
ShareMoments masked_prior_shares(const KnownTopics& topics) {
  ShareMoments moments{{topics.use().begin(), topics.use().end()}, std::vector<double>(topics.n_topics())};
  const double sum = std::accumulate(moments.mean.begin(), moments.mean.end(), 0.0);
  for (std::size_t k = 0; k < moments.mean.size(); ++k) {
    moments.mean[k] /= sum;
    moments.variance[k] = moments.mean[k] * (1 - moments.mean[k]) / (1 + topics.alpha() * sum);
  }
  return moments;
}

ShareMoments draw_masked_shares(const KnownTopics& topics, std::span<const std::uint32_t> words,
                                const GibbsLength& length, Stream& stream) {
  if (words.empty()) return masked_prior_shares(topics);
  const std::size_t n_topics = topics.n_topics();
  ShareMoments moments{std::vector<double>(n_topics, 0.0), std::vector<double>(n_topics, 0.0)};
  std::vector<double> squares(n_topics, 0.0);
  MaskedTopics state(topics, words, stream);
  const std::uint64_t visits = run_chain(state, length, stream, [&] {
    for (std::size_t k = 0; k < n_topics; ++k) {
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

void predict_masked_words(const KnownTopics& topics, const Halves& words, const GibbsLength& length,
                          Stream& stream, std::span<double> means) {
  const auto add = [&](std::span<const double> shares) {
    for (std::size_t i = 0; i < words.held.size(); ++i) {
      const auto phi = topics.phi(words.held[i]);
      means[i] += std::inner_product(shares.begin(), shares.end(), phi.begin(), 0.0);
    }
  };
  if (words.seen.empty()) return add(masked_prior_shares(topics).mean);
  MaskedTopics state(topics, words.seen, stream);
  const std::uint64_t visits = run_chain(state, length, stream, [&] { add(state.shares()); });
  for (double& mean : means) mean /= static_cast<double>(visits);
}

/// Draws theta of a model with rates. Calls visit(theta), K long, after every sweep that is not burn-in. @return  visits
template <class Visit>
std::uint64_t run_rated(const KnownTopics& topics, std::span<const std::uint32_t> words,
                        const GibbsLength& length, Stream& stream, const Visit& visit) {
  std::vector<double> theta(topics.n_topics());
  if (!topics.law().labelled) {
    NewAffinities affinities(topics, words);
    return run_chain(affinities, length, stream, [&] {
      const hmc::Vector shares = hpc::shares_of(affinities.now());
      std::copy(shares.begin(), shares.end(), theta.begin());
      visit(theta);
    });
  }
  LabelSets sets(topics, words);
  return run_chain(sets, length, stream, [&] {
    std::ranges::fill(theta, 0.0);
    const std::vector<double> shares = sets.shares();
    for (std::size_t j = 0; j < shares.size(); ++j) theta[sets.labels()[j]] = shares[j];
    visit(theta);
  });
}

ShareMoments draw_rated_shares(const KnownTopics& topics, std::span<const std::uint32_t> words,
                               const GibbsLength& length, Stream& stream) {
  const std::size_t n_topics = topics.n_topics();
  ShareMoments moments{std::vector<double>(n_topics, 0.0), std::vector<double>(n_topics, 0.0)};
  const std::uint64_t visits = run_rated(topics, words, length, stream, [&](std::span<const double> theta) {
    for (std::size_t k = 0; k < n_topics; ++k) {
      moments.mean[k] += theta[k];
      moments.variance[k] += theta[k] * theta[k];
    }
  });
  const auto n = static_cast<double>(visits);
  for (std::size_t k = 0; k < n_topics; ++k) {
    moments.mean[k] /= n;
    moments.variance[k] = std::max(0.0, moments.variance[k] / n - moments.mean[k] * moments.mean[k]);
  }
  return moments;
}

/// A token is of word w with probability sum_k theta_k e^mu_wk / sum_k theta_k B_k.
void predict_rated_words(const KnownTopics& topics, const Halves& words, const GibbsLength& length,
                         Stream& stream, std::span<double> means) {
  const std::vector<double>& totals = topics.law().totals;
  const std::uint64_t visits =
      run_rated(topics, words.seen, length, stream, [&](std::span<const double> theta) {
        const double expected = std::inner_product(theta.begin(), theta.end(), totals.begin(), 0.0);
        for (std::size_t i = 0; i < words.held.size(); ++i)
          means[i] += std::inner_product(theta.begin(), theta.end(), topics.phi(words.held[i]).begin(), 0.0) /
                      expected;
      });
  for (double& mean : means) mean /= static_cast<double>(visits);
}

std::vector<double> over(std::vector<double> sums, std::uint64_t visits) {
  for (double& sum : sums) sum /= static_cast<double>(visits);
  return sums;
}

}  // namespace

std::vector<double> draw_label_probabilities(const KnownTopics& topics, std::span<const std::uint32_t> words,
                                             const GibbsLength& length, Stream& stream) {
  std::vector<double> sums(topics.n_topics(), 0.0);
  LabelSets sets(topics, words);
  const std::uint64_t visits = run_chain(sets, length, stream, [&] {
    for (const std::uint32_t k : sets.labels()) sums[k] += 1;
  });
  return over(std::move(sums), visits);
}

std::vector<double> draw_simple_probabilities(const KnownTopics& topics, std::span<const std::uint32_t> words,
                                              const GibbsLength& length, Stream& stream) {
  std::vector<double> sums(topics.n_topics(), 0.0);
  NewAffinities affinities(topics, words);
  const std::uint64_t visits = run_chain(affinities, length, stream, [&] {
    const std::vector<double> now = label_probabilities(affinities.now());
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += now[k];
  });
  return over(std::move(sums), visits);
}

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
  if (topics.has_affinities()) return draw_rated_shares(topics, words, length, stream);
  if (topics.has_masks()) return draw_masked_shares(topics, words, length, stream);
  const std::size_t n_topics = topics.n_topics();
  if (words.empty()) return prior_shares(topics);
  // Sums over sweeps of s_k and its square, and with r of both.
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
  ShareMoments moments{std::vector<double>(n_topics), std::vector<double>(n_topics)};
  for (std::size_t k = 0; k < n_topics; ++k) {
    const double psi = topics.prior()[k] / topics.prior_total(), r = new_first / n;
    const double p = (first[k] / n + r * psi) / total;
    const double p2 = (second[k] / n + 2 * psi * cross[k] / n + psi * psi * new_second / n) / (total * total);
    const double less = topics.discount() * r * psi * (1 - psi) / total;
    moments.mean[k] = p;
    moments.variance[k] = (p - p2 - less) / (total + 1) + std::max(0.0, p2 - p * p);
  }
  return moments;
}

void predict_words(const KnownTopics& topics, const Halves& words, const GibbsLength& length, Stream& stream,
                   std::span<double> means) {
  assert(means.size() == words.held.size());
  std::ranges::fill(means, 0.0);
  if (topics.has_affinities()) return predict_rated_words(topics, words, length, stream, means);
  if (topics.has_masks()) return predict_masked_words(topics, words, length, stream, means);
  TokenTopics state(topics, words.seen);
  const std::uint64_t visits = run_gibbs(state, length, stream, [&] {
    for (std::size_t i = 0; i < words.held.size(); ++i) means[i] += state.probability(words.held[i]);
  });
  for (double& mean : means) mean /= static_cast<double>(visits);
}

}  // namespace themata
