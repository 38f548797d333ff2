#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <new>

#include "common_options.hpp"
#include "exit_codes.hpp"
#include "interrupts.hpp"
#include "subcommands.hpp"
#include "themata/io/error.hpp"
#include "themata/version.hpp"

namespace {

using themata::cli::ExitCode;

/// What the library suggests, as a person does it at the command line.
std::string suggestion_of(const themata::Error& error) {
  using themata::Remedy;
  if (!error.suggestion()) return "";
  const std::string& folder = error.suggestion()->folder;
  switch (error.suggestion()->remedy) {
    case Remedy::resume_fit:
      return "; resume with: themata resume " + folder;
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

ExitCode code_of(const themata::Error& error) {
  if (dynamic_cast<const themata::UsageError*>(&error) != nullptr) return ExitCode::wrong_usage;
  if (dynamic_cast<const themata::InputError*>(&error) != nullptr) return ExitCode::bad_input;
  if (dynamic_cast<const themata::CheckError*>(&error) != nullptr) return ExitCode::check_failed;
  if (dynamic_cast<const themata::cli::Interrupted*>(&error) != nullptr) return ExitCode::interrupted;
  return ExitCode::out_of_resources;
}

/// Not by fmt::print, which throws where standard error is closed: the exit status must come through all the
/// same.
int fail(ExitCode code, const std::string& message) {
  std::fputs(("themata: " + message + "\n").c_str(), stderr);
  return static_cast<int>(code);
}

/// Done, unless what was said could not be written: a full disk behind a redirection is no success.
int succeed() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return static_cast<int>(ExitCode::done);
  return fail(ExitCode::out_of_resources, "standard output cannot be written");
}

void add_subcommands(CLI::App& app) {
  using namespace themata::cli;
  for (auto* add : {add_import, add_fit, add_resume, add_topics, add_evaluate, add_human_eval, add_infer,
                    add_label, add_diagnose, add_compare, add_effect, add_trends, add_sweep, add_info,
                    add_export, add_report, add_serve, add_simulate, add_selftest})
    add(app);
  refuse_empty_values(app);
}

}  // namespace

int main(int argc, char** argv) {
  themata::cli::catch_interrupts();
  CLI::App app("Themata finds the topics of a document collection by Markov chain Monte Carlo.", "themata");
  app.set_version_flag("--version", std::string("themata ") + themata::version());
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 success, 1 selftest failed, 2 wrong usage, 3 bad input, 4 out of resources, 130 "
      "interrupted (fit and sweep save their state).");
  add_subcommands(app);
  try {
    app.parse(argc, argv);
    return succeed();
  } catch (const CLI::Success& asked) {
    app.exit(asked);
    return succeed();
  } catch (const CLI::ParseError& wrong) {
    app.exit(wrong);
    return static_cast<int>(ExitCode::wrong_usage);
  } catch (const themata::Error& error) {
    return fail(code_of(error), themata::cli::with_dashes(error.what() + suggestion_of(error)));
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::out_of_resources, "out of memory");
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(ExitCode::out_of_resources, error.path1().string() + ": " + error.code().message());
  } catch (const std::exception& error) {
    return fail(ExitCode::out_of_resources, error.what());
  }
}
