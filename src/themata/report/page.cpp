#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "themata/io/json.hpp"
#include "themata/report/page_parts.hpp"
#include "themata/report/report.hpp"

namespace themata {

namespace {

/// What JSON writes as it is but a page must not hold: without a "<" nothing can end the script element
/// around the data, and the separators of lines and paragraphs (U+2028, U+2029) end a line of a script.
constexpr std::pair<std::string_view, std::string_view> escapes[] = {
    {"<", "\\u003c"}, {"\xE2\x80\xA8", "\\u2028"}, {"\xE2\x80\xA9", "\\u2029"}};

std::string embedded_json(const nlohmann::json& data) {
  const std::string text = dump_json(data);
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

/// The page with the data in it. @param connections  what its policy says of connections
std::string page_with(const nlohmann::json& data, std::string_view connections) {
  constexpr std::string_view policy = "connect-src 'none'", mark = "/*DATA*/";
  const std::string_view built = page_parts::report;  // each mark once: the build of the page checks it
  const std::size_t rule = built.find(policy), place = built.find(mark);
  std::string page(built.substr(0, rule));
  page += connections;
  page += built.substr(rule + policy.size(), place - rule - policy.size());
  page += embedded_json(data);
  page += built.substr(place + mark.size());
  return page;
}

}  // namespace

std::size_t page_size(const nlohmann::json& data) {
  return page_parts::report.size() + embedded_json(data).size();
}

std::string report_page(const nlohmann::json& data) { return page_with(data, "connect-src 'none'"); }

std::string served_page(const nlohmann::json& data) { return page_with(data, "connect-src 'self'"); }

}  // namespace themata
