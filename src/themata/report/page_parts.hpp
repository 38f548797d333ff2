#pragma once

#include <string_view>

/// The pages of web/, embedded when the library is built (cmake/embed.cmake writes the definitions).
namespace themata::page_parts {

extern const std::string_view report, rating;

}  // namespace themata::page_parts
