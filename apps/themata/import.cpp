#include "themata/corpus/import.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "common_options.hpp"
#include "import_arguments.hpp"
#include "subcommands.hpp"
#include "themata/io/compression.hpp"
#include "themata/io/error.hpp"
#include "themata/io/json.hpp"
#include "themata/io/lines.hpp"
#include "themata/io/plural.hpp"
#include "themata/io/zip_archive.hpp"
#include "themata/store/corpus_writer.hpp"
#include "themata/store/joined_corpora.hpp"

namespace themata::cli {

namespace {

Format format_of_import(const ImportArguments& args) {
  if (!args.format.empty()) return format_named(args.format);
  const std::vector<std::string>& files = args.import.files;
  if (are_corpora(files)) return Format::corpus;
  const std::optional<Format> guess = guess_format(files);
  if (!guess && files.front() != "-" && !std::filesystem::exists(files.front()))
    throw InputError(files.front(), 0, "does not exist");
  if (!guess && files.front() != "-") {  // a PDF, say, is named by its first bytes
    std::string_view line;
    LineReader(files.front(), args.import.encoding).next(line);
  }
  if (!guess)
    throw UsageError(
        fmt::format("{}: the format cannot be detected from this name; give --format", files.front()));
  return *guess;
}

std::string note_of_lines(std::size_t files) {
  return fmt::format("{}: each line becomes a document; for one document per file use --format folder",
                     count_of(files, ".txt file"));
}

/// Whether each line of several files is to be a document, as one would mean rarely.
bool takes_lines_of_texts(const ImportOptions& import) {
  return import.format == Format::lines && import.files.size() > 1 &&
         std::ranges::all_of(import.files, [](const std::string& file) { return file.ends_with(".txt"); });
}

/// Says which format was chosen, and what then is a document where the name of a file leaves it open.
std::string note_of_choice(const ImportOptions& import) {
  if (import.format == Format::corpus) return "--format corpus is chosen: the inputs are corpus folders";
  if (import.format == Format::folder && is_zip(import.files.front()) &&
      guess_format(import.files.front()) == Format::folder)
    return "--format folder is chosen, as the archive has several files: each text in it is a document";
  const bool one_by_name = guess_format(import.files.front()) == Format::lines;
  if (import.format == Format::folder && one_by_name)
    return fmt::format(
        "--format folder is chosen by the names of the files: each of the {} files is a document (--format "
        "lines: each of their lines)",
        import.files.size());
  if (import.format == Format::lines) return note_of_lines(import.files.size());
  return fmt::format("--format {} is chosen by the name of the file", name_of(import.format));
}

/// Says what happened: lines for people, or one JSON line per event.
class Log {
 public:
  explicit Log(const std::string& style) : json_(style == "json") {}

  void say(const char* event, const std::string& message) const {
    if (json_)
      print_json({{"event", event}, {"message", with_dashes(message)}});
    else
      fmt::print(stderr, "themata: {}: {}\n", event, with_dashes(message));
  }
  void finish(const ImportReport& report, const std::string& output) const {
    for (const std::string& note : report.notes) say("note", note);
    for (const std::string& warning : report.warnings) say("warning", warning);
    nlohmann::json event = report.to_json();
    event["event"] = "imported";
    event["output"] = output;
    if (json_)
      print_json(event);
    else
      fmt::print("{}Corpus: {}\n", with_dashes(report.summary()), output);
  }

 private:
  static void print_json(const nlohmann::json& event) { fmt::print("{}\n", dump_json(event)); }
  bool json_;
};

void run_import(const CLI::App& subcommand, ImportArguments& args) {
  const Log log(args.log);
  ImportOptions& import = args.import;
  import.files.insert(import.files.end(), args.input.begin(), args.input.end());
  if (import.files.empty()) throw CLI::RequiredError("files");
  check_output_is_free(args.output);
  import.format = format_of_import(args);
  if (args.format.empty()) log.say("note", note_of_choice(import));
  if (!args.format.empty() && takes_lines_of_texts(import))
    log.say("note", note_of_lines(import.files.size()));
  finish_import_options(subcommand, args);
  const Scratch scratch(args.scratch);
  const MostExpansion expansion(args.max_expansion);
  const ImportedCorpus corpus = import_or_join(import);
  write_corpus(args.output, corpus);
  log.finish(corpus.report, args.output);
}

}  // namespace

void add_import(CLI::App& app) {
  CLI::App* subcommand = app.add_subcommand("import", "Import texts or word counts into a corpus folder");
  auto args = std::make_shared<ImportArguments>();
  add_import_options(*subcommand, *args);
  subcommand->callback([subcommand, args] { run_import(*subcommand, *args); });
}

}  // namespace themata::cli
