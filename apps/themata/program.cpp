#include "program.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <new>

#include "build_text.hpp"
#include "common_options.hpp"
#include "exit_codes.hpp"
#include "output_choice.hpp"
#include "shell_word.hpp"
#include "themata/io/error.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/run/lock.hpp"
#include "themata/version.hpp"
#include "wrong_words.hpp"

namespace themata::cli {

namespace {

/// What the library suggests, as a person does it at the command line.
std::string suggestion_of(const Error& error) {
  if (!error.suggestion()) return "";
  const std::string folder = shell_word(error.suggestion()->folder);
  switch (error.suggestion()->remedy) {
    case Remedy::resume_fit:
      return is_locked(error.suggestion()->folder) ? "; it still runs: wait until more of it is saved"
                                                   : "; resume with: themata resume " + folder;
    case Remedy::extend_fit:
      return "; extend with: themata resume " + folder + " --sweeps N";
    case Remedy::make_corpus:
      return ", from `themata import`";
    case Remedy::make_fit:
      return ", from `themata fit`";
    case Remedy::make_corpus_or_fit:
      return "; corpus folders are made by `themata import`, fit folders by `themata fit`";
    case Remedy::show_import_options:
      return " (shown by `themata info " + folder + "`)";
    case Remedy::make_rating_tasks:
      return ", made by `themata human-eval`";
  }
  return "";
}

ExitCode code_of(const Error& error) {
  if (dynamic_cast<const UsageError*>(&error) != nullptr) return ExitCode::wrong_usage;
  if (dynamic_cast<const InputError*>(&error) != nullptr) return ExitCode::bad_input;
  if (dynamic_cast<const CheckError*>(&error) != nullptr) return ExitCode::check_failed;
  if (dynamic_cast<const Interrupted*>(&error) != nullptr) return ExitCode::interrupted;
  return ExitCode::out_of_resources;
}

/// Done, unless what was said could not be written: a full disk behind a redirection is no success.
int succeed() {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return static_cast<int>(ExitCode::done);
  const std::string reason = errno == 0 ? "" : fmt::format(": {}", std::strerror(errno));
  return fail(ExitCode::out_of_resources, "standard output cannot be written" + reason);
}

}  // namespace

Program::Program(const std::string& description, const std::string& name, const std::string& mpi)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->set_version_flag("--version",
                         fmt::format("{} {}\ncommit: {}\ncompiler: {}\ninstruction sets: {}\nMPI: {}", name,
                                     version(), commit(), compiler(), instruction_sets(), mpi));
  app_->require_subcommand(1);
  app_->footer(
      "Exit codes: 0 success, 1 selftest failed, 2 wrong usage, 3 bad input, 4 out of resources, 130 "
      "interrupted (fit and sweep save their state).");
}

Program::~Program() = default;

std::string said_of(const Error& error) { return with_dashes(error.what() + suggestion_of(error)); }

// Not by fmt::print, which throws where standard error is closed: the exit status must come through all the
// same.
int fail(ExitCode code, const std::string& message) {
  std::fputs(("themata: " + message_text(as_asked(message)) + "\n").c_str(), stderr);
  return static_cast<int>(code);
}

int Program::run(int argc, const char* const* argv) try {
  refuse_missing_values(*app_);
  app_->parse(argc, argv);
  return succeed();
} catch (const CLI::Success& asked) {
  app_->exit(asked);
  return succeed();
} catch (const CLI::ParseError& wrong) {
  return fail(ExitCode::wrong_usage, message_of(*app_, wrong));
} catch (const Error& error) {
  return fail(code_of(error), said_of(error));
} catch (const std::bad_alloc&) {
  return fail(ExitCode::out_of_resources, "out of memory");
} catch (const std::filesystem::filesystem_error& error) {
  const std::string what = error.path1().empty() ? error.what() : error.path1().string();
  return fail(ExitCode::out_of_resources, what + ": " + error.code().message());
} catch (const std::exception& error) {
  return fail(ExitCode::out_of_resources, error.what());
}

}  // namespace themata::cli
