#include <fmt/core.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "common_options.hpp"
#include "themata/align/topic_shares.hpp"
#include "themata/diagnose/judgement.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/store/output_path.hpp"
#include "verbs.hpp"

namespace themata::cli {

namespace {

using nlohmann::ordered_json;

struct DiagnoseOptions {
  std::string fit;
  std::optional<std::uint64_t> burn_in;
  std::string format = "table", output;
  std::size_t topics = 10;
  std::uint64_t threads = 0;
};

/// A topic's row, with what describes it.
struct TopicDiagnosis {
  Diagnosis diagnosis;
  double distance;
  std::vector<std::string> words;
};

/// Everything that is shown.
struct Findings {
  std::string fit, model;
  TracedFit traced;
  std::vector<Diagnosis> quantities;
  std::size_t topic_draws = 0;
  std::vector<TopicDiagnosis> topics;  ///< in the order of their numbers
  std::size_t shown_topics = 0;
  Judgement judgement;
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
  std::vector<TopicDiagnosis> worst = found.topics;
  const auto rank = [](const TopicDiagnosis& t) {
    return std::isnan(t.diagnosis.rhat) ? 0 : t.diagnosis.rhat;
  };
  std::ranges::stable_sort(worst, [&](const auto& a, const auto& b) { return rank(a) > rank(b); });
  worst.resize(std::min(worst.size(), found.shown_topics));
  fmt::format_to(
      out,
      "\nProportions of aligned topics, {} kept draws per chain; {} of {} topics, largest R-hat first:\n",
      found.topic_draws, worst.size(), found.topics.size());
  print_head(out, "topic", "mean distance  words");
  for (const TopicDiagnosis& t : worst)
    print_row(out, t.diagnosis, fmt::format("{:>13}  {}", number(t.distance, 2), fmt::join(t.words, " ")));
}

void print_sentences(Out out, std::string_view title, const std::vector<std::string>& sentences) {
  if (sentences.empty()) return;
  fmt::format_to(out, "\n{}:\n", title);
  for (const std::string& sentence : sentences) fmt::format_to(out, "  - {}\n", sentence);
}

std::string chains_of(const TracedFit& traced) {
  const std::size_t draws = traced.windows.front().draws, n = traced.windows.size();
  return n == 1 ? fmt::format("1 chain of {} draws", draws)
                : fmt::format("{} chains of {} draws each", n, draws);
}

std::string spacing_of(const TracedFit& traced) {
  return traced.sweeps_a_draw == 1 ? "every sweep" : fmt::format("every {:g} sweeps", traced.sweeps_a_draw);
}

std::string_view verdict_of(const Findings& found) {
  return name_of(found.judgement.outcome, found.traced.windows.size());
}

std::string table_of(const Findings& found) {
  std::string text;
  const Out out(text);
  fmt::format_to(out, "{}: {}, {}, one draw {}, burn-in {} sweeps\n", one_line(found.fit),
                 one_line(found.model), chains_of(found.traced), spacing_of(found.traced),
                 found.traced.burn_in);
  for (const ChainWindow& chain : found.traced.windows)
    if (chain.left_out > 0)
      fmt::format_to(out,
                     "chain {}: its first {} draws are left out, so that all chains have the same length\n",
                     chain.chain, chain.left_out);
  fmt::format_to(out, "\n");
  print_head(out, "quantity", "");
  for (const Diagnosis& d : found.quantities) print_row(out, d, std::string(note_of(d)));
  if (!found.topics.empty()) print_topics(out, found);
  fmt::format_to(out, "\nVerdict: {}\n", verdict_of(found));
  print_sentences(out, "What this shows", found.judgement.shows);
  print_sentences(out, "What it does not show", found.judgement.does_not_show);
  print_sentences(out, "What to do", found.judgement.next);
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
  std::string text = "name\tmean\tsd\tmcse\trhat\tess_bulk\tess_tail\tinefficiency\tnote\tdistance\twords\n";
  const Out out(text);
  for (const Diagnosis& d : found.quantities)
    append_tsv(out, d, std::numeric_limits<double>::quiet_NaN(), "");
  for (const TopicDiagnosis& t : found.topics) append_tsv(out, t.diagnosis, t.distance, joined(t.words));
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
  ordered_json chains = ordered_json::array(), quantities = ordered_json::array(),
               topics = ordered_json::array();
  for (const ChainWindow& chain : found.traced.windows)
    chains.push_back({{"chain", chain.chain},
                      {"draws", chain.draws},
                      {"left_out", chain.left_out},
                      {"first_sweep", chain.first_sweep},
                      {"last_sweep", chain.last_sweep}});
  for (const Diagnosis& d : found.quantities) quantities.push_back(to_json(d));
  for (const TopicDiagnosis& t : found.topics) {
    topics.push_back(to_json(t.diagnosis));
    topics.back()["distance"] = t.distance;
    topics.back()["words"] = t.words;
  }
  const ordered_json result = {{"fit", found.fit},
                               {"model", found.model},
                               {"burn_in", found.traced.burn_in},
                               {"chains", std::move(chains)},
                               {"quantities", std::move(quantities)},
                               {"topic_draws", found.topic_draws},
                               {"topics", std::move(topics)},
                               {"verdict", verdict_of(found)},
                               {"shows", found.judgement.shows},
                               {"does_not_show", found.judgement.does_not_show},
                               {"next", found.judgement.next}};
  return result.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

// ---------------------------------------------------------------- the work

std::vector<Diagnosis> add_topics_to(Findings& found, const AlignedShares& shares, Pool& pool) {
  std::vector<Diagnosis> diagnoses = diagnose(shares.shares, pool);
  found.topic_draws = shares.draws;
  for (std::size_t k = 0; k < diagnoses.size(); ++k)
    found.topics.push_back({diagnoses[k], shares.distances[k], shares.words[k]});
  return diagnoses;
}

void explain_missing_topics(Findings& found) {
  if (found.shown_topics == 0 || !found.topics.empty()) return;
  found.judgement.shows.push_back(fmt::format(
      "Each chain has {} kept draws after burn-in; single topics need at least {} (--keep of themata fit).",
      found.topic_draws, least_draws_for_rhat));
}

Findings find(const DiagnoseOptions& options) {
  Pool pool(threads_for(options.threads));
  const FitFolder fit = open_fit(options.fit);
  const std::uint64_t burn_in = options.burn_in.value_or(burn_in_of(fit));
  Findings found{options.fit, fit.model(), traced_fit(fit, burn_in), {}, 0, {}, options.topics, {}};
  found.quantities = diagnose(found.traced.quantities, pool);
  std::vector<Diagnosis> topics;
  if (options.topics > 0)
    topics = add_topics_to(found, aligned_shares(fit, burn_in, TopicDistance::hellinger, pool), pool);
  found.judgement = judge({found.traced.windows.size(), burn_in, found.traced.sweeps, found.quantities,
                           found.topic_draws, std::move(topics), one_line(options.fit)});
  explain_missing_topics(found);
  return found;
}

void run_diagnose(const DiagnoseOptions& options) {
  const std::filesystem::path output = options.output.empty() ? "" : output_path(options.output);
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
  CLI::App* verb = app.add_subcommand(
      "diagnose", "Check whether the chains of a fit agree and are long enough (R-hat, ESS)");
  verb->add_option("fit", options->fit, "Fit folder")->required()->type_name("FIT");
  verb->add_option("--burn-in", options->burn_in,
                   "Number of sweeps to leave out at the start of each chain (default: as in the fit)")
      ->transform(whole_number())
      ->type_name("N");
  verb->add_option("--topics", options->topics,
                   "Number of aligned topics to show, largest R-hat first; 0: none (default: 10)")
      ->transform(whole_number(0, 1'000'000))
      ->type_name("N");
  add_format(*verb, options->format, {"table", "tsv", "json"});
  add_threads(*verb, options->threads);
  verb->add_option("--output", options->output,
                   "File to write instead of printing; an existing file is overwritten")
      ->type_name("FILE");
  verb->callback([options] { run_diagnose(*options); });
}

}  // namespace themata::cli
