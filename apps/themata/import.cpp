#include "themata/corpus/import.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "common_options.hpp"
#include "themata/io/error.hpp"
#include "themata/store/corpus_writer.hpp"
#include "verbs.hpp"

namespace themata::cli {

namespace {

/// The options as they stand on the command line.
struct Arguments {
  ImportOptions import;
  std::string format;
  std::string output;
  std::string token_regex;
  std::string log = "text";
  std::string quoting = "csv";
  std::string keep_by = "frequency";
  bool pretokenized = false, preserve_case = false, remove_stop_words = false, keep_sequence = false,
       transpose = false;
};

void add_reading_options(CLI::App& verb, Arguments& args) {
  ImportOptions& import = args.import;
  const std::string group = "What to read";
  verb.add_option("files,--input", import.files, "Files, or folders of .txt files; - is standard input")
      ->required()
      ->group(group);
  verb.add_option("--format", args.format,
                  "jsonl, csv, tsv, lines, mallet, folder, ldac, uci, svmlight or "
                  "matrix-market; else guessed from the first file's name")
      ->group(group);
  verb.add_option("--vocabulary", import.vocabulary, "The words of a counts file, one a line")->group(group);
  verb.add_option("--encoding", import.encoding, "utf-8, latin1, windows-1252, utf-16, ...")->group(group);
  verb.add_option("--id", import.fields.id, "Field with the document's id (default: id, or the row's number)")
      ->group(group);
  verb.add_option("--text", import.fields.text,
                  "Field with the text, or several, separated by commas (default: text)")
      ->delimiter(',')
      ->group(group);
  verb.add_option("--labels", import.fields.labels, "Field with the labels")->group(group);
  verb.add_option("--label-separator", import.fields.label_separator, "What separates labels in one text")
      ->group(group);
  verb.add_option("--metadata", import.fields.metadata, "Fields to keep, separated by commas")
      ->delimiter(',')
      ->group(group);
  auto* tree =
      verb.add_option("--tree", import.tree, "A file of lines 'label TAB parent' for the labelled models");
  tree->group(group);
  verb.add_option("--label-paths", import.label_paths,
                  "Labels are paths whose parts this joins (science/physics: /), and so have a tree")
      ->excludes(tree)
      ->group(group);
  verb.add_flag(
          "--drop-ancestors", import.drop_ancestors,
          "Drop labels of a document that another of its labels is below; needs --tree or --label-paths")
      ->group(group);
  verb.add_option("--quoting", args.quoting, "csv, or none where quotes in csv and tsv are text")
      ->check(CLI::IsMember({"csv", "none"}))
      ->group(group);
  verb.add_flag("--transpose", args.transpose, "The rows of the Matrix Market file are words")->group(group);
  verb.add_option("--index-base", import.index_base,
                  "Number of the first feature of the SVMlight file, 0 or 1")
      ->check(CLI::IsMember({0, 1}))
      ->group(group);
}

void add_word_options(CLI::App& verb, Arguments& args) {
  text::WordOptions& words = args.import.words;
  const std::string group = "What counts as a word";
  auto* regex =
      verb.add_option("--token-regex", args.token_regex, "Words are what this (ICU) expression matches");
  regex->group(group);
  verb.add_flag("--pretokenized", args.pretokenized,
                "Words stand between white space, and are left as they are")
      ->excludes(regex)
      ->group(group);
  verb.add_flag("--preserve-case", args.preserve_case, "Do not fold upper case into lower")->group(group);
  verb.add_option("--min-length", words.min_length,
                  "Shortest word, in characters (default: 2, Chinese, Japanese and "
                  "Korean excepted)")
      ->transform(whole_number())
      ->group(group);
  verb.add_option("--stop-words,--stoplist-file", words.stop_words, "english, none, or a file of words")
      ->group(group);
  verb.add_option("--extra-stop-words,--extra-stopwords", words.extra_stop_words,
                  "A file of further stop words")
      ->group(group);
  verb.add_flag("--remove-stopwords", args.remove_stop_words, "The same as --stop-words english")
      ->group(group);
  verb.add_option("--stem", words.stem, "Count words under their stems in this language (Snowball)")
      ->group(group);
  verb.add_flag("--keep-sequence", args.keep_sequence,
                "Accepted, as MALLET has it; word order is always kept")
      ->group(group);
}

void add_pruning_options(CLI::App& verb, Arguments& args) {
  PruneOptions& prune = args.import.prune;
  const std::string group = "Which words stay";
  verb.add_option("--min-count", prune.min_count, "Drop words that occur less often")
      ->transform(whole_number())
      ->group(group);
  verb.add_option("--min-documents", prune.min_documents, "Drop words that occur in fewer documents")
      ->transform(whole_number())
      ->group(group);
  verb.add_option("--max-document-share", prune.max_document_share,
                  "Drop words that occur in a larger share of the documents")
      ->check(from_zero_to_one())
      ->group(group);
  verb.add_option("--keep-types", prune.keep_types, "Keep so many words, the best")
      ->transform(whole_number())
      ->group(group);
  verb.add_option("--keep-types-by", args.keep_by, "frequency or tfidf")
      ->check(CLI::IsMember({"frequency", "tfidf"}))
      ->group(group);
}

/// Does the command line have any of these options? The first that it has, or "".
std::string first_given(const CLI::App& verb, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (verb.count(name) > 0) return name;
  return "";
}

/// Refuses options that mean nothing for the format.
void check_options_fit_format(const CLI::App& verb, Format format) {
  const auto refuse = [&](std::initializer_list<const char*> names, bool allowed, const char* needs) {
    const std::string name = allowed ? "" : first_given(verb, names);
    if (!name.empty())
      throw UsageError(
          fmt::format("{} means nothing for --format {}: it needs {}", name, name_of(format), needs));
  };
  const bool delimited = format == Format::csv || format == Format::tsv;
  const bool fields = delimited || format == Format::jsonl;
  const bool label_texts = fields || format == Format::mallet || format == Format::svmlight;
  refuse({"--id", "--text", "--labels", "--metadata"}, fields, "jsonl, csv or tsv");
  refuse({"--label-separator", "--label-paths", "--drop-ancestors"}, label_texts, "a format with labels");
  refuse({"--quoting"}, delimited, "csv or tsv");
  refuse({"--vocabulary"}, !is_text(format), "ldac, uci, svmlight or matrix-market");
  refuse({"--transpose"}, format == Format::matrix_market, "matrix-market");
  refuse({"--index-base"}, format == Format::svmlight, "svmlight");
  refuse({"--token-regex", "--pretokenized", "--preserve-case", "--min-length", "--stop-words",
          "--extra-stop-words", "--remove-stopwords", "--stem"},
         is_text(format), "a format of text");
}

/// Refuses rules for labels that there are none of, or no tree for.
void check_label_rules(const CLI::App& verb, const ImportOptions& import) {
  const std::string rule = first_given(verb, {"--label-paths", "--drop-ancestors"});
  if (rule.empty()) return;
  const bool in_fields =
      import.format == Format::jsonl || import.format == Format::csv || import.format == Format::tsv;
  if (in_fields && import.fields.labels.empty())
    throw UsageError(fmt::format("{} needs labels; expected --labels, the field that they are in", rule));
  const std::string between = import.fields.label_separator.empty() && import.format == Format::svmlight
                                  ? ","
                                  : import.fields.label_separator;
  if (!between.empty() && import.label_paths.find(between) != std::string::npos)
    throw UsageError(fmt::format("--label-paths is '{}', and '{}' already separates labels; expected another",
                                 import.label_paths, between));
  if (import.drop_ancestors && import.tree.empty() && import.label_paths.empty())
    throw UsageError("--drop-ancestors needs a tree; expected --tree or --label-paths");
}

void settle_words(const CLI::App& verb, Arguments& args) {
  text::WordOptions& words = args.import.words;
  if (!args.token_regex.empty())
    words.split = {text::SplitBy::regex, args.token_regex, words.split.letter_case};
  if (args.pretokenized) words.split = {text::SplitBy::white_space, "", text::LetterCase::preserve};
  if (args.preserve_case) words.split.letter_case = text::LetterCase::preserve;
  if (args.remove_stop_words && verb.count("--stop-words") > 0)
    throw UsageError("--remove-stopwords and --stop-words were both given; choose one");
  // Words that were prepared elsewhere are taken as they are, unless it is asked otherwise.
  if (args.pretokenized && verb.count("--stop-words") == 0 && !args.remove_stop_words)
    words.stop_words = "none";
  words.encoding = args.import.encoding;
}

Format settle_format(const Arguments& args) {
  if (!args.format.empty()) return format_named(args.format);
  const std::string& file = args.import.files.front();
  const std::optional<Format> guess = guess_format(file);
  if (!guess) throw UsageError(fmt::format("{}: the name does not tell the format; give --format", file));
  return *guess;
}

/// Says what happened: lines for people, or a JSON line an event.
class Log {
 public:
  explicit Log(const std::string& style) : json_(style == "json") {}

