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

nlohmann::json in_utf8(const nlohmann::json& json) { return parse_json<nlohmann::json>(dump_json(json)); }

template <class Json>
Json parse_json(std::string_view text) {
  return is_too_deep(text) ? Json(Json::value_t::discarded) : Json::parse(text, nullptr, false);
}
template nlohmann::json parse_json(std::string_view text);
template nlohmann::ordered_json parse_json(std::string_view text);

namespace {

template <class Json>
std::string dump(const Json& value, std::optional<int> indent) {
  return value.dump(indent.value_or(-1), ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string dump_json(const nlohmann::json& value, std::optional<int> indent) { return dump(value, indent); }
std::string dump_json(const nlohmann::ordered_json& value, std::optional<int> indent) {
  return dump(value, indent);
}

}  // namespace themata
