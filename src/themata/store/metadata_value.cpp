#include "themata/store/metadata_value.hpp"

#include "themata/io/json.hpp"
#include "themata/io/numbers.hpp"

namespace themata {

namespace {

bool says_missing(std::string_view text) {
  return text.find_first_not_of(' ') == std::string_view::npos || text == "NA" || text == "NaN";
}

}  // namespace

std::optional<std::string> text_of_value(const nlohmann::ordered_json& value) {
  if (value.is_null()) return std::nullopt;
  std::string text = value.is_string() ? value.get<std::string>() : dump_json(value);
  if (says_missing(text)) return std::nullopt;
  return text;
}

std::optional<std::string> text_of_field(const nlohmann::ordered_json& metadata, const std::string& field) {
  if (!metadata.is_object() || !metadata.contains(field)) return std::nullopt;
  return text_of_value(metadata[field]);
}

std::optional<double> number_of(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  return finite_number(text);
}

}  // namespace themata
