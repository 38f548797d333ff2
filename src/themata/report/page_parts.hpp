#pragma once

#include <string_view>

/// The files of web/, embedded when the library is built (cmake/embed.cmake writes the definitions).
namespace themata::page_parts {

extern const std::string_view html, style, script, rating;

}  // namespace themata::page_parts
