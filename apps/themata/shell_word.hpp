#pragma once

#include <string>
#include <string_view>

namespace themata::cli {

/// The text as a shell reads it as one word, in single quotes where it has a space or another sign that a
/// shell acts on. Control characters become spaces, as wherever a name is printed.
std::string shell_word(std::string_view text);

}  // namespace themata::cli
