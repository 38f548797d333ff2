#include "themata/predict/token_topics.hpp"

#include <algorithm>
#include <cassert>

namespace themata {

TokenTopics::TokenTopics(const KnownTopics& topics, std::span<const std::uint32_t> words)
    : topics_(&topics),
      words_(words),
      counts_(topics.n_topics(), 0.0),
      place_(topics.n_topics()),
      sums_(std::min(topics.n_topics(), words.size())) {
  z_.reserve(words.size());
}

double TokenTopics::probability(std::uint32_t word) const {
  const auto phi = topics_->phi(word);
  double mass = topics_->prior_mass(word);
  for (const std::uint32_t k : present_) mass += counts_[k] * phi[k];
  return mass / (static_cast<double>(z_.size()) + topics_->prior_total());
}

void TokenTopics::append(Stream& stream) {
  assert(!is_whole());
  const std::uint32_t topic = draw(words_[z_.size()], stream);
  z_.push_back(topic);
  add(topic);
}

void TokenTopics::redraw(std::size_t i, Stream& stream) {
  assert(i < z_.size());
  remove(z_[i]);
  z_[i] = draw(words_[i], stream);
  add(z_[i]);
}

void TokenTopics::sweep(Stream& stream) {
  for (std::size_t i = 0; i < z_.size(); ++i) redraw(i, stream);
}

std::uint32_t TokenTopics::draw(std::uint32_t word, Stream& stream) {
  const auto phi = topics_->phi(word);
  double sum = 0;
  for (std::size_t j = 0; j < present_.size(); ++j) sums_[j] = sum += counts_[present_[j]] * phi[present_[j]];
  const double at = stream.uniform() * (sum + topics_->prior_mass(word));
  if (at >= sum) return topics_->topic_at(word, at - sum);
  std::size_t j = 0;
  while (sums_[j] <= at) ++j;
  return present_[j];
}

void TokenTopics::add(std::uint32_t topic) {
  if (counts_[topic]++ > 0) return;
  place_[topic] = static_cast<std::uint32_t>(present_.size());
  present_.push_back(topic);
}

void TokenTopics::remove(std::uint32_t topic) {
  if (--counts_[topic] > 0) return;
  const std::uint32_t last = present_.back();
  present_[place_[topic]] = last;
  place_[last] = place_[topic];
  present_.pop_back();
}

}  // namespace themata
