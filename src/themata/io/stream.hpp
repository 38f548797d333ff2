#pragma once

#include <filesystem>

namespace themata {

/// Whether output to a path goes to what is there: an open file of this process (/dev/stdout, /dev/fd/N), a
/// character device or a pipe. It is written as it comes, since a file that is complete cannot take its
/// place.
bool is_stream(const std::filesystem::path& path);

/// Refuses an open file of this process that is none, or only to be read: before the work whose result it is
/// for.
/// @throws ResourceError
void check_stream(const std::filesystem::path& path);

/// A descriptor of its own to write to a stream. @throws ResourceError
int open_stream(const std::filesystem::path& path);

}  // namespace themata
