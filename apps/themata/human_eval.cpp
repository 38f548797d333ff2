#include <fmt/core.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "common_options.hpp"
#include "subcommands.hpp"
#include "themata/io/error.hpp"
#include "themata/rating/score.hpp"
#include "themata/report/rating_page.hpp"
#include "word_choice.hpp"

namespace themata::cli {

namespace {

struct HumanEvalOptions {
  std::string folder, output, answers, topics = "all", format = "table";
  std::optional<std::uint32_t> chain;
  WordChoice words;
  RatingOptions rating;
};

void print_left_out(const RatingTasks& tasks, const HumanEvalOptions& options) {
  if (tasks.too_few_words > 0)
    fmt::print("topics with fewer than {} words, which have no item: {}\n", options.words.ranking.n_words,
               tasks.too_few_words);
  if (tasks.no_intruder > 0)
    fmt::print(
        "topics without a word-intrusion item, because no other topic has a word that could be the intruder: "
        "{}\n",
        tasks.no_intruder);
}

void run_make(const HumanEvalOptions& options) {
  const ShownFit shown = open_shown_fit(options.folder, options.chain);
  RatingOptions rating = options.rating;
  rating.ranking = ranking_of(options.words);
  if (options.topics != "all") rating.topics = std::stoul(options.topics);
  const RatingTasks tasks = rating_tasks(shown, rating);
  write_rating_folder(tasks, shown.corpus.vocabulary, options.output);
  fmt::print("word-intrusion items: {}; rating items: {}\n", tasks.intrusion.size(), tasks.rating.size());
  print_left_out(tasks, options);
  fmt::print(
      "Give to raters: {0}/tasks.html, {0}/items.csv, {0}/answers.csv\nKeep from raters: {0}/key.csv\n",
      options.output);
}

std::string number(const std::optional<double>& value, const char* missing) {
  return value ? fmt::format("{:.3f}", *value) : missing;
}

void print_table(const RatingScores& scores) {
  fmt::print("raters: {}; items without an answer: {}\n", scores.raters, scores.without_answer);
  fmt::print("{:>6} {:>8} {:>6} {:>10} {:>15} {:>8} {:>12}\n", "topic", "answers", "found", "precision",
             "95% interval", "ratings", "mean rating");
  for (const TopicRatings& topic : scores.topics) {
    const Interval interval = exact_interval(topic.intruders_found, topic.intrusion_answers);
    fmt::print("{:>6} {:>8} {:>6} {:>10} {:>15} {:>8} {:>12}\n", topic.topic, topic.intrusion_answers,
               topic.intruders_found, number(topic.precision(), "-"),
               topic.precision() ? fmt::format("{:.3f} to {:.3f}", interval.low, interval.high) : "-",
               topic.ratings, number(topic.mean_rating(), "-"));
  }
  const RatingMeans means = scores.means();
  if (means.precision)
    fmt::print("mean precision: {:.3f} (topics: {})\n", *means.precision, means.topics_of_precision);
  if (means.rating)
    fmt::print("mean rating: {:.3f} of 3 (topics: {})\n", *means.rating, means.topics_of_rating);
}

void print_tsv(const RatingScores& scores) {
  fmt::print("topic\tanswers\tfound\tprecision\tlow\thigh\tratings\tmean_rating\n");
  for (const TopicRatings& topic : scores.topics) {
    const Interval interval = exact_interval(topic.intruders_found, topic.intrusion_answers);
    fmt::print("{}\t{}\t{}\t{}\t{:.6f}\t{:.6f}\t{}\t{}\n", topic.topic, topic.intrusion_answers,
               topic.intruders_found, number(topic.precision(), "NA"), interval.low, interval.high,
               topic.ratings, number(topic.mean_rating(), "NA"));
  }
}

void run_score(const HumanEvalOptions& options) {
  const RatingScores scores =
      score_ratings(options.answers, std::filesystem::path(options.folder) / "key.csv");
  if (options.format == "tsv") return print_tsv(scores);
  print_table(scores);
}

std::string topics_defect(const std::string& text) {
  const bool is_number =
      !text.empty() && text.size() <= 9 && text.find_first_not_of("0123456789") == std::string::npos;
  return text == "all" || (is_number && std::stoul(text) > 0)
             ? ""
             : "'" + text + "' is neither 'all' nor a number of topics of at least 1";
}

void add_making_options(CLI::App& subcommand, HumanEvalOptions& options) {
  options.words.ranking.n_words = options.rating.ranking.n_words;
  add_chain(subcommand, options.chain, "Chain whose topics are rated");
  subcommand
      .add_option("--topics", options.topics,
                  "'all', or the number of topics to draw at random (default: all)")
      ->check(topics_defect)
      ->type_name("N");
  subcommand
      .add_option("--words", options.words.ranking.n_words,
                  "Words of the topic per word-intrusion item, 2 to 25 (default: 5)")
      ->transform(whole_number(2, 25))
      ->type_name("N");
  subcommand
      .add_option("--rating-words", options.rating.rating_words,
                  "Words per rating item, 2 to 50 (default: 10)")
      ->transform(whole_number(2, 50))
      ->type_name("N");
  add_word_choice(subcommand, options.words);
  subcommand
      .add_option("--seed", options.rating.seed,
                  "Seed of the choice of intruders and of the order of items (default: 1)")
      ->transform(whole_number())
      ->type_name("S");
}

CLI::App* add_under_name(CLI::App& app, const std::string& name) {
  auto options = std::make_shared<HumanEvalOptions>();
  CLI::App* subcommand =
      app.add_subcommand(name, "Create tasks for human raters of topics, and score their answers");
  subcommand
      ->add_option("folder", options->folder, "Fit folder; with --score the folder that --output created")
      ->required()
      ->type_name("FIT|TASKS");
  CLI::Option* output =
      subcommand->add_option("--output", options->output, "New folder for the tasks")->type_name("FOLDER");
  add_making_options(*subcommand, *options);
  CLI::Option* score = subcommand->add_option("--score", options->answers, "CSV file with answers to score")
                           ->type_name("ANSWERS")
                           ->excludes(output);
  add_format(*subcommand, options->format, {"table", "tsv"})->needs(score);
  subcommand->callback([options] {
    if (!options->answers.empty()) return run_score(*options);
    if (options->output.empty())
      throw UsageError("expected --output FOLDER to create tasks, or --score ANSWERS to score answers");
    run_make(*options);
  });
  return subcommand;
}

}  // namespace

void add_human_eval(CLI::App& app) {
  add_under_name(app, "human-eval");
  add_under_name(app, "raters")->group("");  // its former name, not in the help
}

}  // namespace themata::cli
