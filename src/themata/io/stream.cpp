#include "themata/io/stream.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>

#include "themata/io/error.hpp"

namespace themata {

namespace {

/// The number of an open file of this process, where the path names one.
std::optional<int> descriptor_in(const std::string& path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int number = -1;
    const auto [end, error] = std::from_chars(path.data() + folder.size(), path.data() + path.size(), number);
    if (error == std::errc() && end == path.data() + path.size() && number >= 0) return number;
  }
  return std::nullopt;
}

}  // namespace

bool is_stream(const std::filesystem::path& path) {
  if (descriptor_in(path.string())) return true;
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return std::filesystem::is_character_file(status) || std::filesystem::is_fifo(status);
}

void check_stream(const std::filesystem::path& path) {
  const std::optional<int> number = descriptor_in(path.string());
  if (!number) return;
  const int flags = ::fcntl(*number, F_GETFL);
  if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY)
    throw ResourceError(fmt::format("{}: cannot write: {}", path.string(), std::strerror(EBADF)));
}

int open_stream(const std::filesystem::path& path) {
  const std::optional<int> number = descriptor_in(path.string());
  const int opened =
      number ? ::fcntl(*number, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (opened < 0)
    throw ResourceError(fmt::format("{}: cannot write: {}", path.string(), std::strerror(errno)));
  return opened;
}

}  // namespace themata
