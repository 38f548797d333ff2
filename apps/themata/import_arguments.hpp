#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "themata/corpus/import_options.hpp"
#include "themata/io/compression.hpp"

namespace themata::cli {

/// The options of `themata import` as they stand on the command line.
struct ImportArguments {
  ImportOptions import;
  std::string format;
  std::string output;
  std::string token_regex;
  std::string scratch;
  std::uint64_t max_expansion = MostExpansion::usual;
  std::string log = "text";
  std::vector<std::string> input;
  std::string quoting = "csv", separator;
  std::string keep_by = "frequency", repeats = "all";
  bool pretokenized = false, preserve_case = false, remove_stop_words = false, keep_sequence = false,
       transpose = false, keep_text = false, labels_from_folders = false;
  std::string metadata_missing = "error";
  std::vector<std::string> dates;
  std::string language, markup, addresses;
  bool join_hyphenated = false, all_files = false, phrases = false, fold_case = false;
};

/// Declares them; `args` must live as long as the subcommand.
void add_import_options(CLI::App& subcommand, ImportArguments& args);

/// Checks the options together, and completes `args.import`, whose format and files must be set.
/// @throws UsageError
void finish_import_options(const CLI::App& subcommand, ImportArguments& args);

}  // namespace themata::cli
