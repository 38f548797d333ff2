#pragma once

#include <filesystem>

namespace themata {

/// Whether corpora, fits or grids have a file of this name. Other files in their folders, such as reports or
/// exports, belong to the user.
bool has_a_name_of_ours(const std::filesystem::path& file);

/// The file to write for an output path given by the user: links are followed, so that a link stays a link.
/// Standard output, a character device or a pipe is written as it comes (io/stream.hpp).
/// @throws UsageError if the path is empty, if it is another device (which would be replaced by a file), or
/// if it is a file of a corpus, fit or grid
std::filesystem::path output_path(const std::filesystem::path& asked);

}  // namespace themata
