#include <fmt/core.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common_options.hpp"
#include "subcommands.hpp"

namespace themata::cli {

namespace {

/// An option as shells need to know it.
struct Word {
  std::string name;  ///< without dashes
  std::string help;
  bool takes_value;
};

struct Command {
  std::string name, help;
  std::vector<Word> options;
};

std::vector<Command> commands_of(const CLI::App& app) {
  std::vector<Command> commands;
  for (const CLI::App* subcommand : shown_commands(app)) {
    Command command{subcommand->get_name(), subcommand->get_description(), {}};
    for (const CLI::Option* option : shown_options(*subcommand))
      for (const std::string& name : option->get_lnames())
        command.options.push_back({name, option->get_description(), option->get_items_expected_max() > 0});
    commands.push_back(std::move(command));
  }
  return commands;
}

/// A text with a backslash before each of some characters, and nothing that ends a string in single quotes.
std::string quoted(const std::string& text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
      continue;
    }
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string for_bash(const std::vector<Command>& commands) {
  std::string names, cases;
  for (const Command& command : commands) {
    names += command.name + " ";
    cases += fmt::format("    {}) words=\"", command.name);
    for (const Word& word : command.options) cases += "--" + word.name + " ";
    cases += "\" ;;\n";
  }
  return "_themata() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} words=\"\"\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases +
         "  esac\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    words=\"" +
         names +
         "--help --version\"\n"
         "  elif [[ $current != -* ]]; then\n"
         "    return\n"
         "  fi\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "}\n"
         "complete -o default -o bashdefault -F _themata themata\n";
}

std::string for_zsh(const std::vector<Command>& commands) {
  std::string names, cases;
  for (const Command& command : commands) {
    names += fmt::format("    '{}:{}'\n", command.name, quoted(command.help, ":\\"));
    cases += fmt::format("    {})\n      _arguments", command.name);
    for (const Word& word : command.options)
      cases += fmt::format(" \\\n        '--{}[{}]{}'", word.name, quoted(word.help, "[]\\"),
                           word.takes_value ? ":value:_files" : "");
    cases += " \\\n        '*:file:_files' ;;\n";
  }
  return "#compdef themata\n"
         "_themata() {\n"
         "  local -a commands=(\n" +
         names +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe command commands\n"
         "    return\n"
         "  fi\n"
         "  local command=$words[2]\n"
         "  shift words\n"
         "  (( CURRENT -= 1 ))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "if [ \"$funcstack[1]\" = _themata ]; then _themata \"$@\"; else compdef _themata themata; fi\n";
}

std::string for_fish(const std::vector<Command>& commands) {
  std::string lines;
  for (const Command& command : commands)
    lines += fmt::format("complete -c themata -n __fish_use_subcommand -a {} -d '{}'\n", command.name,
                         quoted(command.help, "\\"));
  for (const Command& command : commands)
    for (const Word& word : command.options)
      lines += fmt::format("complete -c themata -n '__fish_seen_subcommand_from {}' -l {}{} -d '{}'\n",
                           command.name, word.name, word.takes_value ? " -r" : "", quoted(word.help, "\\"));
  return lines;
}

const std::map<std::string, std::function<std::string(const std::vector<Command>&)>>& shells() {
  static const std::map<std::string, std::function<std::string(const std::vector<Command>&)>> all{
      {"bash", for_bash}, {"zsh", for_zsh}, {"fish", for_fish}};
  return all;
}

}  // namespace

void add_completion(CLI::App& app) {
  CLI::App* subcommand =
      app.add_subcommand("completion", "Print what a shell (bash, zsh, fish) needs to complete commands");
  auto shell = std::make_shared<std::string>();
  subcommand->add_option("shell", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember(&shells()));
  subcommand->callback([&app, shell] { fmt::print("{}", shells().at(*shell)(commands_of(app))); });
}

}  // namespace themata::cli
