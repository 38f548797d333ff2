#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

namespace themata::cli {

/// The file that --output names, of a command that writes one. "-" is standard output; what else the command
/// prints then goes to standard error, so that nothing comes between. @throws UsageError (output_path)
std::filesystem::path chosen_output(const std::string& asked);

/// A message in which standard output is called that, and not by the name that chosen_output gave it.
std::string as_asked(std::string message);

/// Whether --output or the like names standard output.
bool is_standard_output(const std::string& asked);
/// Whether it names that, a device or a pipe.
bool is_stream_named(const std::string& asked);

/// --format of a table of documents, of which chosen_format says what it is.
void add_table_format(CLI::App& subcommand, std::string& format);
/// The format that was given, or that the ending of the file says: "tsv", "jsonl" or "npz".
std::string chosen_format(const std::string& given, const std::string& output);

/// Refuses standard output, devices and pipes for a format with several files, before the work.
/// @param format  "npz" or another @throws UsageError
void refuse_stream_of_matrices(const std::filesystem::path& output, const std::string& format);

}  // namespace themata::cli
