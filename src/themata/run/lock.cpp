#include "themata/run/lock.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "themata/io/error.hpp"

namespace themata {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& folder, const char* doing, int error) {
  throw ResourceError(fmt::format("{}: cannot {}: {}", folder.string(), doing, std::strerror(error)));
}

}  // namespace

FolderLock::FolderLock(const fs::path& folder, Kind kind)
    : fd_(::open((folder / ".lock").c_str(), O_CREAT | O_RDWR, 0644)) {
  if (fd_ < 0) refuse(folder, "write", errno);
  // Who asks whether the folder is locked (is_locked) holds a lock for a moment.
  constexpr int attempts = 5;
  constexpr std::chrono::milliseconds between{20};
  int error = 0;
  for (int i = 0; i < attempts; ++i) {
    if (::flock(fd_, (kind == Kind::alone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0) return;
    error = errno;
    std::this_thread::sleep_for(between);
  }
  ::close(fd_);
  if (error != EWOULDBLOCK) refuse(folder, "lock", error);
  throw UsageError(
      fmt::format("{}: another process is writing this folder; wait until it is done", folder.string()));
}

FolderLock::~FolderLock() { ::close(fd_); }

bool is_locked(const fs::path& folder) {
  const int fd = ::open((folder / ".lock").c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool is_held = ::flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(fd);
  return is_held;
}

// Its iterators' own errors do not name the folder.
void remove_partial_files(const fs::path& folder) try {
  std::vector<fs::path> partial;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with('.') && name.find(".partial-") != std::string::npos) partial.push_back(entry.path());
  }
  for (const fs::path& path : partial) fs::remove(path);
} catch (const fs::filesystem_error& error) {
  refuse(error.path1().empty() ? folder : error.path1(), "remove unfinished files", error.code().value());
}

}  // namespace themata
