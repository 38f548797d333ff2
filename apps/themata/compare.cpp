#include "themata/align/compare.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "common_options.hpp"
#include "opened_fits.hpp"
#include "subcommands.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/plural.hpp"
#include "themata/store/topic_names.hpp"

namespace themata::cli {

namespace {

using nlohmann::ordered_json;

struct CompareOptions {
  std::vector<std::string> fits;
  std::string names_file, corpus;
  std::vector<std::string> names = {};  ///< of the first run's topics, or none
  std::optional<std::uint32_t> chain;
  std::string distance = "hellinger", format = "table";
  ComparisonOptions comparison;
  std::uint64_t threads = 0;
};

std::vector<std::string> words_of(const Comparison& comparison, const std::vector<std::uint32_t>& types) {
  std::vector<std::string> words;
  words.reserve(types.size());
  for (const std::uint32_t v : types) words.push_back(one_word(comparison.vocabulary[v]));
  return words;
}

double share_of(const Comparison& comparison, std::size_t topic) {
  return comparison.runs.front().proportions[topic];
}

/// "NAME: " of a topic that has a name.
std::string called(const CompareOptions& options, std::size_t topic) {
  return options.names.empty() || options.names[topic].empty() ? "" : one_line(options.names[topic]) + ": ";
}

// ---------------------------------------------------------------- table

std::string_view why_that_limit(const Comparison& comparison, const CompareOptions& options) {
  if (options.comparison.limit) return "as given by --limit";
  return comparison.limit < std::sqrt(0.5)
             ? "the mean distance, over tokens, from a topic to the nearest other topic of its own run"
             : "above which topics are less similar than different";
}

void print_runs(const Comparison& comparison, const CompareOptions& options) {
  for (std::size_t i = 0; i < comparison.runs.size(); ++i) {
    const RunOfTopics& run = comparison.runs[i];
    fmt::print("run {}: {}, chain {}: {}, {}, sweep {}\n", i + 1, one_line(run.fit), run.chain,
               one_line(run.model), count_of(run.top_words.size(), "topic"), run.sweep);
  }
  if (!comparison.same_corpus())
    fmt::print("The corpora differ but have the same vocabulary: do not compare the sizes of topics.\n");
  fmt::print("{} distance, from 0 (same topic) to 1 (no word in common); topics match below {:.3f},\n{}\n\n",
             options.distance == "hellinger" ? "Hellinger" : "Jensen-Shannon", comparison.limit,
             why_that_limit(comparison, options));
}

/// The topics that a topic is paired with, a run each: "4", "(4)" where they do not match, "-" where no topic
/// was left.
std::string pairs_of(const Comparison& comparison, std::size_t topic) {
  std::vector<std::string> names;
  for (const auto& pairs : comparison.pairs) {
    const auto& pair = pairs[topic];
    names.push_back(!pair              ? "-"
                    : pair->is_partner ? std::to_string(pair->topic)
                                       : fmt::format("({})", pair->topic));
  }
  return listed(names, " ");
}

void print_topics(const Comparison& comparison, const CompareOptions& options) {
  std::vector<std::string> pairs;
  std::size_t width = 6;
  for (std::size_t k = 0; k < comparison.stability.size(); ++k) {
    pairs.push_back(pairs_of(comparison, k));
    width = std::max(width, pairs.back().size());
  }
  fmt::print("{:>6} {:>7} {:>10} {:>7} {:>6} {:>8}  {:<{}}  {}\n", "topic", "share", "similarity", "lowest",
             "words", "matched", "paired", width, "top words of all matched topics");
  for (std::size_t k = 0; k < comparison.stability.size(); ++k) {
    const TopicStability& s = comparison.stability[k];
    const bool alone = s.n_partners == 0;
    fmt::print("{:>6} {:>6.2f}% {:>10.3f} {:>7.3f} {:>5.0f}% {:>8}  {:<{}}  {}{}\n", k,
               100 * share_of(comparison, k), s.similarity, s.lowest, 100 * s.words_kept,
               fmt::format("{}/{}", s.n_partners, comparison.pairs.size()), pairs[k], width,
               called(options, k),
               alone ? fmt::format("(unmatched) {}",
                                   listed(words_of(comparison, comparison.runs.front().top_words[k]), " "))
                     : listed(words_of(comparison, comparison.words_of_all_matches(k)), " "));
  }
}

constexpr std::size_t most_left_over = 20;  ///< shown of a run, the largest

void print_left_over(const Comparison& comparison) {
  for (std::size_t other = 0; other < comparison.without_partner.size(); ++other) {
    const auto& topics = comparison.without_partner[other];
    const auto& top_words = comparison.runs[other + 1].top_words;
    if (topics.empty()) continue;
    fmt::print("\nrun {}: {} of its {} {} unmatched\n", other + 2, topics.size(),
               count_of(top_words.size(), "topic"), noun(topics.size(), "is", "are"));
    for (std::size_t i = 0; i < std::min(topics.size(), most_left_over); ++i)
      fmt::print("{:>6}  {}\n", topics[i], listed(words_of(comparison, top_words[topics[i]]), " "));
    if (topics.size() > most_left_over)
      fmt::print("        and {} (--format json lists all)\n",
                 count_of(topics.size() - most_left_over, "smaller topic"));
  }
}

void print_totals(const Comparison& comparison) {
  const ComparisonTotals& totals = comparison.totals;
  fmt::print(
      "\n{} of {} topics of run 1, with {:.1f}% of its tokens, are matched in every other run; {} in no "
      "other "
      "run.\n"
      "Mean similarity {:.3f}; a paired topic has {:.0f}% of the top words.\n",
      totals.everywhere, comparison.stability.size(), 100 * totals.proportion_everywhere, totals.nowhere,
      totals.similarity, 100 * totals.words_kept);
}

// ---------------------------------------------------------------- tsv, json

void print_tsv(const Comparison& comparison, const CompareOptions& options) {
  const bool named = !options.names.empty();
  fmt::print("topic\t{}run\tfit\tchain\tpair\tdistance\tpartner\tcommon_words\n", named ? "name\t" : "");
  for (std::size_t k = 0; k < comparison.stability.size(); ++k)
    for (std::size_t other = 0; other < comparison.pairs.size(); ++other) {
      const RunOfTopics& run = comparison.runs[other + 1];
      const auto& pair = comparison.pairs[other][k];
      fmt::print("{}\t{}{}\t{}\t{}\t", k, named ? one_line(options.names[k]) + "\t" : "", other + 2,
                 one_line(run.fit), run.chain);
      if (pair)
        fmt::print("{}\t{:.6f}\t{}\t{}\n", pair->topic, pair->distance, pair->is_partner ? "yes" : "no",
                   listed(words_of(comparison, pair->common_words), " "));
      else
        fmt::print("-\tnan\tno\t\n");
    }
}

ordered_json to_json(const PairedTopic& pair, std::size_t run, const Comparison& comparison) {
  ordered_json words = ordered_json::array();
  for (const std::uint32_t v : pair.common_words) words.push_back(comparison.vocabulary[v]);
  return {{"run", run},
          {"topic", pair.topic},
          {"distance", pair.distance},
          {"partner", pair.is_partner},
          {"common_words", std::move(words)}};
}

ordered_json topics_json(const Comparison& comparison, const CompareOptions& options) {
  ordered_json topics = ordered_json::array();
  for (std::size_t k = 0; k < comparison.stability.size(); ++k) {
    const TopicStability& s = comparison.stability[k];
    ordered_json pairs = ordered_json::array(), words = ordered_json::array();
    for (std::size_t other = 0; other < comparison.pairs.size(); ++other)
      if (comparison.pairs[other][k])
        pairs.push_back(to_json(*comparison.pairs[other][k], other + 2, comparison));
    for (const std::uint32_t v : comparison.runs.front().top_words[k])
      words.push_back(comparison.vocabulary[v]);
    topics.push_back({{"topic", k},
                      {"share", share_of(comparison, k)},
                      {"words", std::move(words)},
                      {"similarity", s.similarity},
                      {"lowest", s.lowest},
                      {"words_kept", s.words_kept},
                      {"partners", s.n_partners},
                      {"pairs", std::move(pairs)}});
    if (!options.names.empty() && !options.names[k].empty()) topics.back()["name"] = options.names[k];
  }
  return topics;
}

void print_json(const Comparison& comparison, const CompareOptions& options) {
  ordered_json runs = ordered_json::array();
  for (std::size_t i = 0; i < comparison.runs.size(); ++i) {
    const RunOfTopics& run = comparison.runs[i];
    runs.push_back({{"run", i + 1},
                    {"fit", run.fit},
                    {"chain", run.chain},
                    {"model", run.model},
                    {"sweep", run.sweep},
                    {"topics", run.top_words.size()},
                    {"tokens", run.tokens},
                    {"corpus", run.corpus_hash}});
    runs.back()["without_partner"] =
        i == 0 ? ordered_json() : ordered_json(comparison.without_partner[i - 1]);
  }
  const ComparisonTotals& totals = comparison.totals;
  const ordered_json result = {{"distance", options.distance},
                               {"limit", comparison.limit},
                               {"runs", std::move(runs)},
                               {"topics", topics_json(comparison, options)},
                               {"in_every_run", totals.everywhere},
                               {"in_no_other_run", totals.nowhere},
                               {"share_in_every_run", totals.proportion_everywhere},
                               {"similarity", totals.similarity},
                               {"words_kept", totals.words_kept}};
  fmt::print("{}\n", dump_json(result, 1));
}

/// The names are of the chain that other subcommands show: they would be wrong on another one.
void read_names(CompareOptions& options, const Comparison& comparison, const FitFolder& first) {
  const std::uint32_t named = options.chain.value_or(first.shown_chain());
  if (comparison.runs.front().chain != named)
    throw UsageError(fmt::format(
        "--names has names of chain {} of {}, whose topics are not those of chain {}; give --chain {}", named,
        one_line(comparison.runs.front().fit), comparison.runs.front().chain, named));
  options.names = read_topic_names(options.names_file, comparison.stability.size());
}

void run_compare(CompareOptions& options) {
  Pool pool(threads_for(options.threads));
  const std::vector<RunChoice> choices = open_runs(options.fits, options.corpus, options.chain);
  ComparisonOptions asked = options.comparison;
  if (options.distance == "jensen-shannon") asked.distance = TopicDistance::jensen_shannon;
  const Comparison comparison = compare(choices, asked, pool);
  if (!options.names_file.empty()) read_names(options, comparison, choices.front().fit);
  if (options.format == "json") return print_json(comparison, options);
  if (options.format == "tsv") return print_tsv(comparison, options);
  print_runs(comparison, options);
  print_topics(comparison, options);
  print_left_over(comparison);
  print_totals(comparison);
}

}  // namespace

void add_compare(CLI::App& app) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* subcommand = app.add_subcommand(
      "compare", "Align the topics of several chains or fits, and show which topics recur");
  subcommand->add_option("fits", options->fits, "Fit folders of the same corpus; each chain is one run")
      ->required()
      ->type_name("FIT");
  add_corpus(*subcommand, options->corpus);
  subcommand->add_option("--chain", options->chain, "Use only this chain of each fit (default: all)")
      ->transform(whole_number(1))
      ->type_name("C");
  subcommand
      ->add_option("--distance", options->distance,
                   "Distance of topics: hellinger or jensen-shannon (default: hellinger)")
      ->check(CLI::IsMember({"hellinger", "jensen-shannon"}).description(""))
      ->type_name("DISTANCE");
  subcommand
      ->add_option("--limit", options->comparison.limit,
                   "Topics match below this distance, 0 to 1 (default: computed from the runs' topics)")
      ->check(from_zero_to_one())
      ->type_name("D");
  subcommand
      ->add_option("--words", options->comparison.n_words,
                   "Number of top words to compare per topic (default: 10)")
      ->transform(whole_number(1, 1'000'000))
      ->type_name("N");
  subcommand
      ->add_option("--names", options->names_file,
                   "File with names of the first run's topics: a line each, number, tab, name")
      ->type_name("FILE");
  add_format(*subcommand, options->format, {"table", "tsv", "json"});
  add_threads(*subcommand, options->threads);
  subcommand->callback([options] { run_compare(*options); });
}

}  // namespace themata::cli
