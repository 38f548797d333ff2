#include "themata/inference/known_topics.hpp"

#include <numeric>
#include <utility>

namespace themata {

KnownTopics::KnownTopics(std::vector<double> prior, std::vector<double> phi, double discount)
    : prior_(std::move(prior)),
      phi_(std::move(phi)),
      prior_mass_(phi_.size() / prior_.size()),
      prior_total_(std::accumulate(prior_.begin(), prior_.end(), 0.0)),
      discount_(discount) {
  assert(prior_total_ > 0 && discount_ >= 0 && discount_ < 1 &&
         phi_.size() == prior_mass_.size() * prior_.size());
  for (std::uint32_t word = 0; word < n_words(); ++word) {
    const auto row = this->phi(word);
    prior_mass_[word] = std::inner_product(prior_.begin(), prior_.end(), row.begin(), 0.0);
  }
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
