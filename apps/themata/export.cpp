#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "common_options.hpp"
#include "themata/exports/exports.hpp"
#include "themata/io/error.hpp"
#include "themata/store/manifest.hpp"
#include "themata/store/output_path.hpp"
#include "verbs.hpp"
#include "word_choice.hpp"

namespace themata::cli {

namespace {

struct ExportOptions {
  std::string folder, format, output;
  std::optional<std::string> layout;
  std::optional<std::uint32_t> chain;
  std::size_t words = 20;
  std::optional<std::string> against;
  std::optional<double> exclusivity_weight;
};

MatrixLayout layout_of(const ExportOptions& options) {
  const std::map<std::string, MatrixLayout> layouts{
      {"tsv", MatrixLayout::tsv}, {"npy", MatrixLayout::npy}, {"mtx", MatrixLayout::mtx}};
  return layouts.at(options.layout.value_or("tsv"));
}

void warn_of_empty_documents(const Corpus& corpus) {
  const std::size_t empty = count_empty(corpus);
  if (empty > 0)
    fmt::print(stderr,
               "themata: note: {} of {} documents are empty; this format has no lines for them, so their "
               "numbers are missing\n",
               empty, corpus.n_documents());
}

using FitExport = void (*)(const ShownFit&, const ExportOptions&);
const std::map<std::string, FitExport>& fit_exports() {
  static const std::map<std::string, FitExport> table{
      {"mallet-state",
       [](const ShownFit& fit, const ExportOptions& options) {
         export_mallet_state(fit, options.output);
         warn_of_empty_documents(fit.corpus.corpus);
       }},
      {"topic-keys",
       [](const ShownFit& fit, const ExportOptions& options) {
         export_topic_keys(fit, options.output, options.words);
       }},
      {"doc-topics",
       [](const ShownFit& fit, const ExportOptions& options) {
         export_doc_topics(fit, options.output, layout_of(options));
       }},
      {"label-words",
       [](const ShownFit& fit, const ExportOptions& options) {
         const LabelWordsOptions plain;
         export_label_words(fit, options.output,
                            {against_named(options.against.value_or("siblings")).value(),
                             options.exclusivity_weight.value_or(plain.exclusivity_weight), true});
       }},
      {"label-variances", [](const ShownFit& fit,
                             const ExportOptions& options) { export_label_variances(fit, options.output); }},
      {"topic-words", [](const ShownFit& fit, const ExportOptions& options) {
         export_topic_words(fit, options.output, layout_of(options));
       }}};
  return table;
}

using CorpusExport = void (*)(const CorpusFolder&, const std::filesystem::path&);
const std::map<std::string, CorpusExport>& corpus_exports() {
  static const std::map<std::string, CorpusExport> table{{"mallet", export_mallet_lines},
                                                         {"ldac", export_ldac},
                                                         {"uci", export_uci},
                                                         {"svmlight", export_svmlight},
                                                         {"matrix-market", export_matrix_market}};
  return table;
}

void check_options(const ExportOptions& options) {
  if (options.layout && options.format != "doc-topics" && options.format != "topic-words")
    throw UsageError(
        fmt::format("--as belongs to --format doc-topics or topic-words, not to {}", options.format));
  if ((options.against || options.exclusivity_weight) && options.format != "label-words")
    throw UsageError(fmt::format(
        "--against and --exclusivity-weight belong to --format label-words, not to {}", options.format));
}

void run_export(const ExportOptions& asked) {
  check_options(asked);
  ExportOptions options = asked;
  options.output = output_path(asked.output).string();
  const FolderKind kind = kind_of_folder(read_manifest(options.folder), options.folder);
  const auto of_fit = fit_exports().find(options.format);
  if (of_fit != fit_exports().end()) {
    if (kind == FolderKind::corpus)
      throw UsageError(
          fmt::format("{}: is a corpus folder; --format {} needs a fit folder, from `themata fit`",
                      options.folder, options.format));
    return of_fit->second(open_shown_fit(options.folder, options.chain), options);
  }
  const CorpusFolder corpus =
      kind == FolderKind::corpus ? open_corpus(options.folder) : open_corpus_of(open_fit(options.folder));
  corpus_exports().at(options.format)(corpus, options.output);
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const auto& [name, function] : fit_exports()) names.push_back(name);
  for (const auto& [name, function] : corpus_exports()) names.push_back(name);
  return names;
}

}  // namespace

void add_export(CLI::App& app) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* verb = app.add_subcommand("export", "Write a fit or a corpus in the format of another tool");
  verb->add_option("folder", options->folder, "Fit folder, or a corpus folder for the last five formats")
      ->required()
      ->type_name("FIT|CORPUS");
  verb->add_option("--format", options->format,
                   "Format; label-words and label-variances need a fit of hpc or pcm "
                   "[mallet-state|topic-keys|doc-topics|topic-words|label-words|label-variances|"
                   "mallet|ldac|uci|svmlight|matrix-market]")
      ->required()
      ->check(CLI::IsMember(format_names()).description(""))
      ->type_name("FORMAT");
  verb->add_option("--output", options->output, "File to write; an existing file is overwritten")
      ->required()
      ->type_name("FILE");
  verb->add_option("--as", options->layout,
                   "Layout of doc-topics and topic-words: tsv, npy or mtx (default: tsv)")
      ->check(CLI::IsMember({"tsv", "npy", "mtx"}).description(""))
      ->type_name("LAYOUT");
  add_chain(*verb, options->chain, "Chain to export");
  verb->add_option("--words", options->words, "topic-keys: words per topic (default: 20)")
      ->transform(whole_number(1, 1'000'000))
      ->type_name("N");
  add_against(*verb, options->against);
  verb->add_option("--exclusivity-weight", options->exclusivity_weight,
                   "label-words: weight of exclusivity in FREX, 0 to 1 (default: 0.5)")
      ->check(from_zero_to_one())
      ->type_name("W");
  verb->callback([options] { run_export(*options); });
}

}  // namespace themata::cli
