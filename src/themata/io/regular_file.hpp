#pragma once

#include <filesystem>
#include <fstream>

namespace themata {

/// A file of a folder of ours, opened to be read. A pipe in its place would be waited for without end.
/// @throws InputError where it is no regular file, or cannot be read
std::ifstream open_regular_file(const std::filesystem::path& path);

}  // namespace themata
