#include "verbs.hpp"

namespace themata::cli {

void add_info(CLI::App& app) {
  app.add_subcommand("info", "");
}

}  // namespace themata::cli
