#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "common_options.hpp"
#include "opened_fits.hpp"
#include "output_choice.hpp"
#include "shell_word.hpp"
#include "subcommands.hpp"
#include "themata/diagnose/fit_diagnosis.hpp"
#include "themata/diagnose/later_burn_in.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/plural.hpp"
#include "themata/store/topic_names.hpp"

namespace themata::cli {

namespace {

using nlohmann::ordered_json;

struct DiagnoseOptions {
  std::string fit, names, corpus;
  std::optional<std::uint64_t> burn_in;
  std::string format = "table", output;
  std::size_t topics = 10;
  std::uint64_t threads = 0;
};

/// Everything that is shown.
struct Findings {
  std::string fit;  ///< as it was given
  FitDiagnosis diagnosis;
  std::size_t shown_topics = 0;
  double time_limit = 0;                ///< seconds, of a fit that its time ended
  std::vector<std::string> names = {};  ///< of topics, or none

  /// The name that was given to a topic, or nothing.
  std::string name_of(const TopicDiagnosis& topic) const {
    constexpr std::size_t prefix = std::string_view("topic.").size();
    return names.empty() ? "" : names[std::stoul(topic.proportion.name.substr(prefix))];
  }
};

std::string_view note_of(const Diagnosis& d) {
  switch (d.obstacle) {
    case Obstacle::none:
      return "";
    case Obstacle::constant:
      return "constant";
    case Obstacle::not_finite:
      return "not finite";
    case Obstacle::too_short:
      return "too few draws for ESS";
    case Obstacle::few_values:
      return "too few values for tail ESS";
  }
  return "";
}

std::string number(double value, int digits) {
  if (std::isnan(value)) return "-";
  return std::isinf(value) ? "inf" : fmt::format("{:.{}f}", value, digits);
}

std::string four_digits(double value) { return std::isnan(value) ? "-" : fmt::format("{:#.4g}", value); }

/// A mean to as many digits as its spread has a use for.
std::string placed(double value, double sd) {
  if (std::isnan(value)) return "-";
  if (!(sd > 0)) return fmt::format("{:g}", value);
  const int digits = std::clamp(2 - static_cast<int>(std::floor(std::log10(sd))), 0, 9);
  return fmt::format("{:.{}f}", value, digits);
}

// ---------------------------------------------------------------- table

using Out = std::back_insert_iterator<std::string>;

/// Columns, and behind them what needs no width.
constexpr const char* row_format = "  {:<18} {:>16} {:>11} {:>10} {:>6} {:>8} {:>8} {:>12}{}\n";

std::string behind(const std::string& text) { return text.empty() ? text : "  " + text; }

void print_row(Out out, const Diagnosis& d, const std::string& note) {
  fmt::format_to(out, row_format, title_of(d.name), placed(d.mean, d.sd), four_digits(d.sd),
                 four_digits(d.mcse), number(d.rhat, 2), number(d.ess_bulk, 0), number(d.ess_tail, 0),
                 number(d.inefficiency, 1), behind(note));
}

void print_head(Out out, std::string_view first, const std::string& last) {
  fmt::format_to(out, row_format, first, "mean", "sd", "MCSE", "R-hat", "bulk ESS", "tail ESS",
                 "inefficiency", behind(last));
}

void print_topics(Out out, const Findings& found) {
  const FitDiagnosis& diagnosis = found.diagnosis;
  const std::vector<TopicDiagnosis> worst = diagnosis.worst_topics(found.shown_topics);
  fmt::format_to(
      out,
      "\nProportions of aligned topics, {} kept draws per chain; {} of {} topics, largest R-hat first:\n",
      diagnosis.topic_draws, worst.size(), diagnosis.topics.size());
  print_head(out, "topic", "mean distance  words");
  for (const TopicDiagnosis& t : worst) {
    const std::string name = found.name_of(t);
    print_row(out, t.proportion,
              fmt::format("{:>13}  {}{}", number(t.distance, 2), name.empty() ? "" : one_line(name) + ": ",
                          listed(t.words, " ")));
  }
}

void print_sentences(Out out, std::string_view title, const std::vector<std::string>& sentences) {
  if (sentences.empty()) return;
  fmt::format_to(out, "\n{}:\n", title);
  for (const std::string& sentence : sentences) fmt::format_to(out, "  - {}\n", sentence);
}

std::string chains_of(const FitDiagnosis& diagnosis) {
  const std::size_t draws = diagnosis.chains.front().draws, n = diagnosis.chains.size();
  return n == 1 ? fmt::format("1 chain of {}", count_of(draws, "draw"))
                : fmt::format("{} chains of {} each", n, count_of(draws, "draw"));
}

std::string spacing_of(const FitDiagnosis& diagnosis) {
  return diagnosis.sweeps_a_draw == 1 ? "every sweep"
                                      : fmt::format("every {:g} sweeps", diagnosis.sweeps_a_draw);
}

std::string_view verdict_of(const FitDiagnosis& diagnosis) {
  return name_of(diagnosis.judgement.outcome, diagnosis.chains.size());
}

/// The options of `themata resume` for so many sweeps in total.
std::string length_of(const Findings& found, std::uint64_t sweeps) {
  if (found.time_limit == 0) return fmt::format("--sweeps {}", sweeps);
  const double times = static_cast<double>(sweeps) / static_cast<double>(found.diagnosis.sweeps);
  return fmt::format("--time-limit {:.0f}", std::ceil(found.time_limit * times));
}

/// The advice as commands.
std::vector<std::string> what_to_do(const Findings& found) {
  const Advice& advice = found.diagnosis.judgement.advice;
  const std::string fit = shell_word(found.fit);
  std::vector<std::string> lines;
  if (advice.burn_in > 0)
    lines.push_back(
        fmt::format("Run at least twice as long, `themata resume {0} {1}`, then check again with `themata "
                    "diagnose {0} --burn-in {2}`. If the chains still differ, they are in different modes: "
                    "use only topics that `themata compare` finds in all of them.",
                    fit, length_of(found, advice.sweeps), advice.burn_in));
  else if (advice.sweeps > 0)
    lines.push_back(fmt::format("To reach this, run about {} sweeps in total: `themata resume {} {}`.",
                                advice.sweeps, fit, length_of(found, advice.sweeps)));
  if (advice.several_chains) lines.emplace_back("Fit with several chains: `themata fit ... --chains 4`.");
  return lines;
}

/// A sentence of the library, with its options as they are typed.
std::vector<std::string> typed(const std::vector<std::string>& sentences) {
  std::vector<std::string> lines;
  lines.reserve(sentences.size());
  for (const std::string& sentence : sentences) lines.push_back(with_dashes(sentence));
  return lines;
}

std::string table_of(const Findings& found) {
  const FitDiagnosis& diagnosis = found.diagnosis;
  std::string text;
  const Out out(text);
  fmt::format_to(out, "{}: {}, {}, one draw {}, burn-in {}\n", one_line(found.fit), one_line(diagnosis.model),
                 chains_of(diagnosis), spacing_of(diagnosis), count_of(diagnosis.burn_in, "sweep"));
  for (const ChainWindow& chain : diagnosis.chains)
    if (chain.left_out > 0)
      fmt::format_to(out, "chain {}: its first {} left out, so that all chains have the same length\n",
                     chain.chain,
                     noun(chain.left_out, "draw is", std::to_string(chain.left_out) + " draws are"));
  fmt::format_to(out, "\n");
  print_head(out, "quantity", "");
  for (const Diagnosis& d : diagnosis.quantities) print_row(out, d, std::string(note_of(d)));
  if (!diagnosis.topics.empty()) print_topics(out, found);
  fmt::format_to(out, "\nVerdict: {}\n", verdict_of(diagnosis));
  print_sentences(out, "What this shows", typed(diagnosis.judgement.shows));
  print_sentences(out, "What it does not show", typed(diagnosis.judgement.does_not_show));
  print_sentences(out, "What to do", what_to_do(found));
  return text;
}

// ---------------------------------------------------------------- tsv, json

void append_tsv(Out out, const Diagnosis& d, double distance, std::string_view words) {
  const auto exact = [](double x) { return std::isnan(x) ? std::string("nan") : fmt::format("{:.17g}", x); };
  fmt::format_to(out, "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", d.name, exact(d.mean), exact(d.sd),
                 exact(d.mcse), exact(d.rhat), exact(d.ess_bulk), exact(d.ess_tail), exact(d.inefficiency),
                 note_of(d), exact(distance), words);
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : " ").append(one_word(word));
  return text;
}

std::string tsv_of(const Findings& found) {
  const bool named = !found.names.empty();
  std::string text = "name\tmean\tsd\tmcse\trhat\tess_bulk\tess_tail\tinefficiency\tnote\tdistance\twords";
  text += named ? "\ttopic_name\n" : "\n";
  const Out out(text);
  for (const Diagnosis& d : found.diagnosis.quantities)
    append_tsv(out, d, std::numeric_limits<double>::quiet_NaN(), named ? "\t" : "");
  for (const TopicDiagnosis& t : found.diagnosis.topics)
    append_tsv(out, t.proportion, t.distance,
               joined(t.words) + (named ? "\t" + one_line(found.name_of(t)) : ""));
  return text;
}

/// null where it is not finite: JSON has no other word for that.
ordered_json to_json(const Diagnosis& d) {
  return {{"name", d.name},
          {"mean", d.mean},
          {"sd", d.sd},
          {"mcse", d.mcse},
          {"rhat", d.rhat},
          {"ess_bulk", d.ess_bulk},
          {"ess_tail", d.ess_tail},
          {"inefficiency", d.inefficiency},
          {"note", note_of(d)}};
}

std::string json_of(const Findings& found) {
  const FitDiagnosis& diagnosis = found.diagnosis;
  ordered_json chains = ordered_json::array(), quantities = ordered_json::array(),
               topics = ordered_json::array();
  for (const ChainWindow& chain : diagnosis.chains)
    chains.push_back({{"chain", chain.chain},
                      {"draws", chain.draws},
                      {"left_out", chain.left_out},
                      {"first_sweep", chain.first_sweep},
                      {"last_sweep", chain.last_sweep}});
  for (const Diagnosis& d : diagnosis.quantities) quantities.push_back(to_json(d));
  for (const TopicDiagnosis& t : diagnosis.topics) {
    topics.push_back(to_json(t.proportion));
    topics.back()["distance"] = t.distance;
    topics.back()["words"] = t.words;
    if (!found.names.empty()) topics.back()["topic_name"] = found.name_of(t);
  }
  const ordered_json result = {{"fit", found.fit},
                               {"model", diagnosis.model},
                               {"burn_in", diagnosis.burn_in},
                               {"chains", std::move(chains)},
                               {"quantities", std::move(quantities)},
                               {"topic_draws", diagnosis.topic_draws},
                               {"topics", std::move(topics)},
                               {"verdict", verdict_of(diagnosis)},
                               {"shows", typed(diagnosis.judgement.shows)},
                               {"does_not_show", typed(diagnosis.judgement.does_not_show)},
                               {"next", what_to_do(found)}};
  return dump_json(result, 1) + "\n";
}

// ---------------------------------------------------------------- the work

Findings find(const DiagnoseOptions& options) {
  Pool pool(threads_for(options.threads));
  const FitFolder fit = with_corpus(open_fit(options.fit), options.corpus);
  const bool ended_by_time = fit.manifest.value("ended_by", "") == "time";
  Findings found{
      options.fit, diagnose_fit(fit, {.burn_in = options.burn_in, .topics = options.topics > 0}, pool),
      options.topics, ended_by_time ? fit.manifest.at("options").at("time-limit").get<double>() : 0};
  if (!options.names.empty()) {
    const FitFolder judged = judged_after(fit, options.burn_in);
    found.names = read_topic_names(options.names, judged.summarized_draw(judged.shown_chain()).n_topics());
  }
  return found;
}

void run_diagnose(const DiagnoseOptions& options) {
  const std::filesystem::path output = options.output.empty() ? "" : chosen_output(options.output);
  const Findings found = find(options);
  const std::string text = options.format == "table" ? table_of(found)
                           : options.format == "tsv" ? tsv_of(found)
                                                     : json_of(found);
  if (output.empty())
    fmt::print("{}", text);
  else
    write_file_atomically(output, text);
}

}  // namespace

void add_diagnose(CLI::App& app) {
  auto options = std::make_shared<DiagnoseOptions>();
  CLI::App* subcommand = app.add_subcommand(
      "diagnose", "Check whether the chains of a fit agree and are long enough (R-hat, ESS)");
  subcommand->add_option("fit", options->fit, "Fit folder")->required()->type_name("FIT");
  add_burn_in(*subcommand, options->burn_in);
  add_corpus(*subcommand, options->corpus);
  subcommand
      ->add_option("--topics", options->topics,
                   "Number of aligned topics to show, largest R-hat first; 0: none (default: 10)")
      ->transform(whole_number(0, 1'000'000))
      ->type_name("N");
  add_format(*subcommand, options->format, {"table", "tsv", "json"});
  add_names(*subcommand, options->names);
  add_threads(*subcommand, options->threads);
  subcommand
      ->add_option("--output", options->output,
                   "File to write instead of printing, overwritten if it exists; -: standard output")
      ->type_name("FILE");
  subcommand->callback([options] { run_diagnose(*options); });
}

}  // namespace themata::cli
