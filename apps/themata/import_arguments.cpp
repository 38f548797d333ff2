#include "import_arguments.hpp"

#include <fmt/core.h>

#include "common_options.hpp"
#include "themata/io/error.hpp"

namespace themata::cli {

namespace {

void add_files(CLI::App& subcommand, ImportArguments& args, const std::string& group) {
  subcommand
      .add_option(
          "files", args.import.files,
          "Files, folders with .txt files, or corpora to join; - is standard input (here or as --input)")
      ->group(group);
  subcommand.add_option("--input", args.input, "The same, as MALLET spells it")->group(group);
}

void add_reading_options(CLI::App& subcommand, ImportArguments& args) {
  ImportOptions& import = args.import;
  const std::string group = "What to read";
  add_files(subcommand, args, group);
  subcommand
      .add_option("--format", args.format,
                  "Format of the files (default: by the name of the first; several .txt files: folder) "
                  "[jsonl|csv|tsv|lines|mallet|folder|ldac|uci|svmlight|"
                  "matrix-market|document-term|tidy|corpus]")
      ->group(group);
  subcommand
      .add_option("--vocabulary", import.vocabulary, "File with the words of a file of counts, one per line")
      ->group(group);
  subcommand
      .add_option("--vocabulary-column", import.vocabulary_column,
                  "Column of words in --vocabulary, from 1 (default: the only one that is no number)")
      ->transform(whole_number(1))
      ->group(group);
  subcommand
      .add_option("--ids", import.ids, "File with the ids of the documents of a file of counts, one per line")
      ->group(group);
  subcommand
      .add_option("--encoding", import.encoding,
                  "Encoding of the text: utf-8 (default), latin1, windows-1252, utf-16, ...")
      ->group(group);
  subcommand
      .add_option("--id", import.fields.id,
                  "Field with the document's id (default: id if there is one, otherwise the row's number)")
      ->group(group);
  subcommand
      .add_option("--text", import.fields.text,
                  "Field with the text, or several fields separated by commas (default: text)")
      ->delimiter(',')
      ->group(group);
  subcommand
      .add_option("--metadata", import.fields.metadata,
                  "Fields to keep as metadata, separated by commas (default: none; all of --metadata-file)")
      ->delimiter(',')
      ->group(group);
}

/// Where counts of words that are named are found.
void add_count_options(CLI::App& subcommand, ImportArguments& args) {
  const std::string group = "What to read";
  subcommand
      .add_option("--counts", args.import.fields.counts,
                  "Field of jsonl with counts by word, such as {\"ship\": 3}, instead of a text")
      ->group(group);
  subcommand
      .add_option("--columns", args.import.fields.columns,
                  "Columns of documents, words and counts of --format tidy (default: by their usual names)")
      ->delimiter(',')
      ->group(group);
}

/// How tables and files of counts are read.
void add_layout_options(CLI::App& subcommand, ImportArguments& args) {
  ImportOptions& import = args.import;
  const std::string group = "What to read";
  subcommand
      .add_option(
          "--quoting", args.quoting,
          "csv; backslash if quotes within texts are written \\\"; none if quotes are part of the text")
      ->check(CLI::IsMember({"csv", "backslash", "none"}))
      ->group(group);
  subcommand
      .add_option("--separator", args.separator,
                  "Separator of fields in csv and tsv: one character, or tab (default: found in the header)")
      ->group(group);
  subcommand.add_flag("--transpose", args.transpose, "The rows of the Matrix Market file are words")
      ->group(group);
  subcommand
      .add_option("--index-base", import.index_base,
                  "Number of the first feature of the SVMlight file, 0 or 1 (default: detected)")
      ->check(CLI::IsMember({0, 1}))
      ->group(group);
}

void add_metadata_options(CLI::App& subcommand, ImportArguments& args) {
  ImportOptions& import = args.import;
  const std::string group = "What to read";
  subcommand
      .add_option("--metadata-file", import.metadata.path,
                  "Table (csv, tsv, jsonl) with metadata of the documents, found by --key")
      ->group(group);
  subcommand
      .add_option("--key", import.metadata.key,
                  "Column of --metadata-file with the documents' ids or file names (default: id)")
      ->group(group);
  subcommand
      .add_option("--metadata-missing", args.metadata_missing,
                  "If documents have no row in --metadata-file: error (default), or keep them without")
      ->check(CLI::IsMember({"error", "keep"}))
      ->group(group);
  subcommand
      .add_option("--date-format", args.dates,
                  "FIELD=FORMAT of metadata: dd/mm/yyyy, mm/dd/yyyy, yyyymm, epoch, ... (default: as the "
                  "values tell)")
      ->delimiter(',')
      ->group(group);
}

void add_label_options(CLI::App& subcommand, ImportArguments& args) {
  ImportOptions& import = args.import;
  const std::string group = "What to read";
  subcommand.add_option("--labels", import.fields.labels, "Field with the labels")->group(group);
  subcommand
      .add_flag("--labels-from-folders", args.labels_from_folders,
                "The label of a file is the name of the folder that holds it; needs --format folder")
      ->group(group);
  subcommand
      .add_option("--metadata-from-names", import.name_pattern,
                  "Metadata that the names of files say: '{party}_{year}' finds both in CONS_1992.txt")
      ->group(group);
  subcommand
      .add_flag("--all-files", args.all_files,
                "Files of any name in the folders are documents, not only .txt; hidden ones are not")
      ->group(group);
  subcommand
      .add_option("--label-separator", import.fields.label_separator,
                  "Text that separates several labels in one field")
      ->group(group);
  auto* tree = subcommand.add_option(
      "--tree", import.tree, "File with lines 'label TAB parent': the tree of labels for labeled models");
  tree->group(group);
  subcommand
      .add_option("--label-paths", import.label_paths,
                  "Labels are paths with parts joined by this text (science/physics: /); they define a tree")
      ->excludes(tree)
      ->group(group);
  subcommand
      .add_flag("--drop-ancestors", import.drop_ancestors,
                "Drop labels that are above another label of the document; needs --tree or --label-paths")
      ->group(group);
}

void add_word_options(CLI::App& subcommand, ImportArguments& args) {
  text::WordOptions& words = args.import.words;
  const std::string group = "What counts as a word";
  auto* regex = subcommand.add_option("--token-regex", args.token_regex,
                                      "Words are the matches of this regular expression (ICU syntax)");
  regex->group(group);
  subcommand
      .add_flag("--pretokenized", args.pretokenized, "Words are separated by white space and are not changed")
      ->excludes(regex)
      ->group(group);
  subcommand.add_flag("--preserve-case", args.preserve_case, "Do not convert upper case to lower case")
      ->group(group);
  subcommand
      .add_flag("--fold-case", args.fold_case,
                "Convert the words of counts to lower case, and add up those that are then equal")
      ->group(group);
  subcommand
      .add_option("--min-length", words.min_length,
                  "Shortest word to keep, in characters (default: 2; 1 for Chinese, Japanese and Korean)")
      ->transform(whole_number())
      ->group(group);
  subcommand
      .add_option("--stop-words,--stoplist-file", words.stop_words,
                  "Stop words to drop: a language (english, german, fr, ...), none, or a file of words "
                  "(default: english)")
      ->group(group);
  subcommand
      .add_option("--extra-stop-words,--extra-stopwords", words.extra_stop_words,
                  "File with additional stop words")
      ->group(group);
  subcommand.add_flag("--remove-stopwords", args.remove_stop_words, "The same as --stop-words english")
      ->group(group);
  subcommand
      .add_option("--stem", words.stem,
                  "Replace words by their stems in this language (Snowball), e.g. english")
      ->group(group);
  subcommand
      .add_flag("--keep-sequence", args.keep_sequence,
                "Accepted for compatibility with MALLET; word order is always kept")
      ->group(group);
}

void add_phrase_options(CLI::App& subcommand, ImportArguments& args) {
  PhraseOptions& phrases = args.import.words.phrases;
  const std::string group = "What counts as a word";
  subcommand
      .add_flag("--phrases", args.phrases,
                "Find phrases (new york), which become one word each; phrases.tsv in the corpus lists them")
      ->group(group);
  subcommand
      .add_option("--phrase-words", phrases.words,
                  "Most words of a phrase that is found, 2 to 8 (default: 3)")
      ->transform(whole_number(2, PhraseOptions::most_words))
      ->group(group);
  subcommand
      .add_option("--phrase-min-count", phrases.min_count,
                  "How often a phrase that is found must occur (default: 10)")
      ->transform(whole_number(2))
      ->group(group);
  subcommand
      .add_option("--phrase-min-score", phrases.min_score,
                  "How closely its words must belong together, 0 to 1 (default: 0.5)")
      ->check(from_zero_to_one())
      ->group(group);
  subcommand
      .add_option("--phrase-list", phrases.file,
                  "File of phrases that become one word each: one per line, or phrases.tsv of a corpus")
      ->group(group);
}

/// What is changed in texts before words are found.
void add_text_options(CLI::App& subcommand, ImportArguments& args) {
  const std::string group = "What counts as a word";
  subcommand
      .add_option("--language", args.language,
                  "Language of the texts, by name or code: its letters, elision (l'eau), and stop words")
      ->group(group);
  subcommand
      .add_option(
          "--markup", args.markup,
          "Tags and entities of HTML: keep, or remove and decode (default: remove if most texts have them)")
      ->check(CLI::IsMember({"keep", "remove"}))
      ->group(group);
  subcommand
      .add_option(
          "--addresses", args.addresses,
          "Addresses of the web and of mail: keep, or remove (default: remove if most texts have them)")
      ->check(CLI::IsMember({"keep", "remove"}))
      ->group(group);
  subcommand
      .add_flag("--join-hyphenated", args.join_hyphenated,
                "Words that are hyphenated at the ends of lines are one word")
      ->group(group);
}

void add_document_options(CLI::App& subcommand, ImportArguments& args) {
  const std::string group = "Documents";
  subcommand
      .add_option("--split-words", args.import.split_words,
                  "Split documents into parts of N words, stop words included")
      ->transform(whole_number(1, 1'000'000'000))
      ->group(group);
  subcommand
      .add_flag("--keep-text", args.keep_text,
                "Keep the texts beside the corpus, with the passage of every token")
      ->group(group);
}

void add_pruning_options(CLI::App& subcommand, ImportArguments& args) {
  PruneOptions& prune = args.import.prune;
  const std::string group = "Vocabulary";
  subcommand.add_option("--min-count", prune.min_count, "Drop words that occur fewer than N times")
      ->transform(whole_number())
      ->group(group);
  subcommand
      .add_option("--min-documents", prune.min_documents, "Drop words that occur in fewer than N documents")
      ->transform(whole_number())
      ->group(group);
  subcommand
      .add_option("--max-document-share", prune.max_document_share,
                  "Drop words that occur in more than this proportion of the documents, 0 to 1")
      ->check(from_zero_to_one())
      ->group(group);
  subcommand.add_option("--keep-types", prune.keep_types, "Keep only the best N words")
      ->transform(whole_number())
      ->group(group);
  subcommand
      .add_option("--keep-types-by", args.keep_by,
                  "How the best words are chosen: frequency (default) or tfidf")
      ->check(CLI::IsMember({"frequency", "tfidf"}))
      ->group(group);
  subcommand
      .add_option("--repeats", args.repeats,
                  "Of n tokens of a word in a document keep all (default), 1 + log n (log), or once")
      ->check(CLI::IsMember({"all", "log", "once"}))
      ->group(group);
}

/// The options on the command line, without dashes.
std::vector<std::string> given_options(const CLI::App& subcommand) {
  std::vector<std::string> names;
  for (const CLI::Option* option : subcommand.get_options())
    if (option->count() > 0 && !option->get_lnames().empty()) names.push_back(option->get_lnames().front());
  return names;
}

text::LeaveOut left_out(const std::string& choice) {
  return choice == "keep"     ? text::LeaveOut::no
         : choice == "remove" ? text::LeaveOut::yes
                              : text::LeaveOut::if_most;
}

void set_word_options(const CLI::App& subcommand, ImportArguments& args) {
  text::WordOptions& words = args.import.words;
  if (!args.language.empty()) {
    const std::string chosen = words.stop_words;
    text::set_language(words, args.language);
    if (subcommand.count("--stop-words") > 0) words.stop_words = chosen;
  }
  words.markup = left_out(args.markup);
  words.addresses = left_out(args.addresses);
  if (args.join_hyphenated) words.split.line_ends = text::LineEnds::joined;
  if (!args.token_regex.empty()) {
    words.split.by = text::SplitBy::regex;
    words.split.regex = args.token_regex;
  }
  if (args.pretokenized) {
    words.split.by = text::SplitBy::white_space;
    words.split.letter_case = text::LetterCase::preserve;
  }
  if (args.preserve_case) words.split.letter_case = text::LetterCase::preserve;
  if (args.remove_stop_words && subcommand.count("--stop-words") > 0)
    throw UsageError("--remove-stopwords and --stop-words cannot be combined; give one of them");
  // Words that were prepared elsewhere are taken as they are, unless it is asked otherwise.
  if (args.pretokenized && subcommand.count("--stop-words") == 0 && !args.remove_stop_words)
    words.stop_words = "none";
  words.encoding = args.import.encoding;
}

}  // namespace

void add_import_options(CLI::App& subcommand, ImportArguments& args) {
  add_reading_options(subcommand, args);
  add_count_options(subcommand, args);
  add_layout_options(subcommand, args);
  add_metadata_options(subcommand, args);
  add_label_options(subcommand, args);
  add_word_options(subcommand, args);
  add_phrase_options(subcommand, args);
  add_text_options(subcommand, args);
  add_document_options(subcommand, args);
  add_pruning_options(subcommand, args);
  subcommand.add_option("--output", args.output, "New corpus folder")->required();
  subcommand.add_option("--threads", args.import.threads,
                        "Number of threads; the result does not depend on it (default: all cores)");
  add_scratch(subcommand, args.scratch);
  add_max_memory(subcommand);
  subcommand
      .add_option("--max-expansion", args.max_expansion,
                  "How many times as long compressed input may become; 0: no limit (default: 100)")
      ->transform(whole_number());
  subcommand.add_option("--log", args.log, "text, or json: one JSON line per event (default: text)")
      ->check(CLI::IsMember({"text", "json"}));
}

void finish_import_options(const CLI::App& subcommand, ImportArguments& args) {
  ImportOptions& import = args.import;
  import.folder_files = args.all_files ? FolderFiles::all : FolderFiles::texts;
  import.words.phrases.find = args.phrases;
  import.labels_from = args.labels_from_folders ? LabelsFrom::folders : LabelsFrom::field;
  const std::vector<std::string> given = given_options(subcommand);
  check_import(import, given);
  set_word_options(subcommand, args);
  set_words_of_counts(import, given);
  import.quoting = args.quoting == "none"        ? Quoting::none
                   : args.quoting == "backslash" ? Quoting::backslash
                                                 : Quoting::csv;
  if (!args.separator.empty()) import.separator = separator_named(args.separator);
  import.rows = args.transpose ? Rows::types : Rows::documents;
  for (const std::string& dates : args.dates) import.dates.push_back(field_dates_of(dates));
  import.metadata.missing = args.metadata_missing == "keep" ? MissingRows::kept : MissingRows::refused;
  import.keep_text = args.keep_text ? KeepText::yes : KeepText::no;
  import.prune.keep_by = args.keep_by == "tfidf" ? KeepBy::tfidf : KeepBy::frequency;
  import.prune.repeats = args.repeats == "log"    ? Repeats::log
                         : args.repeats == "once" ? Repeats::once
                                                  : Repeats::all;
}

}  // namespace themata::cli
