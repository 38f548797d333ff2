#include "themata/inference/known_topics.hpp"

#include <numeric>
#include <utility>

namespace themata {

KnownTopics::KnownTopics(std::vector<double> prior, std::vector<double> phi, double discount)
    : phi_(std::make_shared<const std::vector<double>>(std::move(phi))),
      prior_(std::move(prior)),
      prior_mass_(phi_->size() / prior_.size()),
      prior_total_(std::accumulate(prior_.begin(), prior_.end(), 0.0)),
      discount_(discount) {
  assert(prior_total_ > 0 && discount_ >= 0 && discount_ < 1 &&
         phi_->size() == prior_mass_.size() * prior_.size());
  for (std::uint32_t word = 0; word < n_words(); ++word) {
    const auto row = this->phi(word);
    prior_mass_[word] = std::inner_product(prior_.begin(), prior_.end(), row.begin(), 0.0);
  }
}

KnownTopics KnownTopics::with_prior(std::vector<double> prior, std::span<const std::uint32_t> words) const {
  assert(prior.size() == prior_.size());
  KnownTopics topics;
  topics.phi_ = phi_;
  topics.prior_ = std::move(prior);
  topics.prior_mass_.resize(n_words());
  topics.prior_total_ = std::accumulate(topics.prior_.begin(), topics.prior_.end(), 0.0);
  topics.discount_ = discount_;
  for (const std::uint32_t word : words) {
    const auto row = phi(word);
    if (topics.prior_mass_[word] > 0) continue;
    topics.prior_mass_[word] =
        std::inner_product(topics.prior_.begin(), topics.prior_.end(), row.begin(), 0.0);
  }
  return topics;
}

std::uint32_t KnownTopics::topic_at(std::uint32_t word, double mass) const {
  const auto row = phi(word);
  std::uint32_t last = 0;  // a remainder from rounding goes to the last topic with mass
  for (std::uint32_t k = 0; k < row.size(); ++k) {
    const double here = prior_[k] * row[k];
    if (here <= 0) continue;
    last = k;
    if (mass < here) break;
    mass -= here;
  }
  return last;
}

}  // namespace themata
