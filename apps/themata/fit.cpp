#include "verbs.hpp"

namespace themata::cli {

void add_fit(CLI::App& app) {
  app.add_subcommand("fit", "");
}

}  // namespace themata::cli
