#include <string_view>

#include "themata/report/page_parts.hpp"
#include "themata/report/report.hpp"

namespace themata {

namespace {

/// JSON that contains no HTML markup: without a "<" nothing can end the script element around it.
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
  // The data is inserted last, so that its text is not searched for placeholders.
  replace_once(page, "/*STYLE*/", page_parts::style);
  replace_once(page, "/*SCRIPT*/", page_parts::script);
  replace_once(page, "/*DATA*/", embedded_json(data));
  return page;
}

}  // namespace themata
