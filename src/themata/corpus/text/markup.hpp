#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace themata::text {

/// Whether tags and entities of HTML are words, or are left out and decoded.
enum class Markup { kept, removed };
/// Whether addresses of the web and of mail are words, or are left out.
enum class Addresses { kept, removed };

/// What stands in the place of a part of a text.
struct Replacement {
  std::size_t end = 0;  ///< of the part
  std::string with;
};

/// The character of an entity (&amp; &#39; &#x2019;), and a blank for a tag, also one whose brackets are
/// entities, that begins at `at`; nothing if none does. Names are those of HTML 4.
std::optional<Replacement> markup_at(std::string_view text, std::size_t at);
/// The end of an address that begins at `at`: https://..., www...., name@host.org. Nothing if none does.
std::optional<std::size_t> end_of_address(std::string_view text, std::size_t at);

bool has_markup(std::string_view text);
bool has_address(std::string_view text);

}  // namespace themata::text
