#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "common_options.hpp"
#include "document_draws.hpp"
#include "opened_fits.hpp"
#include "output_choice.hpp"
#include "subcommands.hpp"
#include "themata/diagnose/later_burn_in.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/plural.hpp"
#include "themata/models/registry.hpp"
#include "themata/predict/label_file.hpp"
#include "themata/predict/labels.hpp"

namespace themata::cli {

namespace {

const std::map<std::string, LabelFormat>& label_formats() {
  static const std::map<std::string, LabelFormat> names{
      {"tsv", LabelFormat::tsv}, {"jsonl", LabelFormat::jsonl}, {"npz", LabelFormat::npz}};
  return names;
}

const std::map<std::string, LabelMethod>& label_methods() {
  static const std::map<std::string, LabelMethod> names{{"sets", LabelMethod::sets},
                                                        {"draws", LabelMethod::draws},
                                                        {"mode", LabelMethod::mode},
                                                        {"shares", LabelMethod::shares}};
  return names;
}

struct LabelCommand {
  std::string fit, corpus, moved, output, format, method, calibrate, scores;
  std::optional<std::uint64_t> burn_in;
  LabelOptions options;
};

std::string method_text(const LabelSummary& summary) {
  const std::string draws = summary.draws == 1 ? "one draw" : count_of(summary.draws, "draw");
  return summary.method == LabelMethod::mode
             ? fmt::format("at the mode, given the means of {} of chain {}", draws, summary.chain)
             : fmt::format("mean over {} of chain {}", draws, summary.chain);
}

void print_label_score(const LabelScore& score, const char* of) {
  fmt::print("{}: {} with {}; {} predicted, {} of them correct\n", of, count_of(score.documents, "document"),
             count_of(score.labels, "label"), count_of(score.predictions, "label"), digit_groups(score.hits));
  if (score.unknown_labels > 0)
    fmt::print("{:>12} unknown {}, which the fit cannot predict: counted as missed\n",
               digit_groups(score.unknown_labels), noun(score.unknown_labels, "label"));
  fmt::print("{:>12} {:>9} {:>9} {:>9}\n", "", "precision", "recall", "F1");
  const std::pair<const char*, PrecisionRecall> rows[] = {{"micro", score.micro}, {"macro", score.macro}};
  for (const auto& [name, values] : rows)
    fmt::print("{:>12} {:>9.4f} {:>9.4f} {:>9.4f}\n", name, values.precision, values.recall, values.f1());
}

/// How often labels of about this probability are right.
void print_reliability(const std::vector<ReliabilityRow>& rows) {
  fmt::print("{:>12} {:>11} {:>9}\n", "probability", "right", "labels");
  for (const ReliabilityRow& row : rows)
    if (row.pairs > 0)
      fmt::print("{:>12.3f} {:>11.3f} {:>9}\n", row.probability, row.right, digit_groups(row.pairs));
}

void print_frequent_labels(const LabelScore& score) {
  constexpr std::size_t most = 10;
  if (score.of_labels.empty()) return;
  fmt::print("{:>12} {:>9} {:>9}  {}\n", "documents", "precision", "recall", "label");
  for (std::size_t k = 0; k < std::min(most, score.of_labels.size()); ++k) {
    const LabelResult& label = score.of_labels[k];
    fmt::print("{:>12} {:>9.4f} {:>9.4f}  {}\n", digit_groups(label.documents), label.precision(),
               label.recall(), one_line(label.name));
  }
  if (score.of_labels.size() > most)
    fmt::print("{:>12} more {}; --scores writes all of them\n", score.of_labels.size() - most,
               noun(score.of_labels.size() - most, "label"));
}

void print_calibration(const LabelCalibrated& found) {
  if (found.folds > 0)
    fmt::print("probabilities are calibrated by the fit's own documents, fitted again in {} parts\n",
               found.folds);
  if (!found.mapped)
    fmt::print(stderr,
               "themata: warning: too few labels to calibrate probabilities; they choose the threshold\n");
  print_label_score(found.score, "calibration");
  fmt::print("{:>12.6g} is the threshold with this F1\n", found.threshold);
}

void print_labels(const LabelSummary& summary, const std::string& output) {
  fmt::print("{:>12} {}\n{:>12} {} used; {} of unknown words left out\n", digit_groups(summary.documents),
             noun(summary.documents, "document"), digit_groups(summary.tokens), noun(summary.tokens, "token"),
             count_of(summary.unknown_tokens, "token"));
  if (summary.empty > 0)
    fmt::print("{:>12} {} without any known word, with the average probability of each label\n",
               digit_groups(summary.empty), noun(summary.empty, "document"));
  if (summary.calibration) print_calibration(*summary.calibration);
  fmt::print("{}: labels, {}; threshold {:.6g}\n", output, method_text(summary), summary.threshold);
  warn_of_seen(summary.seen, summary.documents);
  if (!summary.not_calibrated.empty())
    fmt::print(
        stderr,
        "themata: warning: probabilities are not calibrated, and usually too sure: {}; give --calibrate "
        "CORPUS, or --folds 0 for no warning\n",
        summary.not_calibrated);
  if (!summary.import_differences.empty())
    fmt::print(stderr, "themata: warning: the documents were imported with different options: {}\n",
               listed(summary.import_differences, ", "));
  if (!summary.score) return;
  print_label_score(*summary.score, "score");
  print_reliability(summary.reliability);
  print_frequent_labels(*summary.score);
}

/// The mode has no chain, so it has no sweeps and no seed.
void refuse_chain_of_mode(const CLI::App& subcommand, const LabelCommand& command) {
  if (command.method != "mode") return;
  for (const char* name : {"--sweeps", "--skip", "--seed"})
    if (subcommand.count(name) > 0)
      throw UsageError(fmt::format("{} belongs to methods that draw, not to --method mode", name));
}

bool has_labels(const CorpusFolder& documents) {
  return std::ranges::any_of(read_documents(documents),
                             [](const DocumentRow& row) { return !row.labels.empty(); });
}

/// Says which fit of the folds is being made, since that takes a while.
FoldWatch watch_of_folds() {
  FoldWatch watch;
  watch.fold = [](std::uint64_t fold) {
    fmt::print(stderr, "themata: note: calibration by the fit's own documents, part {}\n", fold);
  };
  return watch;
}

void run_label(LabelCommand command) {
  if (!command.method.empty()) command.options.method = label_methods().at(command.method);
  const bool both_are_printed = is_standard_output(command.scores) && is_standard_output(command.output);
  if (command.scores == command.output || both_are_printed)
    throw UsageError("--scores and --output are the same file; give two");
  const std::filesystem::path output = chosen_output(command.output);
  const std::string format = chosen_format(command.format, command.output);
  refuse_stream_of_matrices(output, format);
  std::optional<std::filesystem::path> scores;
  if (!command.scores.empty()) scores = chosen_output(command.scores);
  if (scores == output) throw UsageError("--scores and --output are the same file; give two");
  const CorpusFolder documents = open_corpus(command.corpus);
  if (scores && !has_labels(documents))
    throw InputError(command.corpus, 0,
                     "has no labels; `scores` needs documents that were imported with `labels`");
  std::optional<CorpusFolder> calibration;
  if (!command.calibrate.empty()) calibration = open_corpus(command.calibrate);
  const FitFolder fit = with_corpus(open_fit_after(command.fit, command.burn_in), command.moved);
  const LabelPrediction prediction = label_documents(
      fit, documents, {command.options, calibration ? &*calibration : nullptr, watch_of_folds()});
  const std::optional<LabelScore>& score = prediction.summary.score;
  write_labels(prediction.table, prediction.choice, output, label_formats().at(format));
  if (scores && score) write_label_scores(*score, *scores);
  print_labels(prediction.summary, command.output);
  warn_of_doubts(fit);
}

/// How labels are weighed and chosen.
void add_choice(CLI::App& subcommand, LabelCommand& command) {
  LabelOptions& options = command.options;
  subcommand
      .add_option("--method", command.method,
                  fmt::format("How labels are predicted: sets (default), draws or mode for {}; shares for {}",
                              models_where([](const ModelInfo& model) { return model.label_distribution; }),
                              models_where([](const ModelInfo& model) {
                                return model.labels != LabelUse::none && !model.label_distribution;
                              })))
      ->check(CLI::IsMember({"sets", "draws", "mode", "shares"}).description(""))
      ->type_name("sets|draws|mode|shares");
  subcommand
      .add_option("--threshold", options.threshold,
                  "Predict labels with at least this probability (default: that of the largest micro F1)")
      ->check(from_zero_to_one())
      ->type_name("P");
  CLI::Option* calibrate =
      subcommand
          .add_option("--calibrate", command.calibrate,
                      "Corpus folder with labels that shows what probabilities are worth, instead of --folds")
          ->type_name("CORPUS");
  subcommand
      .add_option("--folds", options.folds,
                  "Parts in which the fit's documents are fitted again to show it; 0: not (default: 3)")
      ->transform(whole_number(0, 1000))
      ->excludes(calibrate)
      ->type_name("F");
  subcommand
      .add_option("--at-least", options.at_least,
                  "Minimum number of labels per document, the most probable first (default: 1)")
      ->transform(whole_number(0, 65535))
      ->type_name("N");
}

}  // namespace

void add_label(CLI::App& app) {
  auto command = std::make_shared<LabelCommand>();
  LabelOptions& options = command->options;
  CLI::App* subcommand = app.add_subcommand("label", "Predict the labels of documents");
  subcommand
      ->add_option("FIT", command->fit, "Fit folder of " + models_where([](const ModelInfo& model) {
                                          return model.labels != LabelUse::none;
                                        }))
      ->required();
  subcommand
      ->add_option("CORPUS", command->corpus,
                   "Documents: a corpus folder; if it has labels, the predictions are scored")
      ->required();
  subcommand
      ->add_option("--output", command->output, "File to write, overwritten if it exists; -: standard output")
      ->required();
  add_table_format(*subcommand, command->format);
  add_corpus(*subcommand, command->moved);
  subcommand->add_option("--scores", command->scores,
                         "File to write: documents, precision and recall of each label (TSV)");
  add_choice(*subcommand, *command);
  add_document_draws(*subcommand,
                     {options.chain, command->burn_in, options.length, options.threads, options.seed},
                     "not with mode; ");
  subcommand->callback([command, subcommand] {
    refuse_chain_of_mode(*subcommand, *command);
    run_label(*command);
  });
}

}  // namespace themata::cli
