#include "themata/predict/infer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "common_options.hpp"
#include "document_draws.hpp"
#include "opened_fits.hpp"
#include "output_choice.hpp"
#include "subcommands.hpp"
#include "themata/diagnose/later_burn_in.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/plural.hpp"

namespace themata::cli {

namespace {

const std::map<std::string, SharesFormat>& formats() {
  static const std::map<std::string, SharesFormat> names{
      {"tsv", SharesFormat::tsv}, {"jsonl", SharesFormat::jsonl}, {"npz", SharesFormat::npz}};
  return names;
}

struct InferCommand {
  std::string fit, corpus, moved, output, format;
  std::optional<std::uint64_t> burn_in;
  InferOptions options;
};

std::string draws_text(const InferSummary& summary) {
  if (summary.draws > 1)
    return fmt::format("the mean over {} of chain {}", count_of(summary.draws, "draw"), summary.chain);
  const std::string left_out =
      summary.draws_left_out > 0
          ? fmt::format(
                " only: this model finds its topics itself, so topics of the other {} kept draws may differ",
                summary.draws_left_out)
          : "";
  return fmt::format("under the draw of sweep {} of chain {}{}", summary.sweep, summary.chain, left_out);
}

void print_unknown(const InferSummary& summary) {
  constexpr std::size_t shown = 10;
  std::vector<std::string> words;
  for (const UnknownWord& word : summary.unknown_words)
    if (words.size() < shown)
      words.push_back(fmt::format("{} ({})", one_line(word.word), digit_groups(word.tokens)));
  const auto all = static_cast<double>(std::max<std::uint64_t>(1, summary.tokens + summary.unknown_tokens));
  fmt::print("{:>12} {} of unknown words, {:.1f}%: left out\n", digit_groups(summary.unknown_tokens),
             noun(summary.unknown_tokens, "token"), 100 * static_cast<double>(summary.unknown_tokens) / all);
  if (!words.empty())
    fmt::print("{:>12} {}{}\n", "", listed(words, ", "), summary.unknown_words.size() > shown ? ", ..." : "");
}

void print_summary(const InferSummary& summary, const std::string& output) {
  fmt::print("{:>12} {}\n{:>12} {} used\n", digit_groups(summary.documents),
             noun(summary.documents, "document"), digit_groups(summary.tokens),
             noun(summary.tokens, "token"));
  print_unknown(summary);
  if (summary.empty > 0)
    fmt::print("{:>12} {} without any known word, with the topic proportions of the prior\n",
               digit_groups(summary.empty), noun(summary.empty, "document"));
  fmt::print("{}: topic proportions, {}{}\n", output, draws_text(summary),
             summary.has_rest ? "; the column rest is for topics that the fit has not found" : "");
  if (!summary.import_differences.empty())
    fmt::print(stderr, "themata: warning: the documents were imported with different options: {}\n",
               listed(summary.import_differences, ", "));
}

void run_infer(const InferCommand& command) {
  const std::filesystem::path output = chosen_output(command.output);
  const std::string format = chosen_format(command.format, command.output);
  refuse_stream_of_matrices(output, format);
  const FitFolder fit = with_corpus(open_fit_after(command.fit, command.burn_in), command.moved);
  const FitDraws draws(fit, command.options.chain, DrawUse::alike);
  print_summary(infer(draws, command.corpus, output, command.options, formats().at(format)), command.output);
  warn_of_doubts(fit);
}

}  // namespace

void add_infer(CLI::App& app) {
  auto command = std::make_shared<InferCommand>();
  InferOptions& options = command->options;
  CLI::App* subcommand = app.add_subcommand("infer", "Infer the topics of new documents");
  subcommand->add_option("FIT", command->fit, "Fit folder")->required();
  subcommand->add_option("CORPUS", command->corpus, "New documents: a corpus folder, from themata import")
      ->required();
  subcommand
      ->add_option("--output", command->output, "File to write, overwritten if it exists; -: standard output")
      ->required();
  add_table_format(*subcommand, command->format);
  add_corpus(*subcommand, command->moved);
  add_document_draws(*subcommand,
                     {options.chain, command->burn_in, options.length, options.threads, options.seed});
  subcommand->callback([command] { run_infer(*command); });
}

}  // namespace themata::cli
