#include <memory>

#include "held_out.hpp"
#include "themata/io/error.hpp"
#include "verbs.hpp"

namespace themata::cli {

namespace {

struct EvaluateCommand {
  std::string fit, format = "table";
  std::optional<std::uint32_t> chain;
  HeldOutCommand held_out;
};

void run_evaluate(const EvaluateCommand& command) {
  if (!command.held_out.is_asked())
    throw UsageError("nothing to evaluate by; expected --held-out CORPUS or --folds F");
  run_held_out(command.held_out, command.fit, command.chain, command.format);
}

}  // namespace

void add_evaluate(CLI::App& app) {
  auto command = std::make_shared<EvaluateCommand>();
  CLI::App* verb = app.add_subcommand("evaluate", "Score a fit on documents that it has not seen");
  verb->add_option("FIT", command->fit, "fit folder")->required();
  verb->add_option("--chain", command->chain, "chain of the fit (default: the first)");
  verb->add_option("--format", command->format, "table or json (default: table)")
      ->check(CLI::IsMember({"table", "json"}).description(""));
  add_held_out_options(*verb, command->held_out);
  verb->callback([command] { run_evaluate(*command); });
}

}  // namespace themata::cli
