#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace themata {

// How the values of documents' metadata are read, by all that reads them: a corpus keeps each as it was
// imported, and from a table all of them are texts.

/// A text as it is, anything else as JSON writes it; nothing where the value is missing: null, or a text that
/// is blank, NA or NaN.
std::optional<std::string> text_of_value(const nlohmann::ordered_json& value);
/// The same of a field of an object; nothing also where there is no such field.
std::optional<std::string> text_of_field(const nlohmann::ordered_json& metadata, const std::string& field);

/// The finite number that a text says, also with blanks around it or a plus before it.
std::optional<double> number_of(std::string_view text);

/// A date as years: 1999.5 in the middle of 1999. Dates are YYYY-MM-DD, with or without a time of day, and
/// YYYY-MM, which is the month's first day.
std::optional<double> years_of_date(std::string_view text);
/// The day that lies so many years after the birth of Christ, as YYYY-MM-DD.
std::string date_of_years(double years);

}  // namespace themata
