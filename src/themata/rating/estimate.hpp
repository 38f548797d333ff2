#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace themata {

/// A range of values.
struct RatingInterval {
  double low = 0, high = 1;
};

/// Clopper and Pearson's interval for a success probability: its coverage is at least 95%. Both numbers may
/// be fractions, of an effective number of trials.
RatingInterval exact_interval(double successes, double trials);

/// One answer as a number.
struct Reply {
  std::size_t rater = 0;
  std::size_t block = 0;  ///< of topics that match: answers to them are dependent, whoever gives them
  std::size_t item = 0;
  double value = 0;
};

/// The mean over items of the mean answer, or the difference of two such means, with a 95% interval for other
/// raters and other topics of the same kind. docs/theory/human-evaluation.md derives it.
struct RatingEstimate {
  double value = 0;
  std::optional<RatingInterval>
      interval;  ///< nothing for fewer than two blocks, or a difference without variation
  std::size_t blocks = 0, answers = 0;
};

/// Equation 5: values of 0 and 1. Nothing without replies.
std::optional<RatingEstimate> estimate_proportion(const std::vector<Reply>& replies);
/// Equation 4. @param range  of the values. Nothing without replies.
std::optional<RatingEstimate> estimate_mean(const std::vector<Reply>& replies, const RatingInterval& range);
/// The mean of `first` minus that of `second`; their blocks and raters are the same where the numbers are.
/// Nothing if one has no replies. @param range  of the differences
std::optional<RatingEstimate> estimate_difference(const std::vector<Reply>& first,
                                                  const std::vector<Reply>& second,
                                                  const RatingInterval& range);

}  // namespace themata
