#pragma once

#include <filesystem>
#include <fstream>

namespace themata {

/// Opens a file of one of our folders for reading. Refuses a pipe in its place, which would block forever.
/// @throws InputError if it is not a regular file, or cannot be read
std::ifstream open_regular_file(const std::filesystem::path& path);

}  // namespace themata
