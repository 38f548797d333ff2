#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "themata/report/page_parts.hpp"
#include "themata/report/report.hpp"

namespace themata {

namespace {

/// What JSON writes as it is but a page must not hold: without a "<" nothing can end the script element
/// around the data, and the separators of lines and paragraphs (U+2028, U+2029) end a line of a script.
constexpr std::pair<std::string_view, std::string_view> escapes[] = {
    {"<", "\\u003c"}, {"\xE2\x80\xA8", "\\u2028"}, {"\xE2\x80\xA9", "\\u2029"}};

std::string embedded_json(const nlohmann::json& data) {
  const std::string text = data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string escaped;
  escaped.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = std::string_view(text).substr(i);
    const auto* found = std::find_if(std::begin(escapes), std::end(escapes),
                                     [&](const auto& escape) { return rest.starts_with(escape.first); });
    escaped += found == std::end(escapes) ? rest.substr(0, 1) : found->second;
    i += found == std::end(escapes) ? 1 : found->first.size();
  }
  return escaped;
}

}  // namespace

std::string report_page(const nlohmann::json& data) {
  constexpr std::string_view mark = "/*DATA*/";
  const std::size_t place = page_parts::report.find(mark);  // once: the build of the page checks it
  std::string page(page_parts::report.substr(0, place));
  page += embedded_json(data);
  page += page_parts::report.substr(place + mark.size());
  return page;
}

}  // namespace themata
