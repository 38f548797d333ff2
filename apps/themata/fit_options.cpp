#include "fit_options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "common_options.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"

namespace themata::cli {

namespace {

/// MALLET's spellings whose meaning is the same. Its --alpha and --optimize-interval mean something else, so
/// they are not among them.
std::string spellings(std::string_view name) {
  if (name == "topics") return "--topics,--num-topics";
  if (name == "sweeps") return "--sweeps,--num-iterations";
  if (name == "threads") return "--threads,--num-threads";
  if (name == "seed") return "--seed,--random-seed";
  return fmt::format("--{}", name);
}

bool is_learned(std::string_view name) {
  return std::ranges::any_of(all_models(), [name](const ModelPlugin* model) {
    const FitOptions fit = model->default_options();
    const Field* learn = fit.find("learn");
    return learn != nullptr && std::ranges::find(learn->choices, name) != learn->choices.end();
  });
}

/// Takes a number. Where another text is given for a hyperparameter, it is often meant to be learned.
CLI::Validator number_of_fit(std::string_view option) {
  return {[name = std::string(option)](const std::string& text) -> std::string {
            if (double number = 0; CLI::detail::lexical_cast(text, number)) return {};
            const std::string learned =
                is_learned(name) ? fmt::format("; to learn it: --learn {}.", name) : ".";
            throw UsageError(fmt::format("--{} takes a number, not '{}'{}", name, text, learned));
          },
          ""};
}

std::string no_whole_number(const std::string& text, const AnyField& any) {
  double least = range::most_whole, most = 0;
  for (const ModelPlugin* model : any.models.empty() ? all_models() : any.models) {
    const FitOptions fit = model->default_options();
    least = std::min(least, fit.find(any.name)->least);
    most = std::max(most, fit.find(any.name)->most);
  }
  return fmt::format("{} is not a whole number from {:.0f} to {:.0f}", text, least, most);
}

/// Takes a whole number. Of another text it says the range, the widest of the models that have the option.
CLI::Validator whole_number_of_fit(const AnyField& any) {
  return {[any](std::string& text) -> std::string {
            return whole_number()(text).empty() ? "" : no_whole_number(text, any);
          },
          ""};
}

CLI::Option* add_option(CLI::App& subcommand, TypedOptions& typed, const std::string& names,
                        std::string_view field, const OptionValue& kind) {
  CLI::Option* option = subcommand.add_option_function<std::string>(
      names,
      [&typed, name = std::string(field)](const std::string& text) { typed.given.emplace_back(name, text); });
  if (std::holds_alternative<double>(kind)) option->check(number_of_fit(field));
  option->type_name(std::string(value_name(kind)));
  return option;
}

/// What an option means, and what it is where it is not given; "" where that is left to the program.
struct Meaning {
  std::string help, otherwise;
};

/// For one fit.
Meaning meaning_of(const FitOptions& fit, const Field& field) {
  Meaning meaning{std::string(field.help), ""};
  if (!field.choices.empty()) meaning.help += fmt::format(" [{}]", listed(field.choices, "|"));
  const OptionValue value = fit.get(field.name);
  if (value != OptionValue(automatic)) meaning.otherwise = to_text(value);
  return meaning;
}

void describe(CLI::Option& option, const Meaning& meaning, const Field& field) {
  option.description(with_dashes(meaning.help));
  option.group(std::string(title_of(field.group)));
  option.default_str(meaning.otherwise);
}

/// "lda or hdp: ", or "not hpc, pcm: " where most models have the option, or "" where all do.
std::string names_of_models(const AnyField& any) {
  std::vector<std::string_view> others;
  for (const ModelPlugin* model : all_models())
    if (!any.models.empty() && std::ranges::find(any.models, model) == any.models.end())
      others.push_back(model->info().name);
  if (others.empty()) return "";
  if (others.size() < any.models.size()) return fmt::format("not {}: ", listed(others, ", "));
  return models_with(any.name) + ": ";
}

/// For the models that have the option, where none is named: a text and a default where all agree.
Meaning meaning_of(const AnyField& any) {
  std::set<std::string> helps, defaults;
  for (const ModelPlugin* model : any.models.empty() ? std::vector{all_models().front()} : any.models) {
    const FitOptions fit = model->default_options();
    const Meaning meaning = meaning_of(fit, *fit.find(any.name));
    helps.insert(meaning.help);
    defaults.insert(meaning.otherwise);
  }
  return {names_of_models(any) + (helps.size() == 1 ? *helps.begin() : "see themata fit --model NAME --help"),
          defaults.size() == 1 ? *defaults.begin() : ""};
}

/// Of the options of every fit, those that the help of a model repeats.
bool is_most_used(std::string_view name) {
  return name == "sweeps" || name == "chains" || name == "threads" || name == "seed";
}

/// Shows the options of a model, and the most used ones of every fit; where no model is named, all of every
/// fit.
/// @param model  "" where none is named
void show_options_of(CLI::App& subcommand, const std::string& model) {
  const FitOptions fit = default_options(model.empty() ? all_models().front()->info().name : model);
  for (const AnyField& field : all_fields()) {
    CLI::Option* option = subcommand.get_option_no_throw(fmt::format("--{}", field.name));
    if (option == nullptr) continue;
    const bool is_of_every_fit = field.models.empty();
    const bool shown = model.empty()     ? is_of_every_fit
                       : is_of_every_fit ? is_most_used(field.name)
                                         : fit.takes(field.name);
    if (shown)
      describe(*option, meaning_of(fit, *fit.find(field.name)), *fit.find(field.name));
    else
      option->group("");
  }
}

std::string line_per_model() {
  std::string lines = "Models (--help with --model NAME lists the options of one):\n";
  for (const ModelPlugin* model : all_models())
    lines += fmt::format("  {:<12} {}\n", model->info().name, with_dashes(std::string(model->info().title)));
  return lines;
}

/// Where the other options are.
std::string rest_of_help(const CLI::App& verb) {
  return fmt::format(
      "More options, of every fit (burn-in, draws, time, trace, monitoring): themata {} --help",
      verb.get_name());
}

/// Lays out help once it is known which model was named.
class ModelHelp : public CLI::Formatter {
 public:
  explicit ModelHelp(CLI::App& subcommand) : verb_(subcommand) {
    constexpr std::size_t names = 36;  // of options with what they take, so that nearly all are one line
    column_width(names);
  }

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    const auto& named = verb_.get_option("--model")->results();
    const bool is_known = !named.empty() && std::ranges::any_of(all_models(), [&](const ModelPlugin* model) {
      return model->info().name == named.front();
    });
    const std::string model = is_known ? named.front() : "";
    show_options_of(verb_, model);
    verb_.footer(model.empty() ? line_per_model() : rest_of_help(verb_));
    std::string text = CLI::Formatter::make_help(app, name, mode);
    for (std::size_t at = 0; (at = text.find("\n\n\n", at)) != std::string::npos;) text.erase(at, 1);
    return text;
  }

