#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include "common_options.hpp"
#include "exit_codes.hpp"
#include "interrupts.hpp"
#include "opened_fits.hpp"
#include "page_server.hpp"
#include "subcommands.hpp"
#include "themata/io/error.hpp"
#include "themata/report/served_report.hpp"

namespace themata::cli {

namespace {

struct ServeCommand {
  std::string fit, names, corpus;
  std::optional<std::uint32_t> chain;
  std::optional<std::uint64_t> burn_in;
  std::uint16_t port = 0;
  ReportOptions report;
};

void run_serve(const ServeCommand& command) {
  ShownFit shown = open_chosen({command.fit, command.corpus, command.names, command.chain, command.burn_in});
  const ServedReport report(std::move(shown), command.report);
  PageServer server(report, command.port);
  leave_interrupts_to_the_subcommand();
  fmt::print("{}\n", server.address());
  if (std::fflush(stdout) != 0) throw ResourceError("standard output cannot be written");
  if (server.run(was_interrupted)) return;
  std::_Exit(static_cast<int>(ExitCode::done));  // a connection is still open, and nothing is half written
}

}  // namespace

void add_serve(CLI::App& app) {
  auto command = std::make_shared<ServeCommand>();
  CLI::App* subcommand = app.add_subcommand(
      "serve", "Serve the report to this machine alone, every document on demand, until Ctrl-C");
  subcommand->add_option("fit", command->fit, "Fit folder")->required()->type_name("FIT");
  subcommand->add_option("--port", command->port, "Port of 127.0.0.1; 0: any that is free (default: 0)")
      ->transform(whole_number(0, 65535))
      ->type_name("N");
  add_chain(*subcommand, command->chain, "Chain to show");
  add_burn_in(*subcommand, command->burn_in);
  add_corpus(*subcommand, command->corpus);
  add_names(*subcommand, command->names);
  add_sampled_documents(*subcommand, command->report.limits.sampled);
  subcommand->callback([command] { run_serve(*command); });
}

}  // namespace themata::cli
