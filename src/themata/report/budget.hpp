#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "themata/report/report_source.hpp"

namespace themata::report_parts {

/// How much the page has of each topic. With many topics it is less, so that the page stays small.
struct TopicBudget {
  std::size_t shown = 0;    ///< topics, the first ones
  std::size_t words = 0;    ///< per topic, for each way to choose them
  std::size_t related = 0;  ///< topics that are near, occur with it, or avoid it
};

TopicBudget topic_budget(const ReportSource& source);
/// Words per topic of the other fit, in a comparison.
std::size_t words_of_other(std::size_t n_topics);

/// What a page leaves out.
struct LeftOut {
  std::size_t documents = 0;  ///< of the page, that lack their texts or words
  std::size_t leading = 0;    ///< documents per topic that it has at most
  std::size_t fields = 0;     ///< topics with shares by metadata; all without metadata
};

/// The same in words, a line each.
std::vector<std::string> left_out_text(const ReportSource& source, const LeftOut& left_out);

}  // namespace themata::report_parts
