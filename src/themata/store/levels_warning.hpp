#pragma once

#include <optional>
#include <span>
#include <string>

#include "themata/corpus/dates.hpp"
#include "themata/store/document_rows.hpp"

namespace themata {

/// What a person should know of a metadata field that is taken for levels: that most of its values are
/// numbers or dates and a few are neither, naming the first; or that nearly every document has a level of its
/// own, so that it is a name, a text or a time and no group. Nothing where all is well.
std::optional<std::string> levels_warning(std::span<const DocumentRow> rows, const std::string& field);

/// Why the values of a field are no dates, with the documents that show it, and what to do.
std::string fault_text(const DateScan::Fault& fault, std::span<const DocumentRow> rows,
                       const std::string& field);

}  // namespace themata
