#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <span>

#include "common_options.hpp"
#include "exit_codes.hpp"
#include "fit_options.hpp"
#include "fit_watch.hpp"
#include "subcommands.hpp"
#include "themata/diagnose/verdict.hpp"
#include "themata/grid/run.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/io/plural.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata::cli {

namespace {

struct SweepCommand {
  GridOptions options;
  GridRun run;
  TypedOptions typed;
  std::map<std::string, std::vector<std::string>> values;  ///< of each axis that was given
  std::string corpus, output, part = "1/1", format = "table", log = "auto";
};

std::string text_of(const std::optional<double>& value) {
  return value ? fmt::format("{:.4f}", *value) : "-";
}

void print_table(const std::vector<CellScore>& scores, const std::string& folder) {
  std::size_t width = 4;
  for (const CellScore& score : scores) width = std::max(width, score.cell.name.size());
  fmt::print("{:<{}} {:>7} {:>11} {:>9} {:>11} {:>8} {:>12} {:>10} {:>9}\n", "cell", width, "topics",
             "log p/word", "of draws", "perplexity", "NPMI", "exclusivity", "stability", "seconds");
  for (const CellScore& s : scores)
    fmt::print("{:<{}} {:>7} {:>11.5f} {:>9} {:>11.2f} {:>8} {:>12} {:>10} {:>9.1f}\n", s.cell.name, width,
               s.topics, s.per_word, s.draw_error ? fmt::format("{:.5f}", *s.draw_error) : "-",
               std::exp(-s.per_word), text_of(s.npmi), text_of(s.exclusivity), text_of(s.stability),
               s.seconds);
  fmt::print("{0}/sweep.tsv, {0}/sweep.svg\n", folder);
}

GridWatch watch_of(LogStyle style) {
  GridWatch watch;
  const FitWatch fit = make_watch(style);
  watch.should_stop = fit.should_stop;
  auto guard = std::make_shared<std::mutex>();  // cells end on threads of their own
  if (fit.warn)
    watch.warn = [guard, warn = fit.warn](const std::string& text) {
      const std::lock_guard<std::mutex> lock(*guard);
      warn(text);
    };
  if (style == LogStyle::line)
    watch.scored = [guard](const std::string& cell, std::size_t done, std::size_t all) {
      const std::lock_guard<std::mutex> lock(*guard);
      fmt::print(stderr, "{} of {}: {}\n", done, all, cell);
    };
  if (style == LogStyle::json)
    watch.scored = [guard](const std::string& cell, std::size_t done, std::size_t all) {
      const std::lock_guard<std::mutex> lock(*guard);
      fmt::print(stderr, "{}\n",
                 dump_json(nlohmann::json{{"event", "cell"}, {"cell", cell}, {"done", done}, {"of", all}}));
    };
  return watch;
}

void take_part(const std::string& text, GridRun& run) {
  const std::size_t slash = text.find('/');
  const auto number = [&](const std::string& digits) -> std::uint64_t {
    const bool is_one =
        !digits.empty() && digits.size() < 6 && digits.find_first_not_of("0123456789") == std::string::npos;
    return is_one ? std::stoull(digits) : 0;
  };
  if (slash != std::string::npos) {
    run.part = number(text.substr(0, slash));
    run.parts = number(text.substr(slash + 1));
  }
  if (slash == std::string::npos || run.part < 1 || run.part > run.parts)
    throw UsageError({"part", text, "I/N with I from 1 to N"});
}

std::string said_of_part(const SweepCommand& command) {
  return fmt::format("part {} of the grid in {} is complete; the last part to end makes the table",
                     command.part, command.output);
}

/// Scores of fits that have not settled may still change, which the table does not show.
void warn_of_unsettled_cells(const SweepCommand& command, const std::vector<CellScore>& scores) {
  std::vector<std::string> unsettled;
  for (const CellScore& score : scores)
    if (is_unsettled(open_fit(std::filesystem::path(command.output) / "fits" / score.cell.name)))
      unsettled.push_back(score.cell.name);
  if (unsettled.empty()) return;
  constexpr std::size_t most = 10;
  const std::size_t shown = std::min(unsettled.size(), most);
  fmt::print(
      stderr,
      "themata: warning: {} of {} have not settled, so their scores may still change: {}{}; for longer "
      "fits give a new folder and more --sweeps\n",
      unsettled.size(), count_of(scores.size(), "fit"), listed(std::span(unsettled).first(shown), ", "),
      shown < unsettled.size() ? ", ..." : "");
}

void run_sweep(SweepCommand& command) {
  for (const std::string& axis : grid_axes())
    if (!command.values[axis].empty()) command.options.axes.push_back({axis, command.values[axis]});
  command.options.fit = command.typed.given;
  command.run.folder = command.output;
  take_part(command.part, command.run);
  const GridResult result =
      run_grid(open_corpus(command.corpus), command.options, command.run, watch_of(log_style(command.log)));
  if (!result.complete) throw Interrupted("interrupted and saved; to continue, give the same command again");
  if (result.awaits_others) return fmt::print("{}\n", said_of_part(command));
  if (command.format == "table") print_table(result.scores, command.output);
  if (command.format == "tsv") fmt::print("{}", grid_tsv(result.scores));
  if (log_style(command.log) != LogStyle::quiet) warn_of_unsettled_cells(command, result.scores);
}

/// Options that are the same for all fits: none that the grid varies, nor one of single fits.
bool is_of_every_fit(const AnyField& field) {
  const auto& axes = grid_axes();
  return !field.single_fit && std::ranges::find(axes, field.name) == axes.end();
}

void add_axes(CLI::App& subcommand, SweepCommand& command) {
  for (const std::string& axis : grid_axes())
    subcommand
        .add_option("--" + axis, command.values[axis], axis == "model" ? "Models to fit" : help_for_all(axis))
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("LIST")
        ->group("Grid: one value, or several separated by commas");
}

}  // namespace

void add_sweep(CLI::App& app) {
  CLI::App* subcommand =
      app.add_subcommand("sweep", "Fit and score a grid of models (numbers of topics, priors, seeds)");
  auto command = std::make_shared<SweepCommand>();
  subcommand->add_option("CORPUS", command->corpus, "Corpus folder, from themata import")->required();
  subcommand
      ->add_option("--output", command->output,
                   "Folder of the grid; if it has the same grid already, sweep continues it")
      ->required();
  add_axes(*subcommand, *command);
  subcommand
      ->add_option("--held-out", command->options.held_out,
                   "Proportion of the documents to hold out from all fits, above 0 and below 1")
      ->check(from_zero_to_one())
      ->capture_default_str();
  subcommand->add_option("--split-seed", command->options.split_seed, "Seed that draws these documents")
      ->transform(whole_number())
      ->capture_default_str();
  subcommand
      ->add_option("--part", command->part,
                   "I/N: the I-th of N processes that share the grid, on a disk that all see")
      ->default_str("1/1");
  add_fit_options(*subcommand, command->typed, is_of_every_fit);
  add_threads(*subcommand, command->run.threads);
  add_max_memory(*subcommand);
  add_format(*subcommand, command->format, {"table", "tsv"});
  subcommand
      ->add_option("--log", command->log,
                   "auto: one line per cell on a terminal; json: one line per event; quiet")
      ->default_str("auto");
  subcommand->callback([command] { run_sweep(*command); });
}

}  // namespace themata::cli