 private:
  CLI::App& verb_;
};

}  // namespace

std::string help_for_all(std::string_view option) {
  for (const AnyField& field : all_fields())
    if (field.name == option) return with_dashes(meaning_of(field).help);
  return "";
}

void add_fit_options(CLI::App& subcommand, TypedOptions& typed,
                     const std::function<bool(const AnyField&)>& offered) {
  for (const AnyField& field : all_fields())
    if (offered(field)) {
      CLI::Option* option = add_option(subcommand, typed, spellings(field.name), field.name, field.kind);
      if (std::holds_alternative<std::uint64_t>(field.kind)) option->transform(whole_number_of_fit(field));
      const FitOptions fit =
          (field.models.empty() ? *all_models().front() : *field.models.front()).default_options();
      describe(*option, meaning_of(field), *fit.find(field.name));
    }
  for (const FormerOption& former : former_options()) {
    const bool now_offered =
        former.now.empty() || subcommand.get_option_no_throw(fmt::format("--{}", former.now)) != nullptr;
    if (!now_offered) continue;
    const OptionValue kind = former.now.empty() ? OptionValue(0.0) : OptionValue(std::string());
    CLI::Option* option =
        add_option(subcommand, typed, fmt::format("--{}", former.name), former.name, kind)->group("");
    if (former.now.empty()) continue;
    const CLI::Option* current = subcommand.get_option(fmt::format("--{}", former.now));
    option->check([current, now = former.now](const std::string&) {
      return current->count() > 0 ? fmt::format("cannot be combined with --{}; leave it out", now) : "";
    });
  }
}

void add_model_option(CLI::App& subcommand, TypedOptions& typed) {
  subcommand.add_option("--model", typed.model, "Model, one of those that --help lists without --model")
      ->default_str(std::string(all_models().front()->info().name))
      ->type_name("NAME");
  subcommand.formatter(std::make_shared<ModelHelp>(subcommand));
}

}  // namespace themata::cli
