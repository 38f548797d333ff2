#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "exit_codes.hpp"
#include "themata/io/error.hpp"

// What the programs have in common.
namespace themata::cli {

/// Sets what `--version` and the end of `--help` say. @param mpi  which one the program has
void describe(CLI::App& app, const std::string& mpi = "no (themata-mpi has it)");

/// Parses the command line and does what it says. Errors become a line on standard error.
/// @returns the exit status
int run_program(CLI::App& app, int argc, const char* const* argv);

/// An error in a line, with what would help, as a person does it at the command line.
std::string said_of(const Error& error);

/// Writes a line on standard error. @returns the exit status
int fail(ExitCode code, const std::string& message);

}  // namespace themata::cli
