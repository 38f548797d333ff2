#include "shell_word.hpp"

#include <algorithm>

#include "themata/io/plain_text.hpp"

namespace themata::cli {

namespace {

/// Whether no shell acts on it. Bytes of letters beyond ASCII are such, too.
bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-./+:@%,=").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_word(std::string_view text) {
  std::string line = one_line(text);
  if (!line.empty() && std::ranges::all_of(line, is_plain)) return line;
  std::string quoted = "'";
  for (const char c : line) c == '\'' ? quoted += "'\\''" : quoted += c;
  return quoted + "'";
}

}  // namespace themata::cli
