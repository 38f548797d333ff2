#include "themata/models/icdp/masked_topics.hpp"

#include <algorithm>
#include <cassert>

#include "themata/random/distributions.hpp"

namespace themata::icdp {

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
}

void MaskedTopics::place(std::size_t i, std::uint32_t topic) {
  z_[i] = topic;
  ++tokens_[topic];
  if (on_[topic] != 0) return;
  on_[topic] = 1;
  used_.push_back(topic);
}

double MaskedTopics::odds(std::size_t k, std::size_t others) {
  const double q = topics_->use()[k];
  return q / (1 - q) * one_more_(others);
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

void MaskedTopics::sweep(Stream& stream) {
  for (std::size_t i = 0; i < z_.size(); ++i) draw_token(i, stream);
  std::size_t active = used_.size();
  used_.clear();
  for (std::uint32_t k = 0; k < on_.size(); ++k) {
    if (tokens_[k] == 0) {
      const std::size_t others = active - on_[k];
      on_[k] = flip(stream, odds(k, others)) ? 1 : 0;
      active = others + on_[k];
    }
    if (on_[k] != 0) used_.push_back(k);
  }
}

const std::vector<double>& MaskedTopics::shares() {
  const auto n = static_cast<double>(z_.size());
  for (std::size_t k = 0; k < shares_.size(); ++k) {
    const std::size_t others = used_.size() - on_[k];
    const double o = tokens_[k] > 0 ? 0 : odds(k, others);
    const double p = tokens_[k] > 0 ? 1 : o / (1 + o);
    shares_[k] =
        p * (tokens_[k] + topics_->alpha()) / (n + topics_->alpha() * static_cast<double>(others + 1));
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
