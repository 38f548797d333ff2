#include "held_out.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "common_options.hpp"
#include "document_draws.hpp"
#include "exit_codes.hpp"
#include "fit_watch.hpp"
#include "opened_fits.hpp"
#include "output_choice.hpp"
#include "themata/diagnose/later_burn_in.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/io/output_file.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/stream.hpp"
#include "themata/predict/folds.hpp"
#include "themata/predict/seen_documents.hpp"

namespace themata::cli {

namespace {

using nlohmann::ordered_json;

/// A score of documents, with the place of each in the corpus that they come from.
struct Scored {
  std::string name;  ///< "fold 1", or "all" where there are none
  const HeldOutScore& score;
  std::vector<std::size_t> documents;
};

void check(const HeldOutCommand& command, const FitToScore& fit) {
  if (!command.corpus.empty() && command.folds > 0)
    throw UsageError("--held-out and --folds cannot be combined; give one of them");
  if (command.folds > 0 && !command.options.split.empty())
    throw UsageError("--split needs --held-out and cannot be combined with --folds");
  if (command.folds > 0 && fit.chain)
    throw UsageError("--chain needs --held-out; --folds fits its own chains");
  if (command.folds > 0 && fit.burn_in)
    throw UsageError("--burn-in needs --held-out; --folds fits with the burn-in of the fit");
  if (command.folds == 0 && !command.keep_folds.empty()) throw UsageError("--keep-folds needs --folds");
}

HeldOutOptions options_of(const HeldOutCommand& command) {
  HeldOutOptions options = command.options;
  options.method = command.method == "completion" ? HeldOutMethod::completion : HeldOutMethod::left_to_right;
  return options;
}

/// A line that renews itself on a terminal.
PartDone progress_line(LogStyle style) {
  if (style != LogStyle::line) return {};
  return [](double part) {
    fmt::print(stderr, "\rscoring: {:.0f}%\033[K{}", 100 * part, part >= 1 ? "\n" : "");
    std::fflush(stderr);
  };
}

FoldWatch fold_watch(LogStyle style, std::uint64_t folds) {
  FoldWatch watch;
  watch.fit = make_watch(style);
  watch.fit.begin = nullptr;  // once per fold is too often
  watch.scored = progress_line(style);
  if (style == LogStyle::line)
    watch.fold = [folds](std::uint64_t fold) { fmt::print(stderr, "\nfold {} of {}\n", fold, folds); };
  if (style == LogStyle::json)
    watch.fold = [folds](std::uint64_t fold) {
      fmt::print(stderr, "{}\n",
                 dump_json(nlohmann::json{{"event", "fold"}, {"fold", fold}, {"folds", folds}}));
    };
  return watch;
}

std::string draw_error_text(const HeldOutScore& score) {
  return score.draw_error ? fmt::format("{:.5f}", *score.draw_error_per_word()) : "-";
}

void print_row(const Scored& scored) {
  const HeldOutScore& score = scored.score;
  fmt::print("{:<8} {:>9} {:>11} {:>9} {:>10.5f} {:>9.5f} {:>9} {:>11.2f}\n", scored.name,
             digit_groups(score.documents.size()), digit_groups(score.scored), digit_groups(score.unknown),
             score.per_word(), score.error_per_word(), draw_error_text(score), score.perplexity());
}

const char* title_of(const HeldOutCommand& command) {
  return command.method == "completion" ? "document completion" : "left to right";
}

/// What the figures are averages over.
std::string heading(const HeldOutCommand& command, const HeldOutScore& score) {
  const std::string of_kept = score.kept > score.draws ? fmt::format(" of {}", score.kept) : "";
  const std::string sweeps = score.length.sweeps > 0
                                 ? fmt::format(" of {} sweeps ({} counted)", score.length.sweeps,
                                               score.length.sweeps - score.length.skip)
                                 : "";
  return fmt::format("{}, {}{} {} of the fit, {} runs per draw{}", title_of(command), score.draws, of_kept,
                     score.draws == 1 && of_kept.empty() ? "draw" : "draws", score.runs, sweeps);
}

void print_table(const HeldOutCommand& command, const std::vector<Scored>& all, const FoldsMean* mean) {
  fmt::print("{}\n", heading(command, all.front().score));
  fmt::print("{:<8} {:>9} {:>11} {:>9} {:>10} {:>9} {:>9} {:>11}\n", "", "documents", "scored", "unknown",
             "log p/word", "mc error", "of draws", "perplexity");
  for (const Scored& scored : all) print_row(scored);
  if (mean != nullptr)
    fmt::print("mean of folds {:.5f} per word, standard error {:.5f}; perplexity {:.2f}\n", mean->per_word,
               mean->error, std::exp(-mean->per_word));
}

ordered_json to_json(const Scored& scored) {
  const HeldOutScore& score = scored.score;
  ordered_json json;
  json.update({{"documents", score.documents.size()},
               {"scored_tokens", score.scored},
               {"seen_tokens", score.seen},
               {"unknown_tokens", score.unknown},
               {"draws", score.draws},
               {"kept_draws", score.kept},
               {"runs", score.runs},
               {"log_likelihood", score.log_p},
               {"log_likelihood_per_word", score.per_word()},
               {"mc_error_per_word", score.error_per_word()},
               {"draw_error_per_word", ordered_json()},
               {"perplexity", score.perplexity()},
               {"perplexity_mc_error", score.perplexity_error()}});
  if (score.length.sweeps > 0)
    json.update({{"sweeps_per_run", score.length.sweeps}, {"skipped_per_run", score.length.skip}});
  if (score.draw_error) json["draw_error_per_word"] = *score.draw_error_per_word();
  return json;
}

void print_json(const HeldOutCommand& command, const std::vector<Scored>& all, const FoldsMean* mean) {
  ordered_json json = {{"method", command.method}};
  if (mean == nullptr) {
    json.update(to_json(all.front()));
  } else {
    json.update({{"log_likelihood_per_word", mean->per_word},
                 {"standard_error", mean->error},
                 {"perplexity", std::exp(-mean->per_word)},
                 {"folds", ordered_json::array()}});
    for (const Scored& scored : all) json["folds"].push_back(to_json(scored));
  }
  fmt::print("{}\n", dump_json(json, 1));
}

/// One line per document of the corpus, in its order.
void write_documents(const std::string& path, const CorpusFolder& corpus, const std::vector<Scored>& all) {
  if (path.empty()) return;
  struct Place {
    std::size_t fold, row;
  };
  std::vector<Place> places(corpus.corpus.n_documents());
  for (std::size_t fold = 0; fold < all.size(); ++fold)
    for (std::size_t row = 0; row < all[fold].documents.size(); ++row)
      places[all[fold].documents[row]] = {fold, row};
  const std::vector<DocumentRow> rows = read_documents(corpus);
  OutputFile file(path);
  file.print("document\tid{}\tscored\tseen\tunknown\tlog_p\tmc_error\n", all.size() > 1 ? "\tfold" : "");
  for (std::size_t d = 0; d < places.size(); ++d) {
    const DocumentScore& score = all[places[d].fold].score.documents[places[d].row];
    const std::string fold = all.size() > 1 ? fmt::format("\t{}", places[d].fold + 1) : "";
    file.print("{}\t{}{}\t{}\t{}\t{}\t{:.6f}\t{:.6f}\n", d, one_line(rows[d].id), fold, score.scored,
               score.seen, score.unknown, score.log_p, score.error);
  }
  file.commit();
}

/// What one run has to show.
struct Outcome {
  const CorpusFolder& corpus;
  std::vector<Scored> all;
  const FoldsMean* mean;  ///< of folds
};

void show(const HeldOutCommand& command, const Outcome& outcome, const std::string& format) {
  write_documents(command.output, outcome.corpus, outcome.all);
  if (format == "json") return print_json(command, outcome.all, outcome.mean);
  print_table(command, outcome.all, outcome.mean);
  if (!command.output.empty() && !is_stream(command.output))
    fmt::print("{}: one line per document\n", command.output);
}

void run_corpus(const HeldOutCommand& command, const FitDraws& draws, const std::string& format) {
  const NewDocuments documents(open_corpus(command.corpus), draws.corpus());
  Pool pool(threads_for(command.threads));
  const HeldOutScore score =
      score_held_out(draws, documents, options_of(command), pool, progress_line(log_style(command.log)));
  std::vector<std::size_t> places(documents.size());
  for (std::size_t d = 0; d < places.size(); ++d) places[d] = d;
  show(command, {documents.folder(), {{"all", score, std::move(places)}}, nullptr}, format);
  if (log_style(command.log) == LogStyle::quiet) return;
  warn_of_seen(seen_documents(documents, draws.corpus()), documents.size());
  for (const std::string& difference : import_differences(documents.folder(), draws.corpus()))
    fmt::print(stderr, "themata: warning: the documents were imported with different options: {}\n",
               difference);
}

[[noreturn]] void refuse_to_go_on(const HeldOutCommand& command) {
  throw Interrupted(
      "interrupted; a cross-validation cannot be resumed" +
      (command.keep_folds.empty() ? "" : fmt::format("; {} has the folds so far", command.keep_folds)));
}

void run_folds(const HeldOutCommand& command, const FitToScore& fit, const std::string& format) {
  FoldOptions options;
  options.folds = command.folds;
  options.keep = command.keep_folds;
  options.held_out = options_of(command);
  options.threads = command.threads;
  const FitFolder folder = with_corpus(open_fit(fit.folder), fit.corpus);
  const CrossValidation result =
      cross_validate(folder, options, fold_watch(log_style(command.log), command.folds));
  if (!result.complete) refuse_to_go_on(command);
  if (log_style(command.log) != LogStyle::quiet) warn_of_unsettled(folder);
  std::vector<Scored> all;
  all.reserve(result.folds.size());
  for (const FoldScore& fold : result.folds)
    all.push_back({fmt::format("fold {}", all.size() + 1), fold.score, fold.documents});
  show(command, {open_corpus_of(folder), std::move(all), &result.mean}, format);
}

}  // namespace

void add_held_out_options(CLI::App& subcommand, HeldOutCommand& command) {
  HeldOutOptions& options = command.options;
  subcommand.add_option("--held-out", command.corpus,
                        "Documents to score: a corpus folder, from themata import");
  subcommand
      .add_option(
          "--folds", command.folds,
          "Cross-validation with F folds: fit the corpus F times, each time without the part to score")
      ->transform(whole_number(1));
  subcommand.add_option("--keep-folds", command.keep_folds,
                        "New folder that keeps the corpora and fits of the folds (default: not kept)");
  subcommand
      .add_option("--method", command.method,
                  "completion: predict one half from the other (default); left-to-right: each token in turn")
      ->check(CLI::IsMember({"completion", "left-to-right"}).description(""));
  subcommand
      .add_option("--draws", options.draws,
                  "How many kept draws of the fit to average over, evenly spread (default: all)")
      ->transform(whole_number(1));
  subcommand.add_option("--split", options.split,
                        "completion: file with the positions of the seen tokens, one line per document");
  subcommand
      .add_option("--sweeps", options.length.sweeps,
                  "completion: sweeps over a document in each run (default: 200)")
      ->transform(whole_number(1));
  subcommand
      .add_option("--skip", options.length.skip,
                  "completion: how many of these sweeps to leave out, the first ones (default: half)")
      ->transform(whole_number());
  subcommand
      .add_option("--particles", options.particles.particles,
                  "left-to-right: number of particles in each run (default: 20)")
      ->transform(whole_number(1, 1'000'000));
  subcommand
      .add_option("--redraws", options.particles.redraws,
                  "left-to-right: number of earlier tokens to redraw before each token (default: 100)")
      ->transform(whole_number());
  subcommand.add_option("--output", command.output,
                        "File for a table with a line per document; -: standard output");
  add_threads(subcommand, command.threads);
  subcommand.add_option("--seed", options.seed, "Seed of the random numbers and of the folds (default: 1)")
      ->transform(whole_number());
  subcommand.add_option("--log", command.log,
                        "auto: one line on a terminal, else nothing; json: one line per event; quiet");
}

void run_held_out(const HeldOutCommand& command, const FitToScore& fit, const std::string& format) {
  check(command, fit);
  HeldOutCommand chosen = command;
  if (!command.output.empty()) chosen.output = chosen_output(command.output);  // refused before hours of work
  if (command.folds > 0) return run_folds(chosen, fit, format);
  const FitFolder folder = with_corpus(open_fit_after(fit.folder, fit.burn_in), fit.corpus);
  const FitDraws draws(folder, fit.chain, DrawUse::every, command.options.draws);
  run_corpus(chosen, draws, format);
  if (log_style(command.log) != LogStyle::quiet) warn_of_unsettled(folder);
}

}  // namespace themata::cli
