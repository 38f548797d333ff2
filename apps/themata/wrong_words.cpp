#include "wrong_words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "common_options.hpp"

namespace themata::cli {

namespace {

/// How many letters to add, remove, replace or swap with their neighbor make one word of the other.
std::size_t edit_distance(std::string_view one, std::string_view other) {
  std::vector<std::vector<std::size_t>> steps(one.size() + 1, std::vector<std::size_t>(other.size() + 1));
  for (std::size_t i = 0; i <= one.size(); ++i)
    for (std::size_t j = 0; j <= other.size(); ++j) {
      if (i == 0 || j == 0) {
        steps[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = steps[i - 1][j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1);
      steps[i][j] = std::min({steps[i - 1][j] + 1, steps[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
        steps[i][j] = std::min(steps[i][j], steps[i - 2][j - 2] + 1);
    }
  return steps[one.size()][other.size()];
}

/// Dashes with a name after them, which is no number.
bool is_like_an_option(const std::string& word) {
  const std::size_t name = word.find_first_not_of('-');
  return name != 0 && name != std::string::npos && word[name] != '=' && (word[1] < '0' || word[1] > '9');
}

/// "--topic" of "--topic=5".
std::string option_in(const std::string& word) { return word.substr(0, word.find('=')); }

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : shown_options(command))
    for (const std::string& name : option->get_lnames()) names.push_back(name);
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : shown_commands(app)) names.push_back(command->get_name());
  return names;
}

std::string unknown_option(const CLI::App& command, const std::string& word) {
  const std::string option = option_in(word);
  const std::string name = option.substr(option.find_first_not_of('-'));
  const std::string near = nearest_name(name, option_names(command));
  return near.empty() ? fmt::format("Unknown option {}.", option)
                      : fmt::format("Unknown option {}. Did you mean --{}?", option, near);
}

std::string unknown_command(const CLI::App& app, const std::string& word) {
  const std::string near = nearest_name(word, command_names(app));
  return near.empty() ? fmt::format("Unknown command '{}'.", word)
                      : fmt::format("Unknown command '{}'. Did you mean '{}'?", word, near);
}

/// An option with too few words after it, or one that is there too often.
std::string message_of(const CLI::ArgumentMismatch& wrong) {
  const std::string said = wrong.what();
  const std::string option = said.substr(0, said.find(':'));
  const bool is_short = said.find("missing") != std::string::npos;
  return is_short ? fmt::format("{} needs a value.", option)
                  : fmt::format("{} is given more than once.", option);
}

std::string message_of_command(const CLI::App& command, const CLI::ParseError& wrong) {
  const bool is_of_words = dynamic_cast<const CLI::RequiredError*>(&wrong) != nullptr ||
                           dynamic_cast<const CLI::ExtrasError*>(&wrong) != nullptr;
  if (const auto* mismatch = dynamic_cast<const CLI::ArgumentMismatch*>(&wrong)) return message_of(*mismatch);
  const std::vector<std::string> unknown = command.remaining();
  if (!is_of_words || unknown.empty()) return wrong.what();
  const auto option = std::ranges::find_if(unknown, is_like_an_option);
  return option != unknown.end() ? unknown_option(command, *option)
                                 : fmt::format("Unexpected argument '{}'.", unknown.front());
}

}  // namespace

std::string nearest_name(std::string_view word, const std::vector<std::string>& names) {
  constexpr std::size_t letters_per_slip = 3, shortest_beginning = 3;
  std::string nearest;
  std::size_t least = (word.size() + 1) / letters_per_slip + 1;  // as far as this is another word
  for (const std::string& name : names)
    if (const std::size_t distance = edit_distance(word, name); distance < least) {
      nearest = name;
      least = distance;
    }
  if (!nearest.empty() || word.size() < shortest_beginning) return nearest;
  const auto begins = [word](const std::string& name) { return name.starts_with(word); };
  const auto longer = std::ranges::find_if(names, begins);
  return longer == names.end() ? "" : *longer;
}

std::string message_of(const CLI::App& app, const CLI::ParseError& wrong) {
  const std::string at_the_start = fmt::format("The commands are listed by: {} --help", app.get_name());
  const std::vector<std::string> before = app.remaining();
  if (!before.empty()) {
    const bool is_option = is_like_an_option(before.front());
    return (is_option ? unknown_option(app, before.front()) : unknown_command(app, before.front())) + "\n" +
           at_the_start;
  }
  const std::vector<CLI::App*> commands = app.get_subcommands();
  if (commands.empty()) return "No command was given.\n" + at_the_start;
  return fmt::format("{}\nThe options are listed by: {} {} --help",
                     message_of_command(*commands.front(), wrong), app.get_name(),
                     commands.front()->get_name());
}

}  // namespace themata::cli
