#include "fit_field.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "common_options.hpp"

namespace themata::cli {

namespace {

/// MALLET's spellings whose meaning is the same. Its --alpha and --optimize-interval mean something else, so they are
/// not among them.
std::string spellings(std::string_view name) {
  if (name == "topics") return "--topics,--num-topics";
  if (name == "sweeps") return "--sweeps,--num-iterations";
  if (name == "threads") return "--threads,--num-threads";
  if (name == "seed") return "--seed,--random-seed";
  return "--" + std::string(name);
}

/// Accepted, but not in the help.
void add_former_spelling(CLI::App& app, FitOptions& options) {
  const CLI::Option* current = app.get_option("--unlabeled");
  app.add_option("--unlabelled", options.unlabelled)->group("")->check([current](const std::string&) {
    return current->count() > 0 ? "cannot be combined with --unlabeled; leave it out" : "";
  });
}

}  // namespace

void add_fit_field(CLI::App& app, FitOptions& options, const FitField& field) {
  std::string help(field.help);
  if (!field.choices.empty()) help += fmt::format(" [{}]", fmt::join(field.choices, "|"));
  std::visit(
      [&](auto place) {
        using Value = std::decay_t<decltype(options.*place)>;
        CLI::Option* option = app.add_option(spellings(field.name), options.*place, help);
        if constexpr (std::is_same_v<Value, std::uint64_t>) {
          option->transform(whole_number());
          if (options.*place != FitOptions::automatic) option->default_str(std::to_string(options.*place));
        } else if constexpr (std::is_same_v<Value, double>) {
          option->default_str(fmt::format("{:g}", options.*place));
        } else {
          option->default_str(options.*place);
        }
      },
      field.place);
  if (field.name == "unlabeled") add_former_spelling(app, options);
}

}  // namespace themata::cli
