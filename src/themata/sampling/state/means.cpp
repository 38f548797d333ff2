#include "themata/sampling/state/means.hpp"

#include "themata/counts/spike_distribution.hpp"

namespace themata::sampling {

void WordMeans::turn_to(std::optional<std::size_t> slot) {
  dead_ = !slot;
  slot_ = slot.value_or(0);
  absent_ = 1;
  const auto n_types = static_cast<std::uint32_t>(mix_.word_topic.rows());
  // In a topic without tokens every type has the same mean, whichever types are active. A dead topic has no
  // seeds: only models without named topics have dead topics, and they never have seeds.
  if (mix_.pi >= 1 || size() == 0) {
    normalizer_ = static_cast<double>(size()) + betas_.total(slot_);
    return;
  }
  SpikeTopic topic{n_types, 0, size()};
  for (std::size_t v = 0; v < n_types; ++v) topic.with_tokens += mix_.word_topic.row(v)[slot_] > 0 ? 1 : 0;
  const SpikeMeans means =
      spike_means(topic, spike_distribution(topic, mix_.beta, mix_.pi_of(slot_)), mix_.beta);
  normalizer_ = means.normalizer;
  absent_ = means.absent / mix_.beta;
}

double WordMeans::of(std::size_t v) const {
  const double beta = dead_ ? betas_.of(v) : betas_.at(slot_, v);
  const std::int32_t n = dead_ ? 0 : mix_.word_topic.row(v)[slot_];
  return (n == 0 ? absent_ * beta : n + beta) / normalizer_;
}

void DocumentMeans::turn_to(std::size_t d) {
  d_ = d;
  count_document(mix_, corpus_, d, counts_.data());
  total_ = static_cast<double>(corpus_.length(d)) + mix_.allowed.sum(d, mix_.prior) + mix_.prior_beyond;
  if (mix_.document_priors.empty()) return;
  total_ = static_cast<double>(corpus_.length(d));
  for (std::size_t k = 0; k < mix_.slots(); ++k) total_ += mix_.prior_of(d, k);
}

double DocumentMeans::of(std::size_t slot) const {
  if (!mix_.allowed.allows(d_, static_cast<Topic>(slot))) return 0;
  return (counts_[slot] + mix_.prior_of(d_, slot)) / total_;
}

}  // namespace themata::sampling
