#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace themata {

/// How many objects and lists may be within each other: many more than any file of ours has, and than an
/// import takes. To copy or write a value takes some of the stack for each.
inline constexpr std::size_t deepest_json = 2000;

/// Whether a text, if it is JSON, has more objects and lists within each other.
bool is_too_deep(std::string_view json);

/// The same value with U+FFFD for all that is not UTF-8, which JSON cannot hold: names of files may have any
/// bytes.
nlohmann::json in_utf8(const nlohmann::json& json);

/// What a text says; a discarded value where it is no JSON, or too deep.
template <class Json>
Json parse_json(std::string_view text) {
  return is_too_deep(text) ? Json(Json::value_t::discarded) : Json::parse(text, nullptr, false);
}

}  // namespace themata
