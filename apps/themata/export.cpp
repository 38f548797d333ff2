#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "common_options.hpp"
#include "opened_fits.hpp"
#include "output_choice.hpp"
#include "subcommands.hpp"
#include "themata/exports/exports.hpp"
#include "themata/io/error.hpp"
#include "themata/io/plural.hpp"
#include "themata/models/registry.hpp"
#include "themata/store/manifest.hpp"
#include "word_choice.hpp"

namespace themata::cli {

namespace {

struct ExportCommand {
  std::string folder, format, output, names, corpus;
  std::optional<std::string> layout;
  std::optional<std::uint32_t> chain;
  std::optional<std::uint64_t> burn_in;
  std::optional<std::size_t> words;
  std::optional<std::string> against;
  std::optional<double> exclusivity_weight;
};

MatrixLayout layout_of(const ExportCommand& options) {
  const std::map<std::string, MatrixLayout> layouts{
      {"tsv", MatrixLayout::tsv}, {"npy", MatrixLayout::npy}, {"mtx", MatrixLayout::mtx}};
  return layouts.at(options.layout.value_or("tsv"));
}

LabelWordsOptions label_words_of(const ExportCommand& command) {
  LabelWordsOptions options;
  if (command.against) options.against = against_named(*command.against).value();
  if (command.exclusivity_weight) options.exclusivity_weight = *command.exclusivity_weight;
  return options;
}

void write_fit(const ExportCommand& command, const Place& output) {
  const ShownFit fit =
      open_chosen({command.folder, command.corpus, command.names, command.chain, command.burn_in});
  ExportOptions options{
      .layout = layout_of(command), .labels = label_words_of(command), .chain = command.chain};
  if (command.words) options.n_words = *command.words;
  export_fit(fit, command.format, options, output);
  warn_of_doubts(fit.fit);
  if (const std::size_t empty = documents_left_out(fit, command.format); empty > 0)
    fmt::print(stderr,
               "themata: note: {} of {} {} empty; this format has no lines for them, so their "
               "numbers are missing\n",
               empty, count_of(fit.corpus.corpus.n_documents(), "document"), noun(empty, "is", "are"));
}

void check_options(const ExportCommand& options) {
  if (options.layout && options.format != "doc-topics" && options.format != "topic-words")
    throw UsageError(
        fmt::format("--as belongs to --format doc-topics or topic-words, not to {}", options.format));
  if (options.words && options.format != "topic-keys")
    throw UsageError(fmt::format("--words belongs to --format topic-keys, not to {}", options.format));
  if (!options.names.empty() && options.format != "label-words" && options.format != "label-variances")
    throw UsageError(fmt::format(
        "--names belongs to --format label-words or label-variances, not to {}, which has no names",
        options.format));
  if ((options.against || options.exclusivity_weight) && options.format != "label-words")
    throw UsageError(fmt::format(
        "--against and --exclusivity-weight belong to --format label-words, not to {}", options.format));
  if (options.format == "draws" && is_stream_named(options.output))
    throw UsageError("--format draws writes a folder; expected the name of a new one as --output");
}

void run_export(const ExportCommand& command) {
  check_options(command);
  const std::filesystem::path output = chosen_output(command.output);
  const FolderKind kind = kind_of_folder(read_manifest(command.folder), command.folder);
  if (std::ranges::find(fit_formats(), command.format) != fit_formats().end()) {
    if (kind == FolderKind::corpus)
      throw UsageError(
          fmt::format("{}: is a corpus folder; --format {} needs a fit folder, from `themata fit`",
                      command.folder, command.format));
    return write_fit(command, output);
  }
  if (command.chain || command.burn_in)
    throw UsageError(
        fmt::format("--chain and --burn-in belong to formats of a fit, not to --format {}", command.format));
  const CorpusFolder corpus = kind == FolderKind::corpus
                                  ? open_corpus(command.folder)
                                  : open_corpus_of(with_corpus(open_fit(command.folder), command.corpus));
  export_corpus(corpus, command.format, output);
}

std::vector<std::string> format_names() {
  std::vector<std::string> names = fit_formats();
  names.insert(names.end(), corpus_formats().begin(), corpus_formats().end());
  return names;
}

}  // namespace

void add_export(CLI::App& app) {
  auto options = std::make_shared<ExportCommand>();
  CLI::App* subcommand =
      app.add_subcommand("export", "Write a fit or a corpus in the format of another tool");
  subcommand
      ->add_option("folder", options->folder, "Fit folder, or a corpus folder for the last five formats")
      ->required()
      ->type_name("FIT|CORPUS");
  subcommand
      ->add_option("--format", options->format,
                   "Format; label-words and label-variances need a fit of " +
                       models_where([](const ModelInfo& model) { return model.rates; }) +
                       " [mallet-state|topic-keys|doc-topics|theta-draws|draws|topic-words|coefficients|"
                       "label-words|label-"
                       "variances|"
                       "mallet|ldac|uci|svmlight|matrix-market]")
      ->required()
      ->check(CLI::IsMember(format_names()).description(""))
      ->type_name("FORMAT");
  subcommand
      ->add_option("--output", options->output,
                   "File to write, overwritten if it exists; -: standard output (draws: a new folder)")
      ->required()
      ->type_name("FILE");
  subcommand
      ->add_option("--as", options->layout,
                   "Layout of doc-topics and topic-words: tsv, npy or mtx (default: tsv)")
      ->check(CLI::IsMember({"tsv", "npy", "mtx"}).description(""))
      ->type_name("LAYOUT");
  add_chain(*subcommand, options->chain, "Chain to export");
  add_burn_in(*subcommand, options->burn_in);
  add_corpus(*subcommand, options->corpus);
  add_names(*subcommand, options->names);
  subcommand->add_option("--words", options->words, "topic-keys: words per topic (default: 20)")
      ->transform(whole_number(1, 1'000'000))
      ->type_name("N");
  add_against(*subcommand, options->against);
  subcommand
      ->add_option("--exclusivity-weight", options->exclusivity_weight,
                   "label-words: weight of exclusivity in FREX, 0 to 1 (default: 0.5)")
      ->check(from_zero_to_one())
      ->type_name("W");
  subcommand->callback([options] { run_export(*options); });
}

}  // namespace themata::cli
