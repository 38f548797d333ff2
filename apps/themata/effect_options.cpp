#include "effect_options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "opened_fits.hpp"
#include "output_choice.hpp"
#include "themata/diagnose/later_burn_in.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/plural.hpp"

namespace themata::cli {

namespace {

/// JSON has no NaN.
nlohmann::ordered_json number_json(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

}  // namespace

void add_fit_of_draws(CLI::App& subcommand, DrawsCommand& command) {
  subcommand.add_option("fit", command.fit, "Fit folder of a corpus with metadata")
      ->required()
      ->type_name("FIT");
}

void add_draws_options(CLI::App& subcommand, DrawsCommand& command) {
  subcommand
      .add_option("--topics", command.topics,
                  "Topics to show, by their numbers: 0,3,7 (default: all, or the 100 largest)")
      ->delimiter(',')
      ->transform(whole_number(0, 65535))
      ->type_name("K,...");
  subcommand
      .add_option("--interval", command.interval, "Probability of the credible intervals (default: 0.9)")
      ->check(between_zero_and_one())
      ->type_name("P");
  subcommand.add_flag("--leave-out-missing", command.leave_out_missing,
                      "Leave out documents that lack a field (default: an error)");
  subcommand.add_option("--picture", command.picture, "Write a picture (.svg) to this file too")
      ->type_name("FILE");
  subcommand.add_option("--chain", command.chain, "Use this chain only (default: all chains, aligned)")
      ->transform(whole_number(1))
      ->type_name("C");
  add_burn_in(subcommand, command.burn_in);
  add_corpus(subcommand, command.corpus);
  add_format(subcommand, command.format, {"table", "tsv", "json"});
  add_threads(subcommand, command.threads);
}

FitFolder open_for_draws(const DrawsCommand& command) {
  FitFolder fit = with_corpus(open_fit_after(command.fit, command.burn_in), command.corpus);
  warn_of_unsettled(fit);
  return fit;
}

std::optional<std::filesystem::path> chosen_picture(const DrawsCommand& command) {
  if (command.picture.empty()) return std::nullopt;
  if (!is_stream_named(command.picture) && std::filesystem::path(command.picture).extension() != ".svg")
    throw UsageError(OptionFault{"picture", command.picture, "the name of an .svg file"});
  return chosen_output(command.picture);
}

void print_used(const DrawsUsed& used) {
  fmt::print("{}; {} of {} {}\n", count_of(used.documents, "document"),
             count_of(used.kept_draws, "kept draw"), noun(used.chains.size(), "chain"),
             listed(used.chains, ", "));
  if (used.left_out > 0) fmt::print("left out: {} without a field\n", count_of(used.left_out, "document"));
  if (used.without_words > 0)
    fmt::print("left out: {} without words\n", count_of(used.without_words, "document"));
}

void print_warnings(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings)
    fmt::print(stderr, "themata: warning: {}\n", with_dashes(warning));
}

void print_topics_left(const std::vector<EffectTopic>& topics, std::size_t all_topics) {
  std::vector<std::size_t> lost;
  for (const EffectTopic& topic : topics)
    if (!topic.everywhere) lost.push_back(topic.number);
  if (!lost.empty())
    fmt::print(
        "\nNot shown, as not every chain has them in at least half of its draws: {} of {} topics\n({})\n",
        lost.size(), topics.size(), listed(lost, ", "));
  if (topics.size() < all_topics)
    fmt::print("\n{} of {} topics; --topics chooses others\n", topics.size(), all_topics);
}

std::string heading_of(const EffectTopic& topic) {
  if (!topic.name.empty()) return fmt::format("{} {}", topic.number, one_line(topic.name));
  std::string heading = std::to_string(topic.number);
  for (const std::string& word : topic.words) heading += " " + one_word(word);
  return heading;
}

std::string percent_text(const Estimate& e) {
  return fmt::format("{:6.2f}% [{:.2f}, {:.2f}]", 100 * e.mean, 100 * e.low, 100 * e.high);
}

std::string difference_text(const Estimate& e) {
  return fmt::format("{:+7.2f} [{:+.2f}, {:+.2f}]", 100 * e.mean, 100 * e.low, 100 * e.high);
}

nlohmann::ordered_json described_json(const EffectTopic& topic) {
  return {{"topic", topic.number},          {"name", topic.name},   {"words", topic.words},
          {"proportion", topic.proportion}, {"draws", topic.draws}, {"found_everywhere", topic.everywhere}};
}

nlohmann::ordered_json estimate_json(const Estimate& e) {
  return {{"mean", number_json(e.mean)},
          {"sd", number_json(e.sd)},
          {"low", number_json(e.low)},
          {"high", number_json(e.high)},
          {"above_zero", number_json(e.above_zero)}};
}

void show_json(const nlohmann::ordered_json& result) { fmt::print("{}\n", dump_json(result, 1)); }

std::string estimate_columns(const Estimate& e) {
  return fmt::format("{:.6g}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.4f}", e.mean, e.sd, e.low, e.high, e.above_zero);
}

}  // namespace themata::cli
