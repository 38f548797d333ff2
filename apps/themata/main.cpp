#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <new>

#include "common_options.hpp"
#include "interrupts.hpp"
#include "themata/io/error.hpp"
#include "themata/version.hpp"
#include "verbs.hpp"

namespace {

/// Not by fmt::print, which throws where standard error is closed: the exit status must come through all the same.
int fail(themata::ExitCode code, const std::string& message) {
  std::fputs(("themata: " + message + "\n").c_str(), stderr);
  return static_cast<int>(code);
}

/// Done, unless what was said could not be written: a full disk behind a redirection is no success.
int succeed() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return static_cast<int>(themata::ExitCode::done);
  return fail(themata::ExitCode::out_of_resources, "standard output cannot be written");
}

void add_verbs(CLI::App& app) {
  using namespace themata::cli;
  for (auto* add :
       {add_import, add_fit, add_resume, add_topics, add_evaluate, add_human_eval, add_infer, add_label,
        add_diagnose, add_compare, add_sweep, add_info, add_export, add_report, add_simulate, add_selftest})
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
  add_verbs(app);
  try {
    app.parse(argc, argv);
    return succeed();
  } catch (const CLI::Success& asked) {
    app.exit(asked);
    return succeed();
  } catch (const CLI::ParseError& wrong) {
    app.exit(wrong);
    return static_cast<int>(themata::ExitCode::wrong_usage);
  } catch (const themata::Error& error) {
    return fail(error.code(), themata::cli::with_dashes(error.what()));
  } catch (const std::bad_alloc&) {
    return fail(themata::ExitCode::out_of_resources, "out of memory");
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(themata::ExitCode::out_of_resources, error.path1().string() + ": " + error.code().message());
  } catch (const std::exception& error) {
    return fail(themata::ExitCode::out_of_resources, error.what());
  }
}
