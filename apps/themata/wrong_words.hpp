#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace themata::cli {

/// The name that is spelled most like a word, or begins with it; "" where none is near.
std::string nearest_name(std::string_view word, const std::vector<std::string>& names);

/// What is wrong with a command line that could not be parsed: an unknown command or option, with the nearest
/// one, before anything else; and a line that says where help is. @param app  that has tried to parse it
std::string message_of(const CLI::App& app, const CLI::ParseError& wrong);

}  // namespace themata::cli
