#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "common_options.hpp"
#include "label_topics.hpp"
#include "membership_table.hpp"
#include "opened_fits.hpp"
#include "subcommands.hpp"
#include "themata/counts/holding.hpp"
#include "themata/diagnose/traced_range.hpp"
#include "themata/evaluate/draw_counts.hpp"
#include "themata/evaluate/topic_table.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/plural.hpp"
#include "themata/models/registry.hpp"
#include "word_choice.hpp"

namespace themata::cli {

namespace {

struct TopicsOptions {
  std::string fit, names, corpus;
  std::optional<std::uint32_t> chain;
  std::optional<std::uint64_t> burn_in;
  WordChoice words;
  std::string format = "table";
  std::uint64_t weight_given = 0;  ///< how often
  bool quantiles = false;
  std::size_t largest = 100;  ///< topics in a table; 0: all
  std::optional<std::string> against;
  bool membership = false;  ///< how mixed documents are, in place of words
  bool one_list = false;    ///< by one score, as of every model, where a fit of hpc would have three
};

/// The rows to show, in groups where a quantile summary was asked for.
struct ShownTopics {
  const std::vector<std::string>& vocabulary;
  std::vector<TopicRow> rows;
  std::optional<std::vector<QuantileGroup>> groups;
};

void print_row(const TopicRow& row, const std::vector<std::string>& vocabulary) {
  const std::string name = row.name.empty() ? "" : one_line(row.name) + ": ";
  fmt::print("{:>6} {:>12} {:>6.2f}%  {}{}\n", row.topic, digit_groups(row.tokens), 100 * row.share, name,
             joined_words(row, vocabulary));
}

std::string group_title(const QuantileGroup& group) {
  return fmt::format("{:g}% quantile of the sizes, {:.0f} tokens:", 100 * group.quantile, group.tokens);
}

/// In how far the number of topics that hold 90% of the tokens is known, if the model finds topics.
std::string range_of_holding(const FitFolder& fit) {
  const std::optional<TracedRange> range = traced_range(fit, "topics.90");
  if (!range) return "";
  return fmt::format(" ({:.0f} to {:.0f} in nine of ten sweeps after burn-in)", range->low, range->high);
}

/// The largest topics, one per line. @param largest  number of them; 0: all
void print_largest(const ShownTopics& shown, std::size_t largest) {
  const std::size_t n = largest == 0 ? shown.rows.size() : std::min(largest, shown.rows.size());
  double rest = 1;
  for (std::size_t k = 0; k < n; ++k) {
    print_row(shown.rows[k], shown.vocabulary);
    rest -= shown.rows[k].share;
  }
  if (n < shown.rows.size())
    fmt::print("{} with {:.1f}% of the tokens {} not shown; --largest 0 shows all\n",
               count_of(shown.rows.size() - n, "smaller topic"), 100 * rest,
               noun(shown.rows.size() - n, "is", "are"));
}

void print_table(const ShownTopics& shown, const ShownFit& fit, const TopicsOptions& options, WordScore by) {
  if (const auto of = fit.fit.manifest.find("consensus"); of != fit.fit.manifest.end())
    fmt::print("{}: {}\n", one_line(fit.fit.model()), one_line(of->value("text", "")));
  fmt::print("{}, chain {}, sweep {}: {}, {}; words by {}\n", one_line(fit.fit.model()), fit.draw.chain,
             fit.draw.sweep, count_of(shown.rows.size(), "topic"), count_of(fit.draw.z.size(), "token"),
             name_of(by));
  std::vector<std::int64_t> sizes;
  for (const TopicRow& row : shown.rows) sizes.push_back(static_cast<std::int64_t>(row.tokens));
  if (const std::size_t most = topics_holding(sizes, 90); most > 0)
    fmt::print("{} of the topics hold 90% of the tokens{}, {} hold 99%\n", digit_groups(most),
               range_of_holding(fit.fit), digit_groups(topics_holding(sizes, 99)));
  fmt::print("{:>6} {:>12} {:>7}  {}\n", "topic", "tokens", "share", "words");
  if (!shown.groups) return print_largest(shown, options.largest);
  for (const QuantileGroup& group : *shown.groups) {
    fmt::print("\n{}\n", group_title(group));
    for (const std::size_t k : group.topics) print_row(shown.rows[k], shown.vocabulary);
  }
  if (shown.groups->empty()) fmt::print("no topic has 100 or more tokens\n");
}

void print_tsv(const ShownTopics& shown) {
  if (!shown.groups) return fmt::print("{}", topic_table_tsv(shown.rows, shown.vocabulary));
  std::vector<TopicRow> rows;
  std::vector<double> quantiles;
  for (const QuantileGroup& group : *shown.groups)
    for (const std::size_t k : group.topics) {
      rows.push_back(shown.rows[k]);
      quantiles.push_back(group.quantile);
    }
  const std::vector<std::string> lines = topic_table_lines(rows, shown.vocabulary);
  for (std::size_t i = 0; i < lines.size(); ++i)
    fmt::print("{}\t{}\n", i == 0 ? "quantile" : fmt::format("{:g}", quantiles[i - 1]), lines[i]);
}

nlohmann::ordered_json to_json(const ShownTopics& shown) {
  nlohmann::ordered_json result = nlohmann::ordered_json::array();
  if (!shown.groups) {
    for (const TopicRow& row : shown.rows) result.push_back(topic_row_json(row, shown.vocabulary));
    return result;
  }
  for (const QuantileGroup& group : *shown.groups) {
    nlohmann::ordered_json topics = nlohmann::ordered_json::array();
    for (const std::size_t k : group.topics)
      topics.push_back(topic_row_json(shown.rows[k], shown.vocabulary));
    result.push_back({{"quantile", group.quantile}, {"tokens", group.tokens}, {"topics", std::move(topics)}});
  }
  return result;
}

void print_json(const ShownTopics& shown) { fmt::print("{}\n", dump_json(to_json(shown), 1)); }

LabelTopics label_topics_of(const TopicsOptions& options) {
  const WordRanking& ranking = options.words.ranking;
  return {{against_named(options.against.value_or("siblings")).value(), ranking.exclusivity_weight, false},
          ranking.n_words,
          options.format};
}

/// The models whose fits have a tree of labels.
std::string models_with_tree() {
  return models_where([](const ModelInfo& model) { return model.labels == LabelUse::tree; });
}

/// With --membership no words are shown.
void refuse_words(const CLI::App& subcommand) {
  for (const char* name :
       {"--words", "--by", "--exclusivity-weight", "--against", "--largest", "--quantiles"})
    if (subcommand.count(name) > 0)
      throw UsageError(fmt::format("--membership and {} cannot be combined; give one of them", name));
}

void run_topics(const TopicsOptions& options) {
  const WordRanking ranking = ranking_of(options.words);
  const ShownFit fit =
      open_chosen({options.fit, options.corpus, options.names, options.chain, options.burn_in});
  const bool has_tree = fit.draw.rates() != nullptr && !fit.given.parents.empty();
  if (options.membership) {
    if (!has_tree)
      throw UsageError(fmt::format("--membership needs a fit of {}; this is a fit of {}", models_with_tree(),
                                   fit.fit.model()));
    return print_memberships(fit, options.format);
  }
  if (has_tree && !options.one_list && !options.quantiles)
    return print_label_topics(fit, label_topics_of(options));
  if (options.against)
    throw UsageError(fmt::format(
        "--against needs a fit of {}, and cannot be combined with --by or --quantiles; this is a fit of {}",
        models_with_tree(), fit.fit.model()));
  refuse_unused_weight(options.weight_given, {options.words.by});
  const SparseCounts counts = topic_word_counts(fit);
  const WordScores scores = word_scores(fit, counts);
  ShownTopics shown{fit.corpus.vocabulary, topic_rows(scores, ranking, fit.given.topic_names), std::nullopt};
  if (options.quantiles) shown.groups = quantile_summary(scores.sizes());
  warn_of_doubts(fit.fit);
  if (options.format == "table") print_table(shown, fit, options, ranking.by);
  if (options.format == "tsv") print_tsv(shown);
  if (options.format == "json") print_json(shown);
}

}  // namespace

void add_topics(CLI::App& app) {
  auto options = std::make_shared<TopicsOptions>();
  CLI::App* subcommand = app.add_subcommand("topics", "Show the topics of a fit: sizes and top words");
  subcommand->add_option("fit", options->fit, "Fit folder")->required()->type_name("FIT");
  add_chain(*subcommand, options->chain, "Chain to show");
  add_burn_in(*subcommand, options->burn_in);
  add_corpus(*subcommand, options->corpus);
  add_names(*subcommand, options->names);
  CLI::Option* words = subcommand->add_option("--words", options->words.ranking.n_words,
                                              "Words per topic (default: 10; with --quantiles 8)");
  words->transform(whole_number(1, 1'000'000))->type_name("N");
  add_word_choice(*subcommand, options->words);
  add_against(*subcommand, options->against);
  add_format(*subcommand, options->format, {"table", "tsv", "json"});
  subcommand
      ->add_option("--largest", options->largest, "Topics in a table, the largest; 0: all (default: 100)")
      ->transform(whole_number(0, 1'000'000))
      ->type_name("N");
  subcommand->add_flag("--quantiles", options->quantiles,
                       "Show only some large, medium and small topics, at five quantiles of the sizes");
  subcommand->add_flag(
      "--membership", options->membership,
      models_with_tree() + ": show how many documents have several labels, and how far apart these are");
  subcommand->callback([options, words, subcommand] {
    if (options->membership) refuse_words(*subcommand);
    options->one_list = subcommand->count("--by") > 0;
    options->weight_given = subcommand->count("--exclusivity-weight");
    if (options->quantiles && words->empty()) options->words.ranking.n_words = 8;
    run_topics(*options);
  });
}

}  // namespace themata::cli
