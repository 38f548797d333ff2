#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/sampling/state/state.hpp"
#include "themata/sampling/state/word_beta.hpp"

namespace themata::sampling {

// Where several ranks have the state, all of them turn to the same topic or document together, and then know
// the same.

/// E(phi_k | z), one topic after another; with spike and slab, the active word types are summed out too.
class WordMeans {
 public:
  explicit WordMeans(const State& mix) : mix_(mix), betas_(mix), sizes_(topic_sizes(mix)) {}

  /// @param slot  nothing for a dead topic, whose means are the prior's
  void turn_to(std::optional<std::size_t> slot);
  std::int64_t size() const { return dead_ ? 0 : sizes_[slot_]; }
  double of(std::size_t v) const;

 private:
  const State& mix_;
  WordBeta betas_;
  std::vector<std::int64_t> sizes_;
  std::size_t slot_ = 0;
  bool dead_ = false;
  std::vector<std::int32_t> counts_;  ///< V, of the topic; empty where this process has the counts
  std::int32_t count(std::size_t v) const {
    return counts_.empty() ? mix_.word_topic.count(v, slot_) : counts_[v];
  }

  double normalizer_ = 1;
  double absent_ = 1;  ///< value of a type without tokens, per pseudo-token
};

/// E(theta_dk | z), one document after another.
class DocumentMeans {
 public:
  DocumentMeans(const State& mix, const Corpus& corpus) : mix_(mix), corpus_(corpus), counts_(mix.slots()) {}

  void turn_to(std::size_t d);  ///< @param d  its number among the documents of all ranks
  double of(std::size_t slot) const;
  std::int32_t count(std::size_t slot) const { return counts_[slot]; }  ///< m_dk

 private:
  const State& mix_;
  const Corpus& corpus_;
  std::vector<std::int32_t> counts_;
  std::size_t d_ = 0;
  double total_ = 1;
};

}  // namespace themata::sampling
