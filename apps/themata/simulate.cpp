#include "themata/simulate/simulate.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

#include "common_options.hpp"
#include "output_choice.hpp"
#include "subcommands.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/io/plural.hpp"
#include "themata/simulate/catalog.hpp"

namespace themata::cli {

namespace {

struct SimulateCommand {
  std::string model;
  GivenOptions given;
  bool truth = false, dry_run = false;
  std::string output, log = "text";
};

void add_field(CLI::App& verb, SimulateCommand& command, const simulate::SharedField& field) {
  CLI::Option* option = verb.add_option_function<std::string>(
      fmt::format("--{}", field.name), [&command, name = std::string(field.name)](const std::string& text) {
        command.given.emplace_back(name, text);
      });
  if (std::holds_alternative<std::uint64_t>(field.kind))
    option->transform(
        whole_number(static_cast<std::uint64_t>(field.least), static_cast<std::uint64_t>(field.most)));
  option->type_name(std::string(value_name(field.kind)));
}

/// The simulation that was named, or null if none was, or one that there is not.
const simulate::Simulated* find_named(const std::string& model) {
  const std::vector<const simulate::Simulated*> all = simulate::all_simulated();
  const auto found = std::ranges::find_if(all, [&](const auto* one) { return one->info().name == model; });
  return found == all.end() ? nullptr : *found;
}

/// Whether help lists an option where no model is named: one of the corpus or the run that most models have.
bool is_common(const simulate::SharedField& shared) {
  const bool general = shared.group == OptionGroup::corpus || shared.group == OptionGroup::run;
  return general && 2 * shared.simulations.size() > simulate::all_simulated().size();
}

/// A field of a simulation, and its default.
struct FieldOfOne {
  Field field;
  OptionValue otherwise;
};

/// Nothing if the simulation does not have the option.
std::optional<FieldOfOne> find_field(const simulate::Simulated& simulated, std::string_view name) {
  const std::unique_ptr<AnyOptions> options = simulated.default_options();
  for (std::size_t i = 0; i < options->fields().size(); ++i)
    if (options->fields()[i].name == name) return FieldOfOne{options->fields()[i], options->otherwise(i)};
  return std::nullopt;
}

/// What help says of an option, which has this meaning. @param required  what is said if it must be given
void describe(CLI::Option& option, const FieldOfOne& meaning, std::string_view required) {
  std::string text = with_dashes(std::string(meaning.field.help));
  if (!meaning.field.choices.empty()) text += fmt::format(" [{}]", listed(meaning.field.choices, "|"));
  if (meaning.field.required) text += fmt::format(" ({})", required);
  option.description(text)->group(std::string(title_of(meaning.field.group)));
  option.default_str(is_automatic(meaning.otherwise) ? "" : to_text(meaning.otherwise));
}

/// The meaning for the first model; without a default if models have different ones.
FieldOfOne common_meaning(const simulate::SharedField& shared) {
  FieldOfOne meaning = *find_field(*shared.simulations.front(), shared.name);
  for (const simulate::Simulated* one : shared.simulations)
    if (find_field(*one, shared.name)->otherwise != meaning.otherwise) meaning.otherwise = automatic;
  return meaning;
}

/// Shows the options of one simulation, or those that most have in common. @param named  null for the latter
void show_options_of(CLI::App& verb, const simulate::Simulated* named) {
  for (const simulate::SharedField& shared : simulate::all_simulated_fields()) {
    CLI::Option* option = verb.get_option(fmt::format("--{}", shared.name));
    option->group("");
    if (named == nullptr) {
      if (is_common(shared)) describe(*option, common_meaning(shared), "most models require it");
    } else if (const auto meaning = find_field(*named, shared.name))
      describe(*option, *meaning, "required");
  }
  const bool on_request = named != nullptr && named->info().truth == simulate::TruthFiles::on_request;
  verb.get_option("--truth")->group(on_request ? "Options" : "");
}

std::string line_per_simulated() {
  std::string lines = "Models (themata simulate MODEL --help lists the options of one):\n";
  for (const simulate::Simulated* one : simulate::all_simulated())
    lines += fmt::format("  {:<14} {}\n", one->info().name, with_dashes(std::string(one->info().title)));
  return lines;
}

/// Lays out help once it is known what was named.
class SimulateHelp : public CLI::Formatter {
 public:
  explicit SimulateHelp(CLI::App& verb) : verb_(verb) {}

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    const auto& words = verb_.get_option("MODEL")->results();
    const simulate::Simulated* named = words.empty() ? nullptr : find_named(words.front());
    show_options_of(verb_, named);
    if (named == nullptr) verb_.footer(line_per_simulated());
    return CLI::Formatter::make_help(app, name, mode);
  }

