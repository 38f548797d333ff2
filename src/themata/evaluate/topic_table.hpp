#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "themata/evaluate/word_scores.hpp"

namespace themata {

/// A row of the topic table.
struct TopicRow {
  std::size_t topic = 0;
  std::uint64_t tokens = 0;  ///< n_k
  double share = 0;          ///< n_k / N
  std::vector<ScoredWord> words;
  std::string name;  ///< "" if topics have none
};

/// All topics, by number. @param names  K, or none
std::vector<TopicRow> topic_rows(const WordScores& scores, const WordRanking& ranking,
                                 const std::vector<std::string>& names = {});

/// The topics whose sizes are nearest to one quantile of the sizes.
struct QuantileGroup {
  double quantile = 0;  ///< 1, .75, .5, .25, .05
  double tokens = 0;    ///< the quantile of the sizes
  std::vector<std::size_t> topics;
};

/// The summary of the sparse parallel HDP paper (Terenin, Magnusson & Jonsson): among the topics with at
/// least `min_tokens` tokens, the `per_group` whose sizes are nearest to each quantile (linear between order
/// statistics, as numpy.quantile), largest first. If there are few topics, one may be in several groups; if
/// none is eligible, there are no groups.
std::vector<QuantileGroup> quantile_summary(const std::vector<std::uint64_t>& sizes,
                                            std::uint64_t min_tokens = 100, std::size_t per_group = 5);

/// Columns topic, name (if any topic has one), tokens, share, words (separated by spaces; spaces within a
/// word become '_').
std::string topic_table_tsv(const std::vector<TopicRow>& rows, const std::vector<std::string>& vocabulary);
/// Its lines, the header first, without their ends.
std::vector<std::string> topic_table_lines(const std::vector<TopicRow>& rows,
                                           const std::vector<std::string>& vocabulary);

/// {"topic", "name", "tokens", "share", "words": [{"word", "count", "score"}]}; name only if it has one.
nlohmann::ordered_json topic_row_json(const TopicRow& row, const std::vector<std::string>& vocabulary);

/// The words of a row separated by spaces, as in the TSV.
std::string joined_words(const TopicRow& row, const std::vector<std::string>& vocabulary);

}  // namespace themata
