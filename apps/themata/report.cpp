#include "themata/report/report.hpp"

#include <fmt/core.h>

#include <memory>
#include <optional>

#include "common_options.hpp"
#include "subcommands.hpp"
#include "themata/diagnose/later_burn_in.hpp"
#include "themata/io/output_file.hpp"
#include "themata/store/output_path.hpp"

namespace themata::cli {

namespace {

struct ReportOptions {
  std::string fit, output;
  std::optional<std::uint32_t> chain;
  std::optional<std::uint64_t> burn_in;
};

void run_report(const ReportOptions& options) {
  const ShownFit shown = open_shown_fit(open_fit_after(options.fit, options.burn_in), options.chain);
  const std::filesystem::path output =
      options.output.empty() ? shown.fit.path.path() / "report.html" : output_path(options.output);
  OutputFile file(output);
  file.write(report_page(report_data(shown)));
  file.commit();
  fmt::print("{}\n", output.string());
}

}  // namespace

void add_report(CLI::App& app) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* subcommand =
      app.add_subcommand("report", "Write a report: one HTML file that opens in any browser, offline");
  subcommand->add_option("fit", options->fit, "Fit folder")->required()->type_name("FIT");
  subcommand
      ->add_option("--output", options->output,
                   "File to write (default: report.html in the fit folder); an existing file is overwritten")
      ->type_name("FILE");
  add_chain(*subcommand, options->chain, "Chain to show");
  add_burn_in(*subcommand, options->burn_in);
  subcommand->callback([options] { run_report(*options); });
}

}  // namespace themata::cli