  void say(const char* event, const std::string& message) const {
    if (json_)
      print_json({{"event", event}, {"message", message}});
    else
      fmt::print(stderr, "themata: {}: {}\n", event, message);
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
      fmt::print("{}Corpus: {}\n", report.summary(), output);
  }

 private:
  static void print_json(const nlohmann::json& event) { fmt::print("{}\n", event.dump()); }
  bool json_;
};

void run_import(const CLI::App& verb, Arguments& args) {
  const Log log(args.log);
  check_output_is_free(args.output);
  ImportOptions& import = args.import;
  import.format = settle_format(args);
  if (args.format.empty())
    log.say("note", fmt::format("--format {}, as the file's name suggests", name_of(import.format)));
  check_options_fit_format(verb, import.format);
  check_label_rules(verb, import);
  settle_words(verb, args);
  import.quoting = args.quoting == "none" ? Quoting::none : Quoting::csv;
  import.rows = args.transpose ? Rows::types : Rows::documents;
  import.prune.keep_by = args.keep_by == "tfidf" ? KeepBy::tfidf : KeepBy::frequency;
  const ImportedCorpus corpus = import_corpus(import);
  write_corpus(args.output, corpus);
  log.finish(corpus.report, args.output);
}

}  // namespace

void add_import(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("import", "Turn texts or counts into a corpus folder");
  auto args = std::make_shared<Arguments>();
  add_reading_options(*verb, *args);
  add_word_options(*verb, *args);
  add_pruning_options(*verb, *args);
  verb->add_option("--output", args->output, "The corpus folder to make")->required();
  verb->add_option("--threads", args->import.threads,
                   "Threads (default: all); the result does not depend on it");
  verb->add_option("--log", args->log, "text, or json for a JSON line an event")
      ->check(CLI::IsMember({"text", "json"}));
  verb->callback([verb, args] { run_import(*verb, *args); });
}

}  // namespace themata::cli
