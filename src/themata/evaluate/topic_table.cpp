#include "themata/evaluate/topic_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "themata/evaluate/quantile.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

std::vector<TopicRow> topic_rows(const WordScores& scores, const WordRanking& ranking,
                                 const std::vector<std::string>& names) {
  std::vector<TopicRow> rows(scores.n_topics());
  for (std::size_t k = 0; k < rows.size(); ++k)
    rows[k] = {k, scores.sizes()[k], scores.share(k), scores.top(k, ranking), names.empty() ? "" : names[k]};
  return rows;
}

std::vector<QuantileGroup> quantile_summary(const std::vector<std::uint64_t>& sizes, std::uint64_t min_tokens,
                                            std::size_t per_group) {
  std::vector<std::size_t> eligible;
  std::vector<std::uint64_t> ascending;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (sizes[k] < min_tokens) continue;
    eligible.push_back(k);
    ascending.push_back(sizes[k]);
  }
  std::sort(ascending.begin(), ascending.end());
  std::vector<QuantileGroup> groups;
  if (eligible.empty()) return groups;
  for (const double quantile : {1.0, 0.75, 0.5, 0.25, 0.05}) {
    const double target = quantile_of(ascending, quantile);
    const auto distance = [&](std::size_t k) { return std::abs(static_cast<double>(sizes[k]) - target); };
    std::vector<std::size_t> topics = eligible;
    std::stable_sort(topics.begin(), topics.end(),
                     [&](std::size_t a, std::size_t b) { return distance(a) < distance(b); });
    topics.resize(std::min(per_group, topics.size()));
    std::stable_sort(topics.begin(), topics.end(),
                     [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
    groups.push_back({quantile, target, std::move(topics)});
  }
  return groups;
}

std::string joined_words(const TopicRow& row, const std::vector<std::string>& vocabulary) {
  std::string words;
  for (const ScoredWord& word : row.words)
    words.append(words.empty() ? "" : " ").append(one_word(vocabulary[word.type]));
  return words;
}

std::vector<std::string> topic_table_lines(const std::vector<TopicRow>& rows,
                                           const std::vector<std::string>& vocabulary) {
  const bool named = std::ranges::any_of(rows, [](const TopicRow& row) { return !row.name.empty(); });
  std::vector<std::string> lines{named ? "topic\tname\ttokens\tshare\twords" : "topic\ttokens\tshare\twords"};
  for (const TopicRow& row : rows)
    lines.push_back(fmt::format("{}\t{}{}\t{:.6f}\t{}", row.topic, named ? one_line(row.name) + "\t" : "",
                                row.tokens, row.share, joined_words(row, vocabulary)));
  return lines;
}

std::string topic_table_tsv(const std::vector<TopicRow>& rows, const std::vector<std::string>& vocabulary) {
  std::string text;
  for (const std::string& line : topic_table_lines(rows, vocabulary)) text += line + "\n";
  return text;
}

nlohmann::ordered_json topic_row_json(const TopicRow& row, const std::vector<std::string>& vocabulary) {
  nlohmann::ordered_json words = nlohmann::ordered_json::array();
  for (const ScoredWord& word : row.words)
    words.push_back({{"word", vocabulary[word.type]}, {"count", word.count}, {"score", word.score}});
  nlohmann::ordered_json result = {{"topic", row.topic}};
  if (!row.name.empty()) result["name"] = row.name;
  result["tokens"] = row.tokens;
  result["share"] = row.share;
  result["words"] = std::move(words);
  return result;
}

}  // namespace themata
