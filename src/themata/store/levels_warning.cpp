#include "themata/store/levels_warning.hpp"

#include <fmt/core.h>

#include <set>

#include "themata/io/plain_text.hpp"
#include "themata/store/metadata_value.hpp"

namespace themata {

namespace {

/// Values of which more than half differ are no groups; of fewer than this many it is not said.
constexpr std::size_t least_values_to_judge = 10;

std::string of_document(std::size_t d, std::span<const DocumentRow> rows, const std::string& text) {
  return fmt::format("'{}' (document {})", one_line(text), one_line(rows[d].id));
}

}  // namespace

std::optional<std::string> levels_warning(std::span<const DocumentRow> rows, const std::string& field) {
  std::size_t texts = 0, first = 0;
  std::string first_text;
  std::set<std::string> different;
  DateScan dates;
  for (std::size_t d = 0; d < rows.size(); ++d) {
    const std::optional<std::string> value = text_of_field(rows[d].metadata, field);
    if (!value) continue;
    different.insert(*value);
    if (dates.add(*value, d) || number_of(*value)) continue;
    if (texts++ > 0) continue;
    first = d;
    first_text = *value;
  }
  const std::size_t values = dates.values();
  if (texts > 0 && 2 * texts < values)
    return fmt::format("values of {} are levels, not numbers or dates, as document {} has '{}' ({} of {} {})",
                       one_line(field), one_line(rows[first].id), one_line(first_text), texts, values,
                       texts == 1 ? "is neither" : "are neither");
  if (values >= least_values_to_judge && 2 * different.size() > values)
    return fmt::format(
        "{} has {} different values in {} documents, such as {}: nearly every document is a level of its "
        "own; a "
        "field of groups, numbers or dates says more",
        one_line(field), different.size(), values,
        of_document(first, rows, texts > 0 ? first_text : *different.begin()));
  return std::nullopt;
}

std::string fault_text(const DateScan::Fault& fault, std::span<const DocumentRow> rows,
                       const std::string& field) {
  const std::string name = one_line(field), value = of_document(fault.document, rows, fault.text);
  switch (fault.kind) {
    case DateScan::Fault::Kind::ambiguous:
      return fmt::format(
          "{} may be days and months or months and days, as {}, and no value tells; import the documents "
          "with "
          "`date-format` {}=dd/mm/yyyy or {}=mm/dd/yyyy",
          name, value, name, name);
    case DateScan::Fault::Kind::mixed:
      return fmt::format(
          "{} has dates in different forms: {}, and {}; expected one form for all, such as 2018-01-31", name,
          of_document(fault.other_document, rows, fault.other), value);
    case DateScan::Fault::Kind::unreadable:
      break;
  }
  return fmt::format(
      "most values of {} are dates, and {} is none; expected a date in every document, or no value", name,
      value);
}

}  // namespace themata
