#pragma once

#include <optional>
#include <span>
#include <string>

#include "themata/store/corpus_folder.hpp"

namespace themata {

/// Says that a metadata field counts as levels although most of its values are numbers or dates, and which
/// text is the first that is neither; nothing of other fields.
std::optional<std::string> levels_warning(std::span<const DocumentRow> rows, const std::string& field);

}  // namespace themata
