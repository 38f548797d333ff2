#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
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

// To read and to write JSON are templates of nlohmann's, compiled in json.cpp alone: each costs a compiler
// half a second in every source that calls it.

/// What a text says; a discarded value where it is no JSON, or too deep. Of nlohmann::json and ordered_json.
template <class Json>
Json parse_json(std::string_view text);

/// The value as text, with U+FFFD for what is not UTF-8.
/// @param indent  spaces by level; all in one line without it
std::string dump_json(const nlohmann::json& value, std::optional<int> indent = std::nullopt);
std::string dump_json(const nlohmann::ordered_json& value, std::optional<int> indent = std::nullopt);

}  // namespace themata
