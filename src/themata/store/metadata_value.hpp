#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace themata {

// How the values of documents' metadata are read, by all that reads them: a corpus keeps each as it was
// imported, and from a table all of them are texts.

/// A text without blanks around it, in normal form C, and anything else as JSON writes it; nothing where the
/// value is missing: null, or a text that is blank or says so (NA, N/A, NaN, None, null, ...).
std::optional<std::string> text_of_value(const nlohmann::ordered_json& value);
/// The same of a field of an object; nothing also where there is no such field.
std::optional<std::string> text_of_field(const nlohmann::ordered_json& metadata, const std::string& field);

/// The finite number that a text says, also with blanks around it or a plus before it.
std::optional<double> number_of(std::string_view text);

}  // namespace themata
