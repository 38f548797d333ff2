#include "themata/sampling/state/means.hpp"

#include <numeric>

#include "themata/counts/spike_distribution.hpp"

namespace themata::sampling {

namespace {

bool is_shared(const Share& share) { return share.ranks != nullptr && share.ranks->size() > 1; }

/// n_kv of all word types, from the ranks that have their blocks.
std::vector<std::int32_t> gather_counts(const State& mix, std::size_t slot) {
  const Share& share = mix.layout.share;
  std::vector<std::int32_t> held;
  for (std::uint32_t b = share.first_group; b < share.end_group; ++b)
    for (const std::uint32_t v : mix.layout.types_of(b))
      if (const std::int32_t n = mix.word_topic.row(v)[slot]; n > 0)
        held.insert(held.end(), {static_cast<std::int32_t>(v), n});
  const std::vector<std::int32_t> all = share.ranks->gather(std::span<const std::int32_t>(held));
  std::vector<std::int32_t> counts(mix.word_topic.rows());
  for (std::size_t i = 0; i < all.size(); i += 2) counts[static_cast<std::size_t>(all[i])] = all[i + 1];
  return counts;
}

}  // namespace

void WordMeans::turn_to(std::optional<std::size_t> slot) {
  dead_ = !slot;
  slot_ = slot.value_or(0);
  absent_ = 1;
  if (is_shared(mix_.layout.share)) counts_ = gather_counts(mix_, slot_);
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
  const std::int32_t n = dead_ ? 0 : count(v);
  return (n == 0 ? absent_ * beta : n + beta) / normalizer_;
}

void DocumentMeans::turn_to(std::size_t d) {
  d_ = d;
  const Share& share = mix_.layout.share;
  if (is_shared(share)) {
    const bool is_here = d >= share.first_document && d - share.first_document < corpus_.n_documents();
    std::vector<std::int32_t> mine;
    if (is_here) {
      count_document(mix_, corpus_, d - share.first_document, counts_.data());
      mine = counts_;
    }
    counts_ = share.ranks->gather(std::span<const std::int32_t>(mine));
  } else {
    count_document(mix_, corpus_, d, counts_.data());
  }
  const auto length = static_cast<double>(std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0}));
  total_ = length + mix_.allowed.sum(d, mix_.prior) + mix_.prior_beyond;
  if (mix_.document_priors.empty()) return;
  total_ = length;
  for (std::size_t k = 0; k < mix_.slots(); ++k) total_ += mix_.prior_of(d, k);
}

double DocumentMeans::of(std::size_t slot) const {
  if (!mix_.allowed.allows(d_, static_cast<Topic>(slot))) return 0;
  return (counts_[slot] + mix_.prior_of(d_, slot)) / total_;
}

}  // namespace themata::sampling
