#pragma once

#include <filesystem>

namespace themata {

/// The file that is written where a person names `asked` as an output: links are followed, so that a link stays one.
/// @throws UsageError where nothing is named, where a device or a pipe stands there (it would be replaced by a file), and
/// where a file of a corpus, fit or grid does
std::filesystem::path output_path(const std::filesystem::path& asked);

}  // namespace themata
