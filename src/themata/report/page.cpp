#include <string_view>

#include "themata/report/page_parts.hpp"
#include "themata/report/report.hpp"

namespace themata {

namespace {

/// JSON in which no HTML parser finds markup: without a "<" nothing ends the script element that holds it.
std::string embedded_json(const nlohmann::json& data) {
  std::string escaped;
  for (const char c : data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) {
    if (c == '<')
      escaped += "\\u003c";
    else
      escaped.push_back(c);
  }
  return escaped;
}

void replace_once(std::string& page, std::string_view mark, std::string_view content) {
  page.replace(page.find(mark), mark.size(), content);
}

}  // namespace

std::string report_page(const nlohmann::json& data) {
  std::string page(page_parts::html);
  // The data goes in last: what it holds is never searched for a mark.
  replace_once(page, "/*STYLE*/", page_parts::style);
  replace_once(page, "/*SCRIPT*/", page_parts::script);
  replace_once(page, "/*DATA*/", embedded_json(data));
  return page;
}

}  // namespace themata
