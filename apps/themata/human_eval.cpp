#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>

#include "common_options.hpp"
#include "human_eval_score.hpp"
#include "opened_fits.hpp"
#include "subcommands.hpp"
#include "themata/chain/pool.hpp"
#include "themata/io/error.hpp"
#include "themata/io/plural.hpp"
#include "themata/rating/comparison.hpp"
#include "themata/rating/proxy.hpp"
#include "themata/rating/tasks.hpp"
#include "themata/report/rating_page.hpp"
#include "word_choice.hpp"

namespace themata::cli {

namespace {

struct HumanEvalOptions {
  std::vector<std::string> folders, by{"prob"};
  std::string output, topics = "all", proxy, reference, corpus;
  std::optional<std::size_t> preferences;
  std::optional<std::uint32_t> chain;
  RatingOptions rating;
  ScoreCommand score;
  std::uint64_t threads = 0;

  bool compares() const { return folders.size() > 1 || by.size() > 1; }
  std::optional<std::size_t> n_topics() const {
    return topics == "all" ? std::nullopt : std::optional<std::size_t>(std::stoul(topics));
  }
};

/// @param least  words that an item needs
void print_left_out(const RatingTasks& tasks, std::size_t least) {
  if (tasks.too_few_words > 0)
    fmt::print("topics with fewer than {} words, which have no item: {}\n", least, tasks.too_few_words);
  if (tasks.no_intruder > 0)
    fmt::print(
        "topics without a word-intrusion item, because no other topic has a word that could be the intruder: "
        "{}\n",
        tasks.no_intruder);
}

void print_files(const std::string& output) {
  fmt::print(
      "Give to raters: {0}/tasks.html, {0}/items.csv, {0}/answers.csv\nKeep from raters: {0}/key.csv\n",
      output);
}

void make_tasks(const HumanEvalOptions& options) {
  if (options.preferences)
    throw UsageError(
        "`preferences` compares lists of words; expected several fits, or several scores in `by`");
  const ShownFit shown =
      open_chosen({options.folders.front(), options.corpus, "", options.chain, std::nullopt});
  RatingOptions rating = options.rating;
  rating.ranking = ranking_by(options.by.front(), rating.ranking);
  rating.topics = options.n_topics();
  const RatingTasks tasks = rating_tasks(shown, rating);
  write_rating_folder(tasks, shown.corpus.vocabulary, options.output);
  warn_of_doubts(shown.fit);
  fmt::print("word-intrusion items: {}; rating items: {}\n", tasks.intrusion.size(), tasks.rating.size());
  if (const std::size_t n_topics = shown.draw.n_topics(); rating.topics.value_or(0) > n_topics)
    fmt::print(stderr, "themata: note: --topics {}, but the fit has {}; the tasks have all of them\n",
               *rating.topics, count_of(n_topics, "topic"));
  print_left_out(tasks, rating.ranking.n_words);
  print_files(options.output);
}

RatingComparisonOptions comparison_options(const HumanEvalOptions& options) {
  RatingComparisonOptions result{.rankings = {},
                                 .words = options.rating.ranking.n_words,
                                 .rating_words = options.rating.rating_words,
                                 .topics = options.n_topics(),
                                 .preferences = options.preferences,
                                 .seed = options.rating.seed};
  for (const std::string& name : options.by) {
    if (std::ranges::find(result.rankings, name, &NamedRanking::name) != result.rankings.end())
      throw UsageError("`by` names " + name + " twice; expected different scores");
    result.rankings.push_back({name, ranking_by(name, options.rating.ranking)});
  }
  return result;
}

void compare_strategies(const HumanEvalOptions& options) {
  Pool pool(threads_for(options.threads));
  const RatingComparisonOptions wanted = comparison_options(options);
  const std::vector<RunChoice> fits = open_runs(options.folders, options.corpus, options.chain);
  const auto [tasks, vocabulary] = comparison_tasks(fits, wanted, pool);
  write_rating_folder(tasks, vocabulary, options.output);
  fmt::print("strategies: {} (fits: {}, rankings of words: {}); topics per strategy: {}\n",
             tasks.strategies.size(), fits.size(), options.by.size(), tasks.topics_each);
  fmt::print("word-intrusion items: {}; rating items: {}; preference items: {}\n", tasks.intrusion.size(),
             tasks.rating.size(), tasks.preference.size());
  if (fits.size() > 1 && tasks.matched == 0)
    fmt::print("No topic of a fit matches a topic of another fit: no preference item compares two fits.\n");
  else if (fits.size() > 1)
    fmt::print("topics that match a topic of another fit: {}\n", tasks.matched);
  if (tasks.same_lists > 0)
    fmt::print("pairs of lists with the same words, which have no preference item: {}\n", tasks.same_lists);
  print_left_out(tasks, std::max(wanted.words, wanted.rating_words));
  print_files(options.output);
}

void answer_by_proxy(const HumanEvalOptions& options) {
  Pool pool(threads_for(options.threads));
  const CorpusFolder reference = open_corpus(options.reference);
  const ProxyAnswers answers = npmi_answers(options.folders.front(), reference, pool);
  write_proxy_answers(answers, options.output);
  fmt::print("{}: answers of a proxy, which are no human judgment\n", options.output);
  fmt::print("items: {}; answered: {}; NPMI over {}\n", answers.rows.size(), answers.answered,
             answers.window == 0 ? "whole documents" : fmt::format("windows of {} words", answers.window));
  if (answers.words_in_reference < answers.words)
    fmt::print("{} of the {} words are not in {}\n", answers.words - answers.words_in_reference,
               answers.words, options.reference);
}

void run(HumanEvalOptions& options) {
  const bool reads_tasks = !options.score.answers.empty() || !options.proxy.empty();
  if (reads_tasks && options.folders.size() > 1)
    throw UsageError(fmt::format("expected one folder of tasks, not {}", options.folders.size()));
  options.score.tasks = options.folders.front();
  if (!options.score.answers.empty()) return print_scores(options.score);
  if (options.output.empty())
    throw UsageError("expected --output FOLDER to create tasks, or --score ANSWERS to score answers");
  if (!options.proxy.empty()) return answer_by_proxy(options);
  return options.compares() ? compare_strategies(options) : make_tasks(options);
}

std::string topics_defect(const std::string& text) {
  const bool is_number =
      !text.empty() && text.size() <= 9 && text.find_first_not_of("0123456789") == std::string::npos;
  return text == "all" || (is_number && std::stoul(text) > 0)
             ? ""
             : "'" + text + "' is neither 'all' nor a number of topics of at least 1";
}

void add_making_options(CLI::App& subcommand, HumanEvalOptions& options) {
  add_chain(subcommand, options.chain, "Chain whose topics are rated");
  subcommand
      .add_option("--topics", options.topics,
                  "'all', or the number of topics to draw at random (default: all)")
      ->check(topics_defect)
      ->type_name("N");
  subcommand
      .add_option("--words", options.rating.ranking.n_words,
                  "Words of the topic per word-intrusion item, 2 to 25 (default: 5)")
      ->transform(whole_number(2, 25))
      ->type_name("N");
  subcommand
      .add_option("--rating-words", options.rating.rating_words,
                  "Words per rating item, 2 to 50 (default: 10)")
      ->transform(whole_number(2, 50))
      ->type_name("N");
  add_word_choices(subcommand, options.by, options.rating.ranking);
  subcommand
      .add_option("--preferences", options.preferences,
                  "Preference items per pair of strategies, at most (default: one per topic)")
      ->transform(whole_number(0, 1'000'000))
      ->type_name("N");
  subcommand
      .add_option("--seed", options.rating.seed,
                  "Seed of the choice of intruders and of the order of items (default: 1)")
      ->transform(whole_number())
      ->type_name("S");
}

void add_reading_options(CLI::App& subcommand, HumanEvalOptions& options) {
  CLI::Option* output = subcommand.get_option("--output");
  CLI::Option* score =
      subcommand.add_option("--score", options.score.answers, "CSV file with answers to score")
          ->type_name("ANSWERS")
          ->excludes(output);
  add_format(subcommand, options.score.format, {"table", "tsv"})->needs(score);
  subcommand
      .add_option("--table", options.score.table,
                  "With tsv: strategies, differences, topics or agreement (default: strategies)")
      ->check(CLI::IsMember({"strategies", "differences", "topics", "agreement"}).description(""))
      ->type_name("NAME")
      ->needs(score);
  add_names(subcommand, options.score.names)->needs(score);
  CLI::Option* reference =
      subcommand
          .add_option("--reference", options.reference,
                      "Corpus in which --answer-by counts words, such as that of the fit")
          ->type_name("CORPUS");
  CLI::Option* proxy =
      subcommand
          .add_option("--answer-by", options.proxy,
                      "npmi: a program answers TASKS, a proxy for people; --output is its file")
          ->check(CLI::IsMember({"npmi"}).description(""))
          ->type_name("npmi")
          ->needs(reference)
          ->excludes(score);
  reference->needs(proxy);
  add_threads(subcommand, options.threads);
}

CLI::App* add_under_name(CLI::App& app, const std::string& name) {
  auto options = std::make_shared<HumanEvalOptions>();
  CLI::App* subcommand =
      app.add_subcommand(name, "Create tasks for human raters of topics, and score their answers");
  subcommand
      ->add_option("folder", options->folders,
                   "Fit folders, several to compare them; with --score the folder that --output created")
      ->required()
      ->type_name("FIT|TASKS");
  subcommand->add_option("--output", options->output, "New folder for the tasks")->type_name("FOLDER");
  add_corpus(*subcommand, options->corpus);
  add_making_options(*subcommand, *options);
  add_reading_options(*subcommand, *options);
  subcommand->callback([options, subcommand] {
    refuse_unused_weight(subcommand->count("--exclusivity-weight"), options->by);
    run(*options);
  });
  return subcommand;
}

}  // namespace

void add_human_eval(CLI::App& app) {
  add_under_name(app, "human-eval");
  add_under_name(app, "raters")->group("");  // its former name, not in the help
}

}  // namespace themata::cli