 private:
  CLI::App& verb_;
};

template <class... Args>
void print_count(std::uint64_t count, fmt::format_string<Args...> format, Args&&... args) {
  fmt::print("{:>14} {}\n", digit_groups(count), fmt::format(format, std::forward<Args>(args)...));
}

void print_summary(const SimulateReport& report, double seconds, const std::string& output) {
  print_count(report.documents, "{}", noun(report.documents, "document"));
  if (report.empty_documents > 0) print_count(report.empty_documents, "of them empty");
  print_count(report.tokens, "{} (tokens)", noun(report.tokens, "word"));
  print_count(report.types, "different {} (types), {} of them drawn", noun(report.types, "word"),
              digit_groups(report.types_drawn));
  print_count(report.topics, "{}", noun(report.topics, "topic"));
  fmt::print("{:>14.1f} seconds\nCorpus: {}\n", seconds, output);
}

void print_summary(const MatrixReport& report, double seconds, const std::string& output) {
  print_count(report.rows, "{}", noun(report.rows, "row"));
  print_count(report.columns, "{}", noun(report.columns, "column"));
  print_count(report.entries, "{}", noun(report.entries, "entry", "entries"));
  fmt::print("{:>14.1f} seconds\nMatrix: {}\n", seconds, output);
}

/// Draws, and prints what was drawn.
void run_and_print(const SimulateCommand& command, auto draw) {
  const auto start = std::chrono::steady_clock::now();
  const auto report = draw();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (command.log == "text") return print_summary(report, seconds, command.output);
  nlohmann::ordered_json event = report.to_json();
  event["event"] = "simulated";
  event["seconds"] = seconds;
  event["output"] = command.output;
  fmt::print("{}\n", dump_json(event));
}

void run_simulate(const SimulateCommand& command) {
  SimulateOptions options(command.model);
  for (const auto& [name, text] : command.given) options.read(name, text);
  options.truth = command.truth;
  if (command.dry_run) return fmt::print("{}\n", dump_json(to_json(with_defaults(options)), 2));
  if (command.output.empty()) throw CLI::RequiredError("--output");
  if (!is_matrix(options))
    return run_and_print(command, [&] { return simulate_corpus(options, command.output); });
  if (!is_stream_named(command.output) && std::filesystem::path(command.output).extension() != ".npz")
    throw UsageError(
        OptionFault{"output", fmt::format("'{}'", command.output),
                    fmt::format("a name that ends in .npz, as {} is a matrix", options.model())});
  run_and_print(command, [&] { return simulate_matrix(options, chosen_output(command.output)); });
}

}  // namespace

void add_simulate(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "simulate", "Draw a corpus from a model, and write the true values next to it; or draw a matrix");
  auto command = std::make_shared<SimulateCommand>();
  verb->add_option("MODEL", command->model, "What to simulate; themata simulate --help lists the choices")
      ->type_name("")
      ->required();
  verb->add_option("--output", command->output,
                   "Corpus folder; for a matrix, a .npz file (REQUIRED without --dry-run)")
      ->type_name("PATH");
  verb->add_flag("--dry-run", command->dry_run,
                 "Check the options and print every one as JSON, draw nothing");
  verb->add_flag("--truth", command->truth, "Also write the true values, to truth/ in the corpus folder");
  verb->add_option("--log", command->log, "Summary as text, or as one line of JSON")
      ->check(CLI::IsMember({"text", "json"}).description(""))
      ->type_name("text|json")
      ->capture_default_str();
  for (const simulate::SharedField& field : simulate::all_simulated_fields())
    add_field(*verb, *command, field);
  verb->formatter(std::make_shared<SimulateHelp>(*verb));
  verb->callback([command] { run_simulate(*command); });
}

}  // namespace themata::cli
