#include "label_topics.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "themata/evaluate/label_rows.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/plural.hpp"

namespace themata::cli {

namespace {

constexpr std::array<std::pair<const char*, std::vector<LabelWord> LabelRow::*>, 3> lists{
    {{"frequent", &LabelRow::frequent}, {"exclusive", &LabelRow::exclusive}, {"FREX", &LabelRow::frex}}};

/// What is printed.
struct ShownLabels {
  const ShownFit& fit;
  std::vector<LabelRow> rows;

  std::string joined(const std::vector<LabelWord>& list) const {
    std::string text;
    for (const LabelWord& word : list)
      text.append(text.empty() ? "" : " ").append(one_word(fit.corpus.vocabulary[word.type]));
    return text;
  }
  /// The name of the label above; "" where there is none.
  std::string parent_name(const LabelRow& row) const {
    return row.parent ? fit.given.topic_names[*row.parent] : "";
  }
};

void print_table(const ShownLabels& shown, const LabelTopics& options) {
  const std::size_t draws = std::max<std::size_t>(1, shown.fit.fit.kept_sweeps(shown.fit.draw.chain).size());
  fmt::print("{}, chain {}: {}, {}; mean of {}, exclusivity against {}\n", shown.fit.fit.model(),
             shown.fit.draw.chain, count_of(shown.rows.size(), "label"),
             count_of(shown.fit.draw.z.size(), "token"), count_of(draws, "draw"),
             name_of(options.words.against));
  fmt::print("{:>6} {:>9} {:>12} {:>7}  label\n", "topic", "documents", "tokens", "share");
  for (const LabelRow& row : shown.rows) {
    fmt::print("{:>6} {:>9} {:>12} {:>6.2f}%  {:{}}{}{}\n", row.topic, digit_groups(row.documents),
               digit_groups(row.tokens), 100 * row.share, "", 2 * row.depth, one_line(row.name),
               row.documents == 0 ? "  (no documents: estimated from the labels next to it)" : "");
    for (const auto& [name, list] : lists)
      fmt::print("{:>37}  {:{}}{}\n", name, "", 2 * row.depth, shown.joined(row.*list));
  }
}

void print_tsv(const ShownLabels& shown) {
  fmt::print("topic\tlabel\tparent\tdocuments\ttokens\tshare\tfrequent\texclusive\tfrex\n");
  for (const LabelRow& row : shown.rows) {
    fmt::print("{}\t{}\t{}\t{}\t{}\t{:.6f}", row.topic, one_line(row.name), one_line(shown.parent_name(row)),
               row.documents, row.tokens, row.share);
    for (const auto& [name, list] : lists) fmt::print("\t{}", shown.joined(row.*list));
    fmt::print("\n");
  }
}

nlohmann::ordered_json words_json(const ShownLabels& shown, const std::vector<LabelWord>& list) {
  nlohmann::ordered_json result = nlohmann::ordered_json::array();
  for (const LabelWord& word : list)
    result.push_back({{"word", shown.fit.corpus.vocabulary[word.type]},
                      {"rate", word.rate},
                      {"exclusivity", word.exclusivity},
                      {"frex", word.frex}});
  return result;
}

void print_json(const ShownLabels& shown) {
  using nlohmann::ordered_json;
  ordered_json rows = ordered_json::array();
  for (const LabelRow& row : shown.rows)
    rows.push_back({{"topic", row.topic},
                    {"label", row.name},
                    {"parent", row.parent ? ordered_json(shown.parent_name(row)) : ordered_json()},
                    {"depth", row.depth},
                    {"documents", row.documents},
                    {"documents_below", row.documents_below},
                    {"tokens", row.tokens},
                    {"share", row.share},
                    {"frequent", words_json(shown, row.frequent)},
                    {"exclusive", words_json(shown, row.exclusive)},
                    {"frex", words_json(shown, row.frex)}});
  fmt::print("{}\n", dump_json(rows, 1));
}

}  // namespace

void print_label_topics(const ShownFit& fit, const LabelTopics& options) {
  Pool pool(threads_for(0));
  const ShownLabels shown{fit, label_rows(fit, options.words, options.n_words, pool)};
  if (options.format == "table") print_table(shown, options);
  if (options.format == "tsv") print_tsv(shown);
  if (options.format == "json") print_json(shown);
}

}  // namespace themata::cli
