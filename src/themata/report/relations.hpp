#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "themata/counts/assignment.hpp"
#include "themata/report/report_source.hpp"

namespace themata::report_parts {

/// Distances of the largest topics.
struct TopicDistances {
  CostMatrix matrix{0, 0};  ///< of the topics 0 to n - 1, the largest
  TopicDistance kind = TopicDistance::jensen_shannon;
};

/// Jensen-Shannon distances, or Hellinger distances where there are too many words and topics for those.
TopicDistances distances_of(const ReportSource& source);

/// Another topic, and how far or how closely related it is.
struct Related {
  std::size_t topic;
  double value;
};

/// The up to `n` nearest topics of each, nearest first.
std::vector<std::vector<Related>> nearest_topics(const TopicDistances& distances, std::size_t n);

/// The topics whose proportions of a document's tokens go together: Pearson's correlation over documents with
/// tokens, of the `largest` topics. Of each at most `n` positive ones, strongest first, then `n` negative
/// ones.
std::vector<std::vector<Related>> correlated_topics(const SparseCounts& document_topic, std::size_t largest,
                                                    std::size_t n);

/// The chains in which each topic is found, the shown one included (align/compare.hpp); none if there is one
/// chain, or too many topics.
std::vector<std::vector<std::uint32_t>> chains_of_topics(const ReportSource& source);

nlohmann::json map_json(const TopicDistances& distances);
nlohmann::json tree_json(const TopicDistances& distances);

}  // namespace themata::report_parts
