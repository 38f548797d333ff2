#include "verbs.hpp"

namespace themata::cli {

void add_topics(CLI::App& app) {
  app.add_subcommand("topics", "");
}

}  // namespace themata::cli
