#include "themata/models/hpc/label_sets.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "themata/models/hpc/document_density.hpp"
#include "themata/models/hpc/label_odds.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/slice.hpp"

namespace themata::hpc {

namespace {

constexpr double root_two = 1.41421356237309504880;
constexpr double proposed_deviation = 1.5;         // of the log odds of a new label's proportion
constexpr int flips = 20, swaps = 10, pairs = 20;  // per sweep

double log_normal(double x, double mean, double deviation) {
  const double z = (x - mean) / deviation;
  return -z * z / 2 - portable_log(deviation) - log_root_two_pi;
}

/// log of prod_i x_i^n_i: one logarithm for many factors, as long as their product is in range.
class LogOfProduct {
 public:
  void multiply(double x, double times) {
    constexpr double least = 1e-30, most = 1e30, most_times = 3;
    if (x < least || x > most || times > most_times) {
      log_ += times * portable_log(std::max(x, 1e-300));
      return;
    }
    for (int left = static_cast<int>(times); left > 0; --left) product_ *= x;
    if (product_ < 1e-200 || product_ > 1e200) {
      log_ += portable_log(product_);
      product_ = 1;
    }
  }
  double log() const { return log_ + portable_log(product_); }

 private:
  double log_ = 0, product_ = 1;
};

double log_sum_exp(std::span<const double> x) {
  const double top = *std::ranges::max_element(x);
  double sum = 0;
  for (const double each : x) sum += portable_exp(each - top);
  return top + portable_log(sum);
}

}  // namespace

LabelSets::LabelSets(const KnownRates& topics, std::span<const std::uint32_t> words)
    : prior_(topics.prior()), length_(static_cast<double>(words.size()) / topics.prior().mean_length) {
  assert(prior_.labeling == Labeling::tree);
  const WordCounts found(words);
  const std::size_t n_words = found.words.size(), n_topics = topics.n_topics();
  counts_.assign(found.counts.begin(), found.counts.end());
  tokens_ = static_cast<double>(words.size());
  rates_.resize(n_topics * n_words);
  std::vector<double> odds(n_topics);
  for (std::size_t k = 0; k < n_topics; ++k) {
    odds[k] = portable_exp(prior_.log_there[k] - prior_.log_absent[k]);
    for (std::size_t w = 0; w < n_words; ++w) rates_[k * n_words + w] = topics.rates(found.words[w])[k];
  }
  // A label is proposed in proportion to the document's words if labels were drawn word by word, mixed with a
  // uniform distribution.
  pick_.assign(n_topics, (n_words > 0 ? 0.3 : 1.0) / static_cast<double>(n_topics));
  for (std::size_t w = 0; w < n_words; ++w) {
    double sum = 0;
    for (std::size_t k = 0; k < n_topics; ++k) sum += odds[k] * rates_[k * n_words + w];
    for (std::size_t k = 0; k < n_topics; ++k)
      pick_[k] += 0.7 * counts_[w] / tokens_ * odds[k] * rates_[k * n_words + w] / sum;
  }
  picked_.resize(n_topics);
  std::partial_sum(pick_.begin(), pick_.end(), picked_.begin());
  // The start: the single label with the highest probability.
  double best = 0;
  for (std::uint32_t k = 0; k < n_topics; ++k) {
    State alone{{k}, {prior_.eta[k]}};
    const double likelihood = log_likelihood(alone), value = likelihood + portable_log(odds[k]);
    if (!state_.labels.empty() && value <= best) continue;
    best = value;
    state_ = std::move(alone);
    log_likelihood_ = likelihood;
  }
  if (prior_.precision.size() > 0) correlated_.emplace(prior_);
}

double LabelSets::log_likelihood(const State& state) const {
  const std::size_t n_words = counts_.size();
  const double top = *std::ranges::max_element(state.xi);
  std::vector<double> rates(n_words, 0.0);
  double sum = 0, expected = 0;
  for (std::size_t j = 0; j < state.labels.size(); ++j) {
    const double share = portable_exp(state.xi[j] - top);
    const double* of_label = rates_.data() + state.labels[j] * n_words;
    for (std::size_t w = 0; w < n_words; ++w) rates[w] += share * of_label[w];
    sum += share;
    expected += share * prior_.totals[state.labels[j]];
  }
  double result = -length_ * expected / sum - tokens_ * portable_log(sum);
  LogOfProduct words;
  for (std::size_t w = 0; w < n_words; ++w) words.multiply(rates[w], counts_[w]);
  result += words.log();
  return result;
}

double LabelSets::log_there(std::size_t k, double xi) const {
  return log_normal(xi, prior_.eta[k], prior_.lambda) - log_one_plus_exp(-xi);
}

double LabelSets::log_prior(const State& state) const {
  double sum = 0;
  for (std::size_t j = 0; j < state.labels.size(); ++j)
    sum += log_there(state.labels[j], state.xi[j]) - prior_.log_absent[state.labels[j]];
  return sum;
}

std::array<double, 2> LabelSets::beside(std::uint32_t k, const State& others) const {
  return {log_sum_exp(others.xi), prior_.eta[k] - mean_shift(others)};
}

double LabelSets::log_proposal(std::uint32_t k, double xi, const State& others) const {
  const auto [level, by_prior] = beside(k, others);
  const double parts[] = {log_normal(xi, level, proposed_deviation),
                          log_normal(xi, by_prior, root_two * prior_.lambda)};
  return log_sum_exp(parts) - portable_log(2.0);
}

double LabelSets::draw_proposal(std::uint32_t k, const State& others, Stream& stream) const {
  const auto [level, by_prior] = beside(k, others);
  const bool beside_others = stream.uniform() < 0.5;
  const double z = draw_normal(stream);
  return beside_others ? level + proposed_deviation * z : by_prior + root_two * prior_.lambda * z;
}

double LabelSets::mean_shift(const State& state) const {
  double sum = 0;
  for (std::size_t j = 0; j < state.labels.size(); ++j) sum += prior_.eta[state.labels[j]] - state.xi[j];
  return sum / static_cast<double>(state.labels.size());
}

double LabelSets::shift_deviation(const State& state) const {
  return prior_.lambda / std::sqrt(static_cast<double>(state.labels.size()));
}

void LabelSets::take(State proposed, double log_back, Stream& stream) {
  const double mean = mean_shift(proposed), deviation = shift_deviation(proposed);
  const double shift = mean + deviation * draw_normal(stream);
  for (double& x : proposed.xi) x += shift;
  const double likelihood = log_likelihood(proposed);
  std::optional<NewCorrelated::Change> change;
  if (correlated_) change = correlated_->propose(state_, proposed, stream);
  const double after = change ? change->log_after : log_prior(proposed),
               before = change ? change->log_before : log_prior(state_);
  const double log_ratio = likelihood - log_likelihood_ + after - before + log_back +
                           log_normal(0, mean_shift(state_), shift_deviation(state_)) -
                           log_normal(shift, mean, deviation);
  if (!(portable_log(stream.uniform()) < log_ratio)) return;
  state_ = std::move(proposed);
  log_likelihood_ = likelihood;
  if (change) correlated_->take(*change);
}

std::uint32_t LabelSets::pick(Stream& stream) const {
  const auto found = std::ranges::upper_bound(picked_, stream.uniform() * picked_.back());
  return static_cast<std::uint32_t>(
      std::min<std::ptrdiff_t>(found - picked_.begin(), std::ssize(picked_) - 1));
}

void LabelSets::propose_flip(Stream& stream) {
  const std::uint32_t k = pick(stream);
  State next = state_;
  const auto place = std::ranges::find(next.labels, k);
  if (place == next.labels.end()) {
    const double x = draw_proposal(k, state_, stream);
    next.labels.push_back(k);
    next.xi.push_back(x);
    return take(std::move(next), -log_proposal(k, x, state_), stream);
  }
  if (next.labels.size() == 1) return;
  const auto j = place - next.labels.begin();
  const double x = next.xi[static_cast<std::size_t>(j)];
  next.labels.erase(place);
  next.xi.erase(next.xi.begin() + j);
  const double log_back = log_proposal(k, x, next);
  take(std::move(next), log_back, stream);
}

void LabelSets::propose_swap(Stream& stream) {
  const std::uint32_t k = pick(stream);
  const std::size_t j = stream.below(static_cast<std::uint32_t>(state_.labels.size()));
  if (has(k)) return;
  State next = state_;
  const std::uint32_t before = std::exchange(next.labels[j], k);
  take(std::move(next), portable_log(pick_[before] / pick_[k]), stream);
}

bool LabelSets::has(std::uint32_t k) const {
  return std::ranges::find(state_.labels, k) != state_.labels.end();
}

/// Replaces label j of n by a and b, whose e^xi add up to that of j. The log odds u of their proportions are
/// normal, and the Jacobian is 1. There are n ways to choose j, and (n + 1) n / 2 to choose the two for the
/// reverse move, in which either may be a.
void LabelSets::propose_two_for_one(Stream& stream) {
  const std::size_t j = stream.below(static_cast<std::uint32_t>(state_.labels.size()));
  const std::uint32_t a = pick(stream), b = pick(stream), one = state_.labels[j];
  const double u = proposed_deviation * draw_normal(stream), x = state_.xi[j];
  if (a == b || has(a) || has(b)) return;
  State next = state_;
  next.labels[j] = a;
  next.xi[j] = x - log_one_plus_exp(-u);
  next.labels.push_back(b);
  next.xi.push_back(x - log_one_plus_exp(u));
  const auto n = static_cast<double>(next.labels.size());
  take(std::move(next),
       portable_log(pick_[one] / (n * pick_[a] * pick_[b])) - log_normal(u, 0, proposed_deviation), stream);
}

void LabelSets::propose_one_for_two(Stream& stream) {
  if (state_.labels.size() < 2) return;
  const auto n = static_cast<std::uint32_t>(state_.labels.size());
  const std::size_t first = stream.below(n), other = stream.below(n - 1),
                    second = other < first ? other : other + 1;
  const std::uint32_t one = pick(stream), a = state_.labels[first], b = state_.labels[second];
  if (has(one)) return;
  const double u = state_.xi[first] - state_.xi[second];
  State next = state_;
  next.labels[first] = one;
  next.xi[first] += log_one_plus_exp(-u);
  next.labels.erase(next.labels.begin() + static_cast<std::ptrdiff_t>(second));
  next.xi.erase(next.xi.begin() + static_cast<std::ptrdiff_t>(second));
  take(std::move(next),
       portable_log(n * pick_[a] * pick_[b] / pick_[one]) + log_normal(u, 0, proposed_deviation), stream);
}

namespace {

constexpr double slice_width = 2;

Interval around(double x) {
  constexpr double far = 600;  // beyond it e^xi overflows
  return {std::min(x, 0.0) - far, std::max(x, 0.0) + far};
}

}  // namespace

void LabelSets::draw_affinity(std::size_t j, double mean, double deviation, Stream& stream) {
  State at = state_;
  state_.xi[j] = draw_by_slice(stream, state_.xi[j], slice_width, around(state_.xi[j]), [&](double x) {
    at.xi[j] = x;
    return log_likelihood(at) + (log_normal(x, mean, deviation) - log_one_plus_exp(-x));
  });
}

void LabelSets::draw_correlated_affinities(Stream& stream) {
  const double shift = draw_by_slice(stream, 0.0, slice_width, around(0), [&](double x) {
    double sum = correlated_->log_shift(state_.labels, x);
    for (const double xi : state_.xi) sum -= log_one_plus_exp(-xi - x);
    return sum;
  });
  for (std::size_t j = 0; j < state_.xi.size(); ++j)
    correlated_->set(state_.labels[j], state_.xi[j] += shift);
  for (std::size_t j = 0; j < state_.xi.size() && state_.xi.size() > 1; ++j) {
    const std::uint32_t k = state_.labels[j];
    draw_affinity(j, correlated_->mean(k), correlated_->deviation(k), stream);
    correlated_->set(k, state_.xi[j]);
  }
  correlated_->draw_absent(state_.labels, stream);
}

void LabelSets::draw_affinities(Stream& stream) {
  // First a shift of all together, on which the words' likelihood does not depend; then each one.
  const double shift = draw_by_slice(stream, 0.0, slice_width, around(0), [&](double x) {
    double sum = 0;
    for (std::size_t j = 0; j < state_.xi.size(); ++j) sum += log_there(state_.labels[j], state_.xi[j] + x);
    return sum;
  });
  for (double& x : state_.xi) x += shift;
  for (std::size_t j = 0; j < state_.xi.size() && state_.xi.size() > 1; ++j)
    draw_affinity(j, prior_.eta[state_.labels[j]], prior_.lambda, stream);
}

void LabelSets::sweep(Stream& stream) {
  for (int i = 0; i < flips; ++i) propose_flip(stream);
  for (int i = 0; i < swaps; ++i) propose_swap(stream);
  // Each is the reverse of the other, so the choice between them must be random.
  for (int i = 0; i < pairs; ++i)
    if (stream.uniform() < 0.5)
      propose_two_for_one(stream);
    else
      propose_one_for_two(stream);
  if (correlated_)
    draw_correlated_affinities(stream);
  else
    draw_affinities(stream);
  log_likelihood_ = log_likelihood(state_);
}

std::vector<double> LabelSets::shares() const {
  const double level = log_sum_exp(state_.xi);
  std::vector<double> shares;
  for (const double x : state_.xi) shares.push_back(portable_exp(x - level));
  return shares;
}

}  // namespace themata::hpc
