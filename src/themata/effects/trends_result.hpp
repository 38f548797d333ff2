#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "themata/effects/effect_result.hpp"

namespace themata {

/// How topics over time, or over any metadata field, are asked for.
struct TrendOptions {
  std::string by = {};  ///< the metadata field
  /// decade, year, quarter, month or day of dates; a width of numbers; "" for what suits the field
  std::string period = {};
  std::vector<std::size_t> topics = {};  ///< their numbers; none: all, or the 100 largest
  double interval = .9;                  ///< probability of the intervals
  std::size_t words = 5;                 ///< of each topic and period
  double burst = 1.5;                    ///< a burst is above this many times the topic's mean
  bool leave_out_missing = false;        ///< documents that lack the field; otherwise they are an error
};

struct TrendPeriod {
  std::string name = {};
  std::size_t documents = 0, tokens = 0;
};

/// A topic in a period.
struct TrendCell {
  Estimate proportion = {};             ///< mean of theta over the period's documents
  std::vector<std::string> words = {};  ///< that have most of the topic's tokens there
  /// Words of the topic that are more frequent there than in its other periods, by log odds above two of
  /// their standard errors (Monroe, Colaresi and Quinn 2008, equations 16, 20 and 22), the clearest first.
  std::vector<std::string> changed = {};
  bool is_burst = false;  ///< the interval lies above `burst` times the topic's mean over all documents
};

/// Topic proportions and words by period. The intervals are of these documents: they say how sure the draws
/// are of what the documents are about, not how other documents of the period would differ.
struct TrendsResult {
  std::string by = {};
  double interval = .9;
  std::vector<std::uint32_t> chains = {};
  std::size_t kept_draws = 0;
  std::size_t without_words = 0, left_out = 0;  ///< documents that are not used
  std::size_t all_topics = 0;                   ///< of the draw that is shown
  std::vector<TrendPeriod> periods = {};        ///< in order, those with documents
  std::vector<EffectTopic> topics = {};
  std::vector<std::vector<TrendCell>> cells = {};  ///< topics x periods; NaN for a topic that is not found
  std::vector<std::string> warnings = {};          ///< what to know of its periods
};

/// The proportions as pictures, an .svg file's text: a panel for each topic.
std::string trends_svg(const TrendsResult& result);

}  // namespace themata
