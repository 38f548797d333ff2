#pragma once

#include <memory>
#include <string>

#include "exit_codes.hpp"
#include "themata/io/error.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): of CLI11
class App;
}  // namespace CLI

// What the programs have in common.
namespace themata::cli {

/// The command line of a program.
class Program {
 public:
  /// @param mpi  what `--version` says of it
  Program(const std::string& description, const std::string& name,
          const std::string& mpi = "no (themata-mpi has it)");
  ~Program();

  /// Where subcommands are added.
  CLI::App& app() { return *app_; }

  /// Parses the command line and does what it says. Errors become a line on standard error.
  /// @returns the exit status
  int run(int argc, const char* const* argv);

 private:
  std::unique_ptr<CLI::App> app_;
};

/// An error in a line, with what would help, as a person does it at the command line.
std::string said_of(const Error& error);

/// Writes a line on standard error. @returns the exit status
int fail(ExitCode code, const std::string& message);

}  // namespace themata::cli
