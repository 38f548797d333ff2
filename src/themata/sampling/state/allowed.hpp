#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/sampling/state/layout.hpp"

namespace themata::sampling {

/// The topics that each document may use. In labeled LDA (Ramage et al. 2009) these are the document's own
/// labels. A document with an empty list may use every topic; without any lists all documents may.
class AllowedTopics {
 public:
  AllowedTopics() = default;
  /// @param lists  D of them, in any order; a topic named twice counts once
  explicit AllowedTopics(std::vector<std::vector<Topic>> lists);

  bool everything() const { return begin_.empty(); }
  /// Document d's list, ascending; empty if it may use every topic.
  std::span<const Topic> of(std::size_t d) const {
    if (everything()) return {};
    return std::span(topics_).subspan(begin_[d], begin_[d + 1] - begin_[d]);
  }
  bool allows(std::size_t d, Topic k) const;
  /// Sum of values[k] over the topics that document d may use.
  double sum(std::size_t d, std::span<const double> values) const;

 private:
  std::vector<std::uint64_t> begin_;  ///< D + 1
  std::vector<Topic> topics_;
};

}  // namespace themata::sampling
