#pragma once

#include <cstdint>
#include <vector>

#include "themata/admixture/state.hpp"

namespace themata::seating {

/// The topics that have a word, for each word type: most words have few of many topics. Ascending to begin with.
class WordTopics {
 public:
  /// @param counts  n_kv, V x lanes
  explicit WordTopics(const Matrix<std::int32_t>& counts);

  const std::vector<admixture::Topic>& of(std::uint32_t word) const { return topics_[word]; }
  /// Adds to a count of the matrix, and keeps the list in step with it.
  void count(Matrix<std::int32_t>& counts, std::uint32_t word, admixture::Topic topic, std::int32_t by) {
    std::int32_t& n = counts.row(word)[topic];
    if (n == 0) topics_[word].push_back(topic);
    n += by;
    if (n == 0) remove(word, topic);
  }

 private:
  void remove(std::uint32_t word, admixture::Topic topic);

  std::vector<std::vector<admixture::Topic>> topics_;
};

}  // namespace themata::seating
