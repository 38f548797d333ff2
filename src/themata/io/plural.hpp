#pragma once

#include <fmt/core.h>

#include <concepts>
#include <string>
#include <string_view>

#include "themata/io/format.hpp"

namespace themata {

/// "document" for one, "documents" for any other number. @param many  where no s is added
std::string noun(std::integral auto n, std::string_view one, std::string_view many = "") {
  if (n == 1) return std::string(one);
  return many.empty() ? std::string(one) + "s" : std::string(many);
}

/// "1 document", "2,000 documents".
std::string count_of(std::integral auto n, std::string_view one, std::string_view many = "") {
  return fmt::format("{} {}", digit_groups(n), noun(n, one, many));
}

}  // namespace themata
