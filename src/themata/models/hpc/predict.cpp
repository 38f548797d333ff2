#include "themata/models/hpc/predict.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "themata/models/hpc/document_density.hpp"
#include "themata/models/hpc/label_sets.hpp"
#include "themata/models/hpc/new_affinities.hpp"

namespace themata::hpc {

namespace {

/// Draws theta of a Poisson model. Calls visit(theta), of length K, after every sweep after burn-in. @return
/// number of visits
template <class Visit>
std::uint64_t run(const KnownRates& topics, std::span<const std::uint32_t> words, const GibbsLength& length,
                  Stream& stream, const Visit& visit) {
  std::vector<double> theta(topics.n_topics());
  if (topics.prior().labeling != Labeling::tree) {
    NewAffinities affinities(topics, words);
    return run_document_chain(affinities, length, stream, [&] {
      const hmc::Vector shares = shares_of(affinities.now());
      std::copy(shares.begin(), shares.end(), theta.begin());
      visit(theta);
    });
  }
  LabelSets sets(topics, words);
  return run_document_chain(sets, length, stream, [&] {
    std::ranges::fill(theta, 0.0);
    const std::vector<double> shares = sets.shares();
    for (std::size_t j = 0; j < shares.size(); ++j) theta[sets.labels()[j]] = shares[j];
    visit(theta);
  });
}

std::vector<double> over(std::vector<double> sums, std::uint64_t visits) {
  for (double& sum : sums) sum /= static_cast<double>(visits);
  return sums;
}

}  // namespace

ProportionMoments draw_proportions(const KnownRates& topics, std::span<const std::uint32_t> words,
                                   const GibbsLength& length, Stream& stream) {
  const std::size_t n_topics = topics.n_topics();
  ProportionMoments moments{std::vector<double>(n_topics, 0.0), std::vector<double>(n_topics, 0.0)};
  const std::uint64_t visits = run(topics, words, length, stream, [&](std::span<const double> theta) {
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

/// A token is word w with probability sum_k theta_k e^mu_wk / sum_k theta_k B_k.
void predict_words(const KnownRates& topics, const Halves& words, const GibbsLength& length, Stream& stream,
                   std::span<double> means) {
  assert(means.size() == words.held.size());
  // Linear in theta / sum_k theta_k B_k: one product with the mean of that, not one in each sweep.
  const std::vector<double>& totals = topics.prior().totals;
  std::vector<double> shares(topics.n_topics(), 0.0);
  const std::uint64_t visits = run(topics, words.seen, length, stream, [&](std::span<const double> theta) {
    const double expected = std::inner_product(theta.begin(), theta.end(), totals.begin(), 0.0);
    for (std::size_t k = 0; k < shares.size(); ++k) shares[k] += theta[k] / expected;
  });
  shares = over(std::move(shares), visits);
  for (std::size_t i = 0; i < words.held.size(); ++i)
    means[i] = std::inner_product(shares.begin(), shares.end(), topics.rates(words.held[i]).begin(), 0.0);
}

std::vector<double> draw_label_probabilities(const KnownRates& topics, std::span<const std::uint32_t> words,
                                             const GibbsLength& length, Stream& stream) {
  std::vector<double> sums(topics.n_topics(), 0.0);
  LabelSets sets(topics, words);
  const std::uint64_t visits = run_document_chain(sets, length, stream, [&] {
    for (const std::uint32_t k : sets.labels()) sums[k] += 1;
  });
  return over(std::move(sums), visits);
}

std::vector<double> draw_simple_probabilities(const KnownRates& topics, std::span<const std::uint32_t> words,
                                              const GibbsLength& length, Stream& stream) {
  std::vector<double> sums(topics.n_topics(), 0.0);
  NewAffinities affinities(topics, words);
  const std::uint64_t visits = run_document_chain(affinities, length, stream, [&] {
    const std::vector<double> now = label_probabilities(affinities.now());
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += now[k];
  });
  return over(std::move(sums), visits);
}

std::vector<double> RatesPredictor::label_probabilities(LabelMethod method,
                                                        std::span<const std::uint32_t> words,
                                                        const GibbsLength& length, Stream& stream) const {
  assert(method != LabelMethod::shares);
  if (method == LabelMethod::sets) return draw_label_probabilities(topics_, words, length, stream);
  if (method == LabelMethod::draws) return draw_simple_probabilities(topics_, words, length, stream);
  return hpc::label_probabilities(NewAffinities(topics_, words).mode());
}

}  // namespace themata::hpc
