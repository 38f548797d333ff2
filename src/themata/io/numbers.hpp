#pragma once

#include <optional>
#include <string_view>

namespace themata {

/// The finite number that a text is, with a point and without blanks around it; nothing for any other text.
std::optional<double> finite_number(std::string_view text);

}  // namespace themata
