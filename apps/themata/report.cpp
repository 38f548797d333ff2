#include "verbs.hpp"

namespace themata::cli {

void add_report(CLI::App& app) { app.add_subcommand("report", ""); }

}  // namespace themata::cli
