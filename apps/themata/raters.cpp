#include <fmt/core.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "common_options.hpp"
#include "themata/evaluate/rating_score.hpp"
#include "themata/io/error.hpp"
#include "themata/report/rating_page.hpp"
#include "verbs.hpp"
#include "word_choice.hpp"

namespace themata::cli {

namespace {

struct RatersOptions {
  std::string folder, output, answers, topics = "all", format = "table";
  std::optional<std::uint32_t> chain;
  WordChoice words;
  RatingOptions rating;
};

void print_left_out(const RatingTasks& tasks, const RatersOptions& options) {
  if (tasks.too_few_words > 0)
    fmt::print("topics of fewer than {} words, without an item: {}\n", options.words.ranking.n_words,
               tasks.too_few_words);
  if (tasks.no_intruder > 0)
    fmt::print(
        "topics without a word-intrusion item, as no other has a word that would not belong in them: {}\n",
        tasks.no_intruder);
}

void run_make(const RatersOptions& options) {
  const ShownFit shown = open_shown_fit(options.folder, options.chain);
  RatingOptions rating = options.rating;
  rating.ranking = ranking_of(options.words);
  if (options.topics != "all") rating.topics = std::stoul(options.topics);
  const RatingTasks tasks = rating_tasks(shown, rating);
  write_rating_folder(tasks, shown.corpus.vocabulary, options.output);
  fmt::print("word-intrusion items: {}; rating items: {}\n", tasks.intrusion.size(), tasks.rating.size());
  print_left_out(tasks, options);
  fmt::print("For the raters: {0}/tasks.html, {0}/items.csv, {0}/answers.csv\nNot for them: {0}/key.csv\n",
             options.output);
}

struct Means {
  double precision = 0, rating = 0;
  std::size_t of_precision = 0, of_rating = 0;
};

Means means_of(const RatingScores& scores) {
  Means means;
  for (const TopicRatings& topic : scores.topics) {
    if (const auto precision = topic.precision()) means.precision += *precision, ++means.of_precision;
    if (const auto rating = topic.mean_rating()) means.rating += *rating, ++means.of_rating;
  }
  if (means.of_precision > 0) means.precision /= static_cast<double>(means.of_precision);
  if (means.of_rating > 0) means.rating /= static_cast<double>(means.of_rating);
  return means;
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
  const Means means = means_of(scores);
  if (means.of_precision > 0)
    fmt::print("mean precision: {:.3f} (topics: {})\n", means.precision, means.of_precision);
  if (means.of_rating > 0)
    fmt::print("mean rating: {:.3f} of 3 (topics: {})\n", means.rating, means.of_rating);
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

void run_score(const RatersOptions& options) {
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
             : "'" + text + "' is neither 'all' nor a number of topics from 1";
}

void add_making_options(CLI::App& verb, RatersOptions& options) {
  options.words.ranking.n_words = options.rating.ranking.n_words;
  add_chain(verb, options.chain, "The chain whose topics are rated");
  verb.add_option("--topics", options.topics, "'all', or how many topics to draw at random (default: all)")
      ->check(topics_defect)
      ->type_name("N");
  verb.add_option("--words", options.words.ranking.n_words,
                  "Words of the topic in a word-intrusion item, 2 to 25 (default: 5)")
      ->transform(whole_number(2, 25))
      ->type_name("N");
  verb.add_option("--rating-words", options.rating.rating_words,
                  "Words in a rating item, 2 to 50 (default: 10)")
      ->transform(whole_number(2, 50))
      ->type_name("N");
  add_word_choice(verb, options.words);
  verb.add_option("--seed", options.rating.seed, "Seed of the intruders and of all orders (default: 1)")
      ->transform(whole_number())
      ->type_name("S");
}

}  // namespace

void add_raters(CLI::App& app) {
  auto options = std::make_shared<RatersOptions>();
  CLI::App* verb =
      app.add_subcommand("raters", "Make tasks for human raters of a fit's topics, and score the answers");
  verb->add_option("folder", options->folder, "The fit folder; with --score the folder that --output made")
      ->required()
      ->type_name("FIT|TASKS");
  CLI::Option* output =
      verb->add_option("--output", options->output, "The folder of tasks to make")->type_name("FOLDER");
  add_making_options(*verb, *options);
  CLI::Option* score =
      verb->add_option("--score", options->answers, "A CSV file of answers to compare with the key")
          ->type_name("ANSWERS")
          ->excludes(output);
  add_format(*verb, options->format, {"table", "tsv"})->needs(score);
  verb->callback([options] {
    if (!options->answers.empty()) return run_score(*options);
    if (options->output.empty())
      throw UsageError("raters needs --output FOLDER to make tasks, or --score ANSWERS to score them");
    run_make(*options);
  });
}

}  // namespace themata::cli
