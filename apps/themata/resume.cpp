#include "verbs.hpp"

namespace themata::cli {

void add_resume(CLI::App& app) {
  app.add_subcommand("resume", "");
}

}  // namespace themata::cli
