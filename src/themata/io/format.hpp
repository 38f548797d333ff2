#pragma once

// What messages and tables take of fmt besides <fmt/core.h>. Its further headers are templates, of which a
// compiler makes and optimizes three seconds' worth in each source that formats a number with them; nothing
// includes them but format.cpp (tests/style).
#include <fmt/core.h>

#include <cstdint>
#include <iterator>
#include <ranges>
#include <string>
#include <string_view>

namespace themata {

/// The elements, texts or numbers, with the separator between each two.
template <std::ranges::input_range Range>
std::string listed(const Range& elements, std::string_view separator) {
  std::string text;
  bool first = true;
  for (const auto& element : elements) {
    if (!first) text += separator;
    first = false;
    fmt::format_to(std::back_inserter(text), "{}", element);
  }
  return text;
}

/// "12,345,678".
std::string digit_groups(std::uint64_t n);

}  // namespace themata
