#include "verbs.hpp"

namespace themata::cli {

void add_export(CLI::App& app) {
  app.add_subcommand("export", "");
}

}  // namespace themata::cli
