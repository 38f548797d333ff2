#include "verbs.hpp"

namespace themata::cli {

void add_import(CLI::App& app) {
  app.add_subcommand("import", "");
}

}  // namespace themata::cli
