#include "themata/models/icdp/masked_topics.hpp"

#include <algorithm>
#include <cassert>

#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"

namespace themata::icdp {

UsedTopics::UsedTopics(double alpha, std::vector<double> use, std::vector<double> phi)
    : alpha_(alpha), use_(std::move(use)), phi_(std::move(phi)) {
  double sum = 0;
  for (const double q : use_) {
    odds_.push_back(q / (1 - q));
    hazard_.push_back(sum += portable_log(1 + odds_.back()));
  }
}

MaskedTopics::MaskedTopics(const UsedTopics& topics, std::span<const std::uint32_t> words, Stream& stream)
    : topics_(&topics),
      words_(words),
      z_(words.size()),
      tokens_(topics.n_topics(), 0),
      on_(topics.n_topics(), 0),
      one_more_(topics.alpha(), static_cast<std::int64_t>(words.size())),
      shares_(topics.n_topics()) {
  assert(!words.empty());
  const double alpha = topics.alpha();
  // The start: each token's topic by its word and the topics' use, and by the topics of the tokens before it.
  std::vector<double> weight(topics.n_topics());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto phi = topics.phi(words[i]);
    for (std::size_t k = 0; k < weight.size(); ++k)
      weight[k] = (tokens_[k] + alpha * topics.use()[k]) * phi[k];
    place(i, static_cast<std::uint32_t>(draw_index(stream, weight)));
  }
  std::ranges::sort(used_);
}

void MaskedTopics::place(std::size_t i, std::uint32_t topic) {
  z_[i] = topic;
  ++tokens_[topic];
  if (on_[topic] != 0) return;
  on_[topic] = 1;
  used_.push_back(topic);
  ++active_;
}

double MaskedTopics::odds(std::size_t k, std::size_t others) {
  return topics_->odds()[k] * one_more_(others);
}

void MaskedTopics::draw_token(std::size_t i, Stream& stream) {
  --tokens_[z_[i]];
  const auto phi = topics_->phi(words_[i]);
  sums_.resize(used_.size());
  double sum = 0;
  for (std::size_t j = 0; j < used_.size(); ++j)
    sums_[j] = sum += (tokens_[used_[j]] + topics_->alpha()) * phi[used_[j]];
  if (!(sum > 0)) return place(i, z_[i]);  // a word without mass in any topic contains no information
  const auto chosen = std::ranges::upper_bound(sums_, stream.uniform() * sum) - sums_.begin();
  place(i, used_[static_cast<std::size_t>(chosen)]);
}

/// Events of a Poisson process with rate 1 along the sums of -log(1 - q_k): topic k has one with probability
/// q_k. After a candidate the process goes on at the next topic.
void MaskedTopics::draw_candidates(Stream& stream) {
  candidates_.clear();
  const std::span<const double> ends = topics_->hazard();
  double at = 0;
  auto from = ends.begin();
  while (from != ends.end()) {
    const auto end = std::upper_bound(from, ends.end(), at - portable_log(stream.uniform()));
    if (end == ends.end()) return;
    candidates_.push_back(static_cast<std::uint32_t>(end - ends.begin()));
    at = *end;
    from = end + 1;
  }
}

void MaskedTopics::draw_use(std::uint32_t candidate, Stream& stream) {
  const std::size_t others = active_ - on_[candidate];
  if (tokens_[candidate] == 0) {
    on_[candidate] = flip_on(stream, topics_->odds()[candidate], one_more_(others)) ? 1 : 0;
    active_ = others + on_[candidate];
  }
  if (on_[candidate] != 0) used_.push_back(candidate);
}

void MaskedTopics::keep_use(std::uint32_t k) {
  if (tokens_[k] > 0) return used_.push_back(k);
  on_[k] = 0;
  --active_;
}

void MaskedTopics::sweep(Stream& stream) {
  for (std::size_t i = 0; i < z_.size(); ++i) draw_token(i, stream);
  draw_candidates(stream);
  was_used_.swap(used_);
  used_.clear();
  // Topic by topic in ascending order, whether candidate or not: an order that depended on the candidates
  // would not leave the posterior invariant.
  auto candidate = candidates_.begin();
  for (const std::uint32_t k : was_used_) {
    for (; candidate != candidates_.end() && *candidate < k; ++candidate) draw_use(*candidate, stream);
    if (candidate != candidates_.end() && *candidate == k)
      draw_use(*candidate++, stream);
    else
      keep_use(k);
  }
  for (; candidate != candidates_.end(); ++candidate) draw_use(*candidate, stream);
}

const std::vector<double>& MaskedTopics::shares() {
  const double n = static_cast<double>(z_.size()), alpha = topics_->alpha();
  const std::size_t used = used_.size();
  const double r = one_more_(used), each = alpha / (n + alpha * static_cast<double>(used + 1));
  for (std::size_t k = 0; k < shares_.size(); ++k) {
    const double o = topics_->odds()[k] * r;
    shares_[k] = o / (1 + o) * each;
  }
  for (const std::uint32_t k : used_) {
    const double o = tokens_[k] > 0 ? 0 : odds(k, used - 1);
    const double p = tokens_[k] > 0 ? 1 : o / (1 + o);
    shares_[k] = p * (tokens_[k] + alpha) / (n + alpha * static_cast<double>(used));
  }
  return shares_;
}

double MaskedTopics::mean(std::size_t k) const {
  if (on_[k] == 0) return 0;
  return (tokens_[k] + topics_->alpha()) /
         (static_cast<double>(z_.size()) + topics_->alpha() * static_cast<double>(used_.size()));
}

double MaskedTopics::variance(std::size_t k) const {
  const double p = mean(k);
  return p * (1 - p) /
         (static_cast<double>(z_.size()) + topics_->alpha() * static_cast<double>(used_.size()) + 1);
}

}  // namespace themata::icdp
