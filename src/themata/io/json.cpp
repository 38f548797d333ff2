#include "themata/io/json.hpp"

#include <algorithm>

namespace themata {

bool is_too_deep(std::string_view json) {
  std::size_t depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_text = false;
    } else if (c == '"') {
      in_text = true;
    } else if (c == '[' || c == '{') {
      if (++depth > deepest_json) return true;
    } else if (c == ']' || c == '}') {
      depth -= std::min<std::size_t>(depth, 1);
    }
  }
  return false;
}

nlohmann::json in_utf8(const nlohmann::json& json) {
  return nlohmann::json::parse(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace themata
