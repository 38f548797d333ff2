#include "themata/counts/topic_word_means.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "themata/counts/spike_distribution.hpp"

namespace themata {

TopicWordMeans::TopicWordMeans(const SparseCounts& topic_word, TopicWords words, WordPrior prior)
    : topic_word_(topic_word),
      prior_(std::move(prior)),
      sizes_(row_sums(topic_word)),
      type_counts_(column_sums(topic_word)),
      n_tokens_(std::accumulate(sizes_.begin(), sizes_.end(), std::uint64_t{0})) {
  std::visit([&](const auto& form) { normalize(form); }, words);
}

void TopicWordMeans::normalize_by_prior() {
  assert(beta_ > 0);
  normalizers_ = prior_.seed_totals(n_topics());
  absent_.assign(n_topics(), beta_);
  const double prior_total = beta_ * prior_.total_weight(n_types());
  for (std::size_t k = 0; k < n_topics(); ++k)
    normalizers_[k] += static_cast<double>(sizes_[k]) + prior_total;
}

void TopicWordMeans::normalize(const DirichletWords& words) {
  beta_ = words.beta;
  normalize_by_prior();
  for (std::size_t k = 0; words.pi < 1 && k < n_topics(); ++k) {
    const SpikeTopic topic{static_cast<std::uint32_t>(n_types()),
                           static_cast<std::uint32_t>(topic_word_.columns_of(k).size()),
                           static_cast<std::int64_t>(sizes_[k])};
    const SpikeMeans means = spike_means(topic, spike_distribution(topic, beta_, words.pi_of(k)), beta_);
    normalizers_[k] = means.normalizer;
    absent_[k] = means.absent;
  }
}

void TopicWordMeans::normalize(const MaskedWords& words) {
  beta_ = words.beta;
  words_ = words.words;
  assert(words_.size() == n_topics());
  normalize_by_prior();
  const auto types_unseen = std::max<std::ptrdiff_t>(1, std::ranges::count(type_counts_, 0U));
  for (std::size_t k = 0; k < n_topics(); ++k) {
    normalizers_[k] = static_cast<double>(sizes_[k]) + beta_ * static_cast<double>(words_[k].size());
    const std::size_t latent = std::erase_if(words_[k], [&](std::uint32_t v) { return v >= n_types(); });
    unseen_.push_back(beta_ * static_cast<double>(std::max<std::size_t>(1, latent)) /
                      static_cast<double>(types_unseen) / normalizers_[k]);
    std::ranges::sort(words_[k]);
    const std::size_t with_tokens = topic_word_.columns_of(k).size();
    const double without = std::max(0.5, static_cast<double>(words_[k].size() - with_tokens));
    absent_[k] = beta_ * without / static_cast<double>(std::max<std::size_t>(1, n_types() - with_tokens));
  }
}

void TopicWordMeans::normalize(const KnownWords& words) {
  phi_ = words.phi;
  assert(phi_.size() == n_topics() * n_types());
  normalizers_.assign(n_topics(), 1.0);
  for (std::size_t k = 0; k < n_topics(); ++k) {
    double there = 0;
    for (const std::int32_t v : topic_word_.columns_of(k))
      there += phi_[k * n_types() + static_cast<std::size_t>(v)];
    const std::size_t others = n_types() - topic_word_.columns_of(k).size();
    absent_.push_back(std::max(0.0, 1 - there) / static_cast<double>(std::max<std::size_t>(1, others)));
  }
}

double TopicWordMeans::share(std::size_t k) const {
  return n_tokens_ == 0 ? 0 : static_cast<double>(sizes_[k]) / static_cast<double>(n_tokens_);
}

double TopicWordMeans::probability(std::size_t k, std::uint32_t type, std::int32_t count) const {
  if (!phi_.empty()) return phi_[k * n_types() + type];
  if (count == 0 && !words_.empty())
    return std::ranges::binary_search(words_[k], type) ? beta_ / normalizers_[k]
           : type_counts_[type] == 0                   ? unseen_[k]
                                                       : 0;
  const double pseudo = count > 0 ? beta_ : absent_[k];
  return (count + pseudo * prior_.weight(type) + prior_.seed(k, type)) / normalizers_[k];
}

}  // namespace themata
