#include "themata/store/metadata_value.hpp"

#include "themata/io/json.hpp"
#include "themata/io/numbers.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

std::optional<std::string> text_of_value(const nlohmann::ordered_json& value) {
  if (value.is_null()) return std::nullopt;
  if (!value.is_string()) return dump_json(value);
  std::string text = in_nfc(without_blanks(value.get_ref<const std::string&>()));
  if (says_missing(text)) return std::nullopt;
  return text;
}

std::optional<std::string> text_of_field(const nlohmann::ordered_json& metadata, const std::string& field) {
  if (!metadata.is_object() || !metadata.contains(field)) return std::nullopt;
  return text_of_value(metadata[field]);
}

std::optional<double> number_of(std::string_view text) {
  text = without_blanks(text);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  return finite_number(text);
}

}  // namespace themata
