#include "themata/inference/token_topics.hpp"

#include <algorithm>
#include <cassert>

namespace themata {

TokenTopics::TokenTopics(const KnownTopics& topics, std::span<const std::uint32_t> words)
    : topics_(&topics),
      words_(words),
      counts_(topics.n_topics()),
      weights_(topics.n_topics(), 0.0),
      place_(topics.n_topics()),
      sums_(std::min(topics.n_topics(), words.size())),
      seat_(topics.discount() > 0 ? words.size() : 0) {
  z_.reserve(words.size());
}

double TokenTopics::new_share() const {
  if (tables_.occupied() < 2) return 1;  // the first table is certain
  return 1 + topics_->discount() * static_cast<double>(tables_.occupied() - 1) / topics_->prior_total();
}

double TokenTopics::probability(std::uint32_t word) const {
  const auto phi = topics_->phi(word);
  double mass = new_share() * topics_->prior_mass(word);
  for (const std::uint32_t k : present_) mass += weights_[k] * phi[k];
  const auto n = static_cast<double>(z_.size());
  return mass / (n + topics_->prior_total() - (n > 0 ? topics_->discount() : 0));
}

void TokenTopics::append(Stream& stream) {
  assert(!is_whole());
  z_.push_back(0);
  place(z_.size() - 1, stream);
}

void TokenTopics::redraw(std::size_t i, Stream& stream) {
  assert(i < z_.size());
  leave(i);
  place(i, stream);
}

void TokenTopics::sweep(Stream& stream) {
  for (std::size_t i = 0; i < z_.size(); ++i) redraw(i, stream);
}

TokenTopics::Choice TokenTopics::choose(std::uint32_t word, Stream& stream) {
  const auto phi = topics_->phi(word);
  double sum = 0;
  for (std::size_t j = 0; j < present_.size(); ++j)
    sums_[j] = sum += weights_[present_[j]] * phi[present_[j]];
  const double share = new_share();
  const double at = stream.uniform() * (sum + share * topics_->prior_mass(word));
  if (at >= sum) return {topics_->topic_at(word, (at - sum) / share), false};
  std::size_t j = 0;
  while (sums_[j] <= at) ++j;
  return {present_[j], true};
}

void TokenTopics::place(std::size_t i, Stream& stream) {
  const auto [topic, from_document] = choose(words_[i], stream);
  z_[i] = topic;
  Count& count = counts_[topic];
  if (count.tokens++ == 0) {
    place_[topic] = static_cast<std::uint32_t>(present_.size());
    present_.push_back(topic);
  }
  if (!seat_.empty()) {
    const std::size_t table =
        from_document ? tables_.of_topic(topic, stream.uniform() * weights_[topic], topics_->discount())
                      : tables_.empty();
    seat_[i] = static_cast<std::uint32_t>(table);
    if (tables_.sit(table, topic)) ++count.tables;
  }
  weigh(topic);
}

void TokenTopics::leave(std::size_t i) {
  const std::uint32_t topic = z_[i];
  Count& count = counts_[topic];
  if (!seat_.empty() && tables_.leave(seat_[i])) --count.tables;
  if (--count.tokens == 0) {
    const std::uint32_t last = present_.back();
    present_[place_[topic]] = last;
    place_[last] = place_[topic];
    present_.pop_back();
  }
  weigh(topic);
}

void TokenTopics::weigh(std::uint32_t topic) {
  weights_[topic] = counts_[topic].tokens - topics_->discount() * counts_[topic].tables;
}

}  // namespace themata
