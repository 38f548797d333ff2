#include "human_eval_score.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "themata/io/error.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/rating/score.hpp"
#include "themata/rating/strategies.hpp"
#include "themata/store/topic_names.hpp"

namespace themata::cli {

namespace {

std::string number(const std::optional<double>& value, const char* missing) {
  return value ? fmt::format("{:.3f}", *value) : missing;
}

std::string plain(double value) { return fmt::format("{:.3f}", value); }

/// With its sign, but for what is rounded to 0.
std::string with_sign(double value) {
  std::string text = fmt::format("{:+.3f}", value);
  if (text == "+0.000" || text == "-0.000") text.erase(0, 1);
  return text;
}

std::string text_of(const std::optional<RatingEstimate>& estimate, std::string (*text)(double) = plain) {
  return estimate ? text(estimate->value) : "-";
}

std::string interval_text(const std::optional<RatingEstimate>& estimate,
                          std::string (*text)(double) = plain) {
  if (!estimate || !estimate->interval) return "-";
  return text(estimate->interval->low) + " to " + text(estimate->interval->high);
}

const char* task_name(RatingTask task) {
  switch (task) {
    case RatingTask::intrusion:
      return "word-intrusion";
    case RatingTask::rating:
      return "rating";
    case RatingTask::preference:
      return "preference";
  }
  return "";
}

// ---------------------------------------------------------------- one fit and ranking

/// Names of topics: by topic, or none.
using Names = std::vector<std::string>;

std::string name_in(const Names& names, std::size_t topic) {
  return topic < names.size() ? one_line(names[topic]) : "";
}

void print_topics(const RatingScores& scores, const Names& names) {
  fmt::print("raters: {}; items without an answer: {}\n", scores.raters, scores.without_answer);
  if (scores.by_proxy) fmt::print("All answers are by a proxy: no person has judged these topics.\n");
  fmt::print("{:>6} {:>8} {:>6} {:>10} {:>15} {:>8} {:>12}{}\n", "topic", "answers", "found", "precision",
             "95% interval", "ratings", "mean rating", names.empty() ? "" : "  name");
  for (const TopicRatings& topic : scores.topics) {
    const RatingInterval interval = exact_interval(static_cast<double>(topic.intruders_found),
                                                   static_cast<double>(topic.intrusion_answers));
    const std::string name = name_in(names, topic.topic);
    fmt::print("{:>6} {:>8} {:>6} {:>10} {:>15} {:>8} {:>12}{}\n", topic.topic, topic.intrusion_answers,
               topic.intruders_found, number(topic.precision(), "-"),
               topic.precision() ? fmt::format("{:.3f} to {:.3f}", interval.low, interval.high) : "-",
               topic.ratings, number(topic.mean_rating(), "-"), name.empty() ? "" : "  " + name);
  }
  const RatingMeans means = scores.means();
  if (means.precision)
    fmt::print("mean precision: {:.3f} (topics: {})\n", *means.precision, means.topics_of_precision);
  if (means.rating)
    fmt::print("mean rating: {:.3f} of 3 (topics: {})\n", *means.rating, means.topics_of_rating);
}

void print_topics_tsv(const RatingScores& scores, const Names& names) {
  fmt::print("topic\t{}answers\tfound\tprecision\tlow\thigh\tratings\tmean_rating\n",
             names.empty() ? "" : "name\t");
  for (const TopicRatings& topic : scores.topics) {
    const RatingInterval interval = exact_interval(static_cast<double>(topic.intruders_found),
                                                   static_cast<double>(topic.intrusion_answers));
    fmt::print("{}\t{}{}\t{}\t{}\t{:.6f}\t{:.6f}\t{}\t{}\n", topic.topic,
               names.empty() ? "" : name_in(names, topic.topic) + "\t", topic.intrusion_answers,
               topic.intruders_found, number(topic.precision(), "NA"), interval.low, interval.high,
               topic.ratings, number(topic.mean_rating(), "NA"));
  }
}

// ---------------------------------------------------------------- strategies, as tables to read

void print_names(const RatingKey& key) {
  for (std::size_t s = 0; s < key.strategies.size(); ++s)
    if (key.compares())
      fmt::print("strategy {}: {}, {} topics, words by {}\n", s + 1, one_line(key.strategies[s].fit),
                 key.strategies[s].n_topics, one_line(key.strategies[s].by));
}

void print_strategies(const JudgedBy& judge) {
  fmt::print("{:>8} {:>7} {:>15} {:>7} {:>15} {:>9} {:>15} {:>9}\n", "strategy", "found", "95% interval",
             "rating", "95% interval", "preferred", "95% interval", "undecided");
  for (std::size_t s = 0; s < judge.strategies.size(); ++s) {
    const StrategyScore& score = judge.strategies[s];
    fmt::print("{:>8} {:>7} {:>15} {:>7} {:>15} {:>9} {:>15} {:>9}\n", s + 1, text_of(score.found),
               interval_text(score.found), text_of(score.rating), interval_text(score.rating),
               text_of(score.preferred), interval_text(score.preferred), text_of(score.undecided));
  }
}

void print_differences(const JudgedBy& judge) {
  if (judge.differences.empty()) return;
  fmt::print("{:>10} {:>7} {:>17} {:>7} {:>17} {:>10} {:>17}\n", "difference", "found", "95% interval",
             "rating", "95% interval", "preference", "95% interval");
  for (const StrategyDifference& of : judge.differences)
    fmt::print("{:>10} {:>7} {:>17} {:>7} {:>17} {:>10} {:>17}\n",
               fmt::format("{} - {}", of.first + 1, of.second + 1), text_of(of.found, with_sign),
               interval_text(of.found, with_sign), text_of(of.rating, with_sign),
               interval_text(of.rating, with_sign), text_of(of.preference, with_sign),
               interval_text(of.preference, with_sign));
}

void print_agreements(const std::vector<Agreement>& agreements) {
  for (const Agreement& of : agreements) {
    const auto share = [](std::size_t same, std::size_t all) {
      return static_cast<double>(same) / static_cast<double>(all);
    };
    fmt::print("{}, {}: the same answer as people in {:.3f} of {} answers", one_line(of.proxy),
               task_name(of.task), share(of.same, of.answers), of.answers);
    if (of.pairs > 0)
      fmt::print("; people among themselves in {:.3f} of {} pairs", share(of.same_among_people, of.pairs),
                 of.pairs);
    fmt::print("\n");
  }
}

void print_judge(const JudgedBy& judge) {
  const bool people = judge.name == "people";
  fmt::print("\n{}\n", people ? fmt::format("Answers of {} people", judge.raters)
                              : fmt::format("Answers of {}: a proxy, which is no human judgment",
                                            one_line(judge.name)));
  print_strategies(judge);
  print_differences(judge);
  if (people && judge.raters == 1)
    fmt::print("With one rater, the intervals say nothing of what other raters would answer.\n");
}

void print_all(const RatingKey& key, const StrategyScores& scores, std::size_t without_answer) {
  std::size_t raters = 0;
  for (const JudgedBy& judge : scores.judges) raters += judge.raters;
  fmt::print("raters: {}; items without an answer: {}\n", raters, without_answer);
  print_names(key);
  for (const JudgedBy& judge : scores.judges) print_judge(judge);
  if (!scores.agreements.empty()) fmt::print("\n");
  print_agreements(scores.agreements);
}

// ---------------------------------------------------------------- strategies, as TSV

std::string value_tsv(const std::optional<RatingEstimate>& estimate) {
  if (!estimate) return "NA\tNA\tNA";
  if (!estimate->interval) return fmt::format("{:.6f}\tNA\tNA", estimate->value);
  return fmt::format("{:.6f}\t{:.6f}\t{:.6f}", estimate->value, estimate->interval->low,
                     estimate->interval->high);
}

/// With the numbers of blocks and answers.
std::string estimate_tsv(const std::optional<RatingEstimate>& estimate) {
  return fmt::format("{}\t{}\t{}", value_tsv(estimate), estimate ? estimate->blocks : 0,
                     estimate ? estimate->answers : 0);
}

std::string strategy_tsv(const RatingKey& key, std::size_t strategy) {
  const RatingStrategy& of = key.strategies[strategy];
  if (!key.compares()) return fmt::format("{}\tNA\tNA\tNA", strategy + 1);
  return fmt::format("{}\t{}\t{}\t{}", strategy + 1, one_line(of.fit), one_line(of.by), of.n_topics);
}

void print_strategies_tsv(const RatingKey& key, const StrategyScores& scores) {
  fmt::print("answers_by\traters\tstrategy\tfit\tby\ttopics");
  for (const char* measure : {"found", "rating", "preferred"})
    fmt::print("\t{0}\t{0}_low\t{0}_high\t{0}_topics\t{0}_answers", measure);
  fmt::print("\tundecided\n");
  for (const JudgedBy& judge : scores.judges)
    for (std::size_t s = 0; s < judge.strategies.size(); ++s) {
      const StrategyScore& of = judge.strategies[s];
      fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", one_line(judge.name), judge.raters, strategy_tsv(key, s),
                 estimate_tsv(of.found), estimate_tsv(of.rating), estimate_tsv(of.preferred),
                 of.undecided ? fmt::format("{:.6f}", of.undecided->value) : "NA");
    }
}

void print_differences_tsv(const StrategyScores& scores) {
  fmt::print("answers_by\tfirst\tsecond\tmeasure\tdifference\tlow\thigh\ttopics\tanswers\n");
  for (const JudgedBy& judge : scores.judges)
    for (const StrategyDifference& of : judge.differences) {
      const auto row = [&](const char* measure, const std::optional<RatingEstimate>& estimate) {
        fmt::print("{}\t{}\t{}\t{}\t{}\n", one_line(judge.name), of.first + 1, of.second + 1, measure,
                   estimate_tsv(estimate));
      };
      row("found", of.found);
      row("rating", of.rating);
      row("preference", of.preference);
    }
}

void print_topics_tsv(const RatingKey& key, const StrategyScores& scores, const Names& names) {
  fmt::print(
      "answers_by\tstrategy\tfit\tby\ttopics\ttopic\t{}block\tanswers\tfound\tprecision\tratings\trating_1\t"
      "rating_2\trating_3\tmean_rating\tpreference_answers\tpreferred\tundecided\n",
      names.empty() ? "" : "name\t");
  for (const JudgedBy& judge : scores.judges)
    for (const StrategyTopic& of : judge.topics)
      fmt::print("{}\t{}\t{}\t{}{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", one_line(judge.name),
                 strategy_tsv(key, of.strategy), of.topic,
                 names.empty() ? "" : name_in(names, of.topic) + "\t", of.block, of.intrusion_answers,
                 of.intruders_found, number(of.precision(), "NA"), of.n_ratings(), of.ratings[0],
                 of.ratings[1], of.ratings[2], number(of.mean_rating(), "NA"), of.preference_answers,
                 of.preferred, of.undecided);
}

void print_agreements_tsv(const std::vector<Agreement>& agreements) {
  fmt::print("proxy\ttask\tanswers\tsame\tpairs_of_people\tsame_among_people\n");
  for (const Agreement& of : agreements)
    fmt::print("{}\t{}\t{}\t{}\t{}\t{}\n", one_line(of.proxy), task_name(of.task), of.answers, of.same,
               of.pairs, of.same_among_people);
}

void print_tsv(const RatingKey& key, const StrategyScores& scores, const std::string& table,
               const Names& names) {
  if (table == "differences") return print_differences_tsv(scores);
  if (table == "topics") return print_topics_tsv(key, scores, names);
  if (table == "agreement") return print_agreements_tsv(scores.agreements);
  print_strategies_tsv(key, scores);
}

/// Names for the topics of one fit; those of which the key has no items may be named too.
Names read_names(const std::string& path, const RatingKey& key) {
  constexpr std::size_t most_topics = 65536;
  if (path.empty()) return {};
  for (const RatingStrategy& strategy : key.strategies)
    if (strategy.fit != key.strategies.front().fit)
      throw UsageError("`names` has names for the topics of one fit; these tasks compare several");
  return read_topic_names(path, most_topics);
}

}  // namespace

void print_scores(const ScoreCommand& command) {
  if (!command.table.empty() && command.format != "tsv")
    throw UsageError("`table` " + command.table +
                     " needs `format` tsv; without `table` all tables are printed");
  require_tasks(command.tasks, "key.csv");
  const RatingKey key = read_rating_key(std::filesystem::path(command.tasks) / "key.csv");
  const RatingAnswers answers = read_rating_answers(command.answers, key);
  const Names names = read_names(command.names, key);
  const bool tsv = command.format == "tsv";
  if (!key.compares() && command.table.empty()) {
    const RatingScores topics = score_topics(answers);
    if (tsv) return print_topics_tsv(topics, names);
    print_topics(topics, names);
    if (answers.n_people() == answers.raters.size()) return;
  }
  const StrategyScores scores = score_strategies(key, answers);
  if (tsv) return print_tsv(key, scores, command.table, names);
  if (key.compares()) return print_all(key, scores, answers.without_answer);
  for (const JudgedBy& judge : scores.judges) print_judge(judge);
  print_agreements(scores.agreements);
}

}  // namespace themata::cli
