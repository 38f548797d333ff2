#include "output_choice.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "themata/io/error.hpp"
#include "themata/store/output_path.hpp"

namespace themata::cli {

std::filesystem::path chosen_output(const std::string& asked) {
  std::filesystem::path path = output_path(asked == "-" ? "/dev/stdout" : asked);
  if (path != "/dev/stdout" && path != "/dev/fd/1" && path != "/proc/self/fd/1") return path;
  std::fflush(stdout);
  const int kept = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  if (kept < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    throw ResourceError(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
  return fmt::format("/dev/fd/{}", kept);
}

}  // namespace themata::cli
