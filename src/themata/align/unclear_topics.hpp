#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "themata/store/fit_folder.hpp"

namespace themata {

/// Topics that run into each other within a chain: in how many of its draws each can hardly be told apart
/// (models/same_topics.hpp).
class UnclearTopics {
 public:
  UnclearTopics() = default;
  explicit UnclearTopics(std::size_t n_topics) : counts_(n_topics, 0) {}

  /// @param topics  of one more draw, those that it can hardly tell apart
  void add(std::span<const std::uint16_t> topics);

  std::size_t draws() const { return draws_; }
  /// The topics of which it is to be said: unclear in two draws or more, and in at least a tenth of them,
  /// since 90% intervals then are of several topics. Ascending.
  std::vector<std::size_t> topics() const;
  /// Some of them in words; "" if there are none. @param among  topics that are shown; none: all
  std::string text(std::span<const std::size_t> among = {}) const;

 private:
  std::size_t draws_ = 0;
  std::vector<std::size_t> counts_;  ///< by topic
};

/// Of the kept draws of a chain of a model whose topics are fixed. @throws InputError if one is damaged
UnclearTopics unclear_topics(const FitFolder& fit, std::uint32_t chain);

}  // namespace themata
