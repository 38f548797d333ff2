#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "themata/align/aligned_draws.hpp"
#include "themata/effects/periods.hpp"

namespace themata {

/// Counts the words of topics by period, over draws.
class PeriodWords {
 public:
  /// @param topics  numbers of the pivot. Of each, the 500 words with most tokens are counted
  PeriodWords(const ShownFit& pivot, const Periods& periods, std::vector<std::size_t> topics);

  void add(const AlignedDraw& draw, Pool& pool);

  /// The words with most tokens of a topic (its place among those asked for) in a period.
  std::vector<std::string> leading(std::size_t topic, std::size_t period, std::size_t n_words) const;
  /// Words that are more frequent there than in the topic's other periods (TrendCell::changed).
  std::vector<std::string> changed(std::size_t topic, std::size_t period, std::size_t n_words) const;

 private:
  static constexpr std::size_t most_words = 500;
  static constexpr std::uint16_t no_slot = UINT16_MAX;

  std::uint64_t& count(std::size_t period, std::size_t topic, std::size_t slot) {
    return counts_[(period * topics_.size() + topic) * (most_words + 1) + slot];
  }
  std::uint64_t count(std::size_t period, std::size_t topic, std::size_t slot) const {
    return counts_[(period * topics_.size() + topic) * (most_words + 1) + slot];
  }
  double mean(std::size_t period, std::size_t topic, std::size_t slot) const;
  void add_period(const AlignedDraw& draw, const std::vector<std::size_t>& place_of, std::size_t period);

  const std::vector<std::string>& vocabulary_;
  std::vector<std::size_t> topics_;
  std::vector<std::vector<std::size_t>> documents_;  ///< by period
  std::vector<std::vector<std::uint32_t>> types_;    ///< by topic: the word of each slot
  std::vector<std::vector<std::uint16_t>> slots_;    ///< by topic: the slot of each word
  std::vector<std::uint64_t> counts_;  ///< periods x topics x slots, the last one for all other words
  std::vector<std::size_t> draws_;     ///< by topic: that have it
};

}  // namespace themata
