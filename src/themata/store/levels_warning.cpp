#include "themata/store/levels_warning.hpp"

#include <fmt/core.h>

#include "themata/io/plain_text.hpp"
#include "themata/store/metadata_value.hpp"

namespace themata {

std::optional<std::string> levels_warning(std::span<const DocumentRow> rows, const std::string& field) {
  std::size_t values = 0, texts = 0;
  std::string first, document;
  for (const DocumentRow& row : rows) {
    const std::optional<std::string> value = text_of_field(row.metadata, field);
    if (!value) continue;
    ++values;
    if (number_of(*value) || years_of_date(*value)) continue;
    if (texts++ > 0) continue;
    first = *value;
    document = row.id;
  }
  if (texts == 0 || 2 * texts >= values) return std::nullopt;
  return fmt::format("values of {} are levels, not numbers or dates, as document {} has '{}' ({} of {} {})",
                     one_line(field), one_line(document), one_line(first), texts, values,
                     texts == 1 ? "is neither" : "are neither");
}

}  // namespace themata
