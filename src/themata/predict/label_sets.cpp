#include "themata/predict/label_sets.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "themata/hpc/document_density.hpp"
#include "themata/hpc/label_odds.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/slice.hpp"

namespace themata {

namespace {

constexpr double log_root_two_pi = 0.91893853320467274178;
constexpr double proposed_deviation = 1.5;  // of the log odds of a new label's share
constexpr int flips = 20, swaps = 10;       // a sweep

double log_normal(double x, double mean, double deviation) {
  const double z = (x - mean) / deviation;
  return -z * z / 2 - portable_log(deviation) - log_root_two_pi;
}

/// log of prod_i x_i^n_i: a logarithm for many factors together, as far as their product is a number.
class LogOfProduct {
 public:
  void multiply(double x, double times) {
    constexpr double least = 1e-30, most = 1e30, most_times = 3;
    if (x < least || x > most || times > most_times) {
      log_ += times * portable_log(std::max(x, 1e-300));
      return;
    }
    for (; times > 0; --times) product_ *= x;
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

LabelSets::LabelSets(const KnownTopics& topics, std::span<const std::uint32_t> words)
    : law_(topics.law()), length_(static_cast<double>(words.size()) / topics.law().mean_length) {
  assert(law_.labelled);
  const hpc::WordCounts found(words);
  const std::size_t n_words = found.words.size(), n_topics = topics.n_topics();
  counts_.assign(found.counts.begin(), found.counts.end());
  tokens_ = static_cast<double>(words.size());
  rates_.resize(n_topics * n_words);
  std::vector<double> odds(n_topics);
  for (std::size_t k = 0; k < n_topics; ++k) {
    odds[k] = portable_exp(law_.log_there[k] - law_.log_absent[k]);
    for (std::size_t w = 0; w < n_words; ++w) rates_[k * n_words + w] = topics.phi(found.words[w])[k];
  }
  // A label is proposed as often as words speak for it, were the document's labels drawn word by word; and now and then any.
  pick_.assign(n_topics, 0.3 / static_cast<double>(n_topics));
  for (std::size_t w = 0; w < n_words; ++w) {
    double sum = 0;
    for (std::size_t k = 0; k < n_topics; ++k) sum += odds[k] * rates_[k * n_words + w];
    for (std::size_t k = 0; k < n_topics; ++k)
      pick_[k] += 0.7 * counts_[w] / tokens_ * odds[k] * rates_[k * n_words + w] / sum;
  }
  picked_.resize(n_topics);
  std::partial_sum(pick_.begin(), pick_.end(), picked_.begin());
  // The start: the label that tells most by itself.
  for (std::uint32_t k = 0; k < n_topics; ++k) {
    const std::vector<std::uint32_t> alone{k};
    const std::vector<double> xi{law_.eta[k]};
    const double likelihood = log_likelihood(alone, xi);
    const double best = labels_.empty() ? 0 : log_likelihood_ + portable_log(odds[labels_.front()]);
    if (!labels_.empty() && likelihood + portable_log(odds[k]) <= best) continue;
    labels_ = alone;
    xi_ = xi;
    log_likelihood_ = likelihood;
  }
}

double LabelSets::log_likelihood(std::span<const std::uint32_t> labels, std::span<const double> xi) const {
  const std::size_t n_words = counts_.size();
  const double top = *std::ranges::max_element(xi);
  std::vector<double> rates(n_words, 0.0);
  double sum = 0, expected = 0;
  for (std::size_t j = 0; j < labels.size(); ++j) {
    const double share = portable_exp(xi[j] - top);
    const double* of_label = rates_.data() + labels[j] * n_words;
    for (std::size_t w = 0; w < n_words; ++w) rates[w] += share * of_label[w];
    sum += share;
    expected += share * law_.totals[labels[j]];
  }
  double result = -length_ * expected / sum - tokens_ * portable_log(sum);
  LogOfProduct words;
  for (std::size_t w = 0; w < n_words; ++w) words.multiply(rates[w], counts_[w]);
  result += words.log();
  return result;
}

double LabelSets::log_there(std::size_t k, double xi) const {
  return log_normal(xi, law_.eta[k], law_.lambda) - hpc::log_one_plus_exp(-xi);
}

double LabelSets::log_proposal(std::size_t k, double xi, double level) const {
  const double parts[] = {log_normal(xi, level, proposed_deviation),
                          log_normal(xi, law_.eta[k], law_.lambda)};
  return log_sum_exp(parts) - portable_log(2.0);
}

double LabelSets::draw_proposal(std::size_t k, double level, Stream& stream) const {
  const bool beside_others = stream.uniform() < 0.5;
  const double z = draw_normal(stream);
  return beside_others ? level + proposed_deviation * z : law_.eta[k] + law_.lambda * z;
}

bool LabelSets::take(std::vector<std::uint32_t> labels, std::vector<double> xi, double log_ratio,
                     Stream& stream) {
  const double likelihood = log_likelihood(labels, xi);
  if (!(portable_log(stream.uniform()) < likelihood - log_likelihood_ + log_ratio)) return false;
  labels_ = std::move(labels);
  xi_ = std::move(xi);
  log_likelihood_ = likelihood;
  return true;
}

std::uint32_t LabelSets::pick(Stream& stream) const {
  const auto found = std::ranges::upper_bound(picked_, stream.uniform() * picked_.back());
  return static_cast<std::uint32_t>(
      std::min<std::ptrdiff_t>(found - picked_.begin(), std::ssize(picked_) - 1));
}

void LabelSets::propose_flip(Stream& stream) {
  const std::uint32_t k = pick(stream);
  std::vector<std::uint32_t> labels = labels_;
  std::vector<double> xi = xi_;
  const auto place = std::ranges::find(labels, k);
  if (place == labels.end()) {
    const double level = log_sum_exp(xi), x = draw_proposal(k, level, stream);
    labels.push_back(k);
    xi.push_back(x);
    take(std::move(labels), std::move(xi), log_odds(k, x) - log_proposal(k, x, level), stream);
    return;
  }
  if (labels.size() == 1) return;
  const auto j = place - labels.begin();
  const double x = xi[static_cast<std::size_t>(j)];
  labels.erase(place);
  xi.erase(xi.begin() + j);
  const double level = log_sum_exp(xi);
  take(std::move(labels), std::move(xi), log_proposal(k, x, level) - log_odds(k, x), stream);
}

void LabelSets::propose_swap(Stream& stream) {
  const std::uint32_t k = pick(stream);
  const std::size_t j = stream.below(static_cast<std::uint32_t>(labels_.size()));
  if (std::ranges::find(labels_, k) != labels_.end()) return;
  std::vector<std::uint32_t> labels = labels_;
  const std::uint32_t before = std::exchange(labels[j], k);
  const double log_ratio =
      log_odds(k, xi_[j]) - log_odds(before, xi_[j]) + portable_log(pick_[before] / pick_[k]);
  take(std::move(labels), xi_, log_ratio, stream);
}

void LabelSets::draw_affinities(Stream& stream) {
  constexpr Interval anywhere{-600, 600};  // where e^xi is a number
  constexpr double width = 2;
  // All together up or down, which the words do not feel; then each.
  const double shift = draw_by_slice(stream, 0.0, width, anywhere, [&](double x) {
    double sum = 0;
    for (std::size_t j = 0; j < labels_.size(); ++j) sum += log_there(labels_[j], xi_[j] + x);
    return sum;
  });
  for (double& x : xi_) x += shift;
  for (std::size_t j = 0; j < xi_.size() && xi_.size() > 1; ++j) {
    std::vector<double> xi = xi_;
    xi_[j] = draw_by_slice(stream, xi_[j], width, anywhere, [&](double x) {
      xi[j] = x;
      return log_likelihood(labels_, xi) + log_there(labels_[j], x);
    });
  }
  log_likelihood_ = log_likelihood(labels_, xi_);
}

void LabelSets::sweep(Stream& stream) {
  for (int i = 0; i < flips; ++i) propose_flip(stream);
  for (int i = 0; i < swaps; ++i) propose_swap(stream);
  draw_affinities(stream);
}

std::vector<double> LabelSets::shares() const {
  const double level = log_sum_exp(xi_);
  std::vector<double> shares;
  for (const double x : xi_) shares.push_back(portable_exp(x - level));
  return shares;
}

}  // namespace themata
