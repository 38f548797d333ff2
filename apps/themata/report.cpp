#include "themata/report/report.hpp"

#include <fmt/core.h>

#include <memory>
#include <optional>
#include <vector>

#include "common_options.hpp"
#include "opened_fits.hpp"
#include "output_choice.hpp"
#include "subcommands.hpp"
#include "themata/diagnose/later_burn_in.hpp"
#include "themata/io/error.hpp"
#include "themata/io/output_file.hpp"
#include "themata/io/stream.hpp"
#include "themata/store/topic_names.hpp"

namespace themata::cli {

namespace {

struct ReportCommand {
  std::vector<std::string> fits;
  std::string output, names, corpus;
  std::optional<std::uint32_t> chain;
  std::optional<std::uint64_t> burn_in;
  ReportOptions report;
};

void run_report(const ReportCommand& command) {
  if (command.fits.size() > 2)
    throw UsageError(fmt::format("{} fits are given; expected one, or two to compare", command.fits.size()));
  std::vector<FitFolder> fits{open_fit_after(command.fits.front(), command.burn_in)};
  if (command.fits.size() > 1) fits.push_back(open_fit(command.fits.back()));
  fits = with_corpus(std::move(fits), command.corpus);
  const ShownFit shown = with_names(open_shown_fit(std::move(fits.front()), command.chain), command.names);
  ReportOptions report = command.report;
  if (command.fits.size() > 1) report.other = RunChoice{std::move(fits.back()), std::nullopt};
  const std::filesystem::path output =
      command.output.empty() ? shown.fit.path.path() / "report.html" : chosen_output(command.output);
  OutputFile file(output);
  file.write(report_page(report_data(shown, report)));
  file.commit();
  if (!is_stream(output)) fmt::print("{}\n", output.string());
}

}  // namespace

void add_report(CLI::App& app) {
  auto command = std::make_shared<ReportCommand>();
  CLI::App* subcommand =
      app.add_subcommand("report", "Write a report: one HTML file that opens in any browser, offline");
  subcommand->add_option("fit", command->fits, "Fit folder; with a second one, both are compared")
      ->required()
      ->type_name("FIT [FIT]");
  subcommand
      ->add_option("--output", command->output,
                   "File to write, overwritten if it exists; -: standard output (default: FIT/report.html)")
      ->type_name("FILE");
  add_chain(*subcommand, command->chain, "Chain to show");
  add_burn_in(*subcommand, command->burn_in);
  add_corpus(*subcommand, command->corpus);
  add_names(*subcommand, command->names);
  add_sampled_documents(*subcommand, command->report.limits.sampled);
  subcommand->callback([command] { run_report(*command); });
}

}  // namespace themata::cli
