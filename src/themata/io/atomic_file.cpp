#include "themata/io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/stream.hpp"

namespace themata {
namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& path, const char* doing, int error) {
  throw ResourceError(fmt::format("{}: cannot {}: {}", path.string(), doing, std::strerror(error)));
}

[[noreturn]] void refuse_existing(const fs::path& path) {
  throw UsageError(fmt::format("{}: exists already; name another `output` or remove it", path.string()),
                   {"output", path.string(), "a folder that does not exist yet"});
}

void sync_path(const fs::path& path, int flags) {
  const int fd = ::open(path.c_str(), flags);
  if (fd < 0) refuse(path, "open for flushing", errno);
  const int rc = ::fsync(fd);
  const int error = errno;
  ::close(fd);
  if (rc != 0 && error != EINVAL) refuse(path, "flush to disk", error);
}

fs::path parent_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

fs::path without_trailing_slash(const fs::path& path) {
  return path.has_filename() ? path : path.parent_path();
}

/// The names returned by partial_path, except those already published.
struct PartialOutputs {
  std::mutex guard;
  std::set<fs::path> paths;
};

PartialOutputs& partial_outputs() {
  static PartialOutputs outputs;
  return outputs;
}

/// Renames a file named by partial_path. @return  false if the system refuses, with errno
bool give_name(const fs::path& partial, const fs::path& path) {
  const std::lock_guard<std::mutex> lock(partial_outputs().guard);
  if (std::rename(partial.c_str(), path.c_str()) != 0) return false;
  partial_outputs().paths.erase(fs::absolute(partial));
  return true;
}

}  // namespace

// The processes of a grid write its table at once: threads of one, and containers on several machines that
// all have the same process number. So the number is a random one.
fs::path partial_path(const fs::path& path) {
  std::uint32_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number) refuse(path, "write", errno);
  fs::path partial = parent_of(path) / fmt::format(".{}.partial-{}", path.filename().string(), number);
  const std::lock_guard<std::mutex> lock(partial_outputs().guard);
  partial_outputs().paths.insert(fs::absolute(partial));
  return partial;
}

void remove_partial_outputs() noexcept {
  partial_outputs().guard.lock();  // never unlocked: nothing may be published any more
  for (const fs::path& path : partial_outputs().paths) {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
}

void publish(const fs::path& partial, const fs::path& path) {
  try {
    sync_path(partial, O_RDONLY);
    if (!give_name(partial, path)) refuse(path, "replace", errno);
  } catch (...) {
    std::remove(partial.c_str());
    throw;
  }
  sync_path(parent_of(path), O_RDONLY | O_DIRECTORY);
}

AtomicFile::AtomicFile(Place place) : place_(std::move(place)) {
  if (place_.in_memory()) return;
  if (is_stream(place_.path())) {
    file_ = ::fdopen(open_stream(place_.path()), "wb");
  } else {
    partial_ = partial_path(place_.path());
    file_ = std::fopen(partial_.c_str(), "wb");
  }
  if (file_ == nullptr) refuse(place_.path(), "write", errno);
}

AtomicFile::~AtomicFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  if (!partial_.empty()) std::remove(partial_.c_str());
}

void AtomicFile::write(std::span<const char> bytes) {
  if (bytes.empty()) return;  // fwrite may not be given a null pointer, even for nothing
  if (place_.in_memory()) {
    bytes_.append(bytes.data(), bytes.size());
    return;
  }
  errno = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size())
    refuse(place_.path(), "write", errno);
}

void AtomicFile::leave_room(std::uint64_t bytes) {
  if (::fseeko(file_, static_cast<off_t>(bytes), SEEK_CUR) != 0) refuse(place_.path(), "write", errno);
}

void AtomicFile::commit() {
  if (place_.in_memory()) return place_.memory().put(place_.name(), std::move(bytes_));
  errno = 0;
  if (std::fflush(file_) != 0) refuse(place_.path(), "write", errno);
  if (std::fclose(std::exchange(file_, nullptr)) != 0) {
    const int error = errno;
    if (!partial_.empty()) std::remove(partial_.c_str());
    refuse(place_.path(), "write", error);
  }
  if (!partial_.empty()) publish(partial_, place_.path());
}

void write_into(const fs::path& file, std::uint64_t at, std::span<const char> bytes) {
  const int fd = ::open(file.c_str(), O_WRONLY);
  if (fd < 0) refuse(file, "write", errno);
  int error = 0;
  while (error == 0 && !bytes.empty()) {
    const ssize_t written = ::pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      error = written < 0 ? errno : EIO;
      continue;
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    at += static_cast<std::uint64_t>(written);
  }
  if (error == 0 && ::fsync(fd) != 0) error = errno;
  ::close(fd);
  if (error != 0) refuse(file, "write", error);
}

void write_parts_atomically(const Place& place, std::initializer_list<std::span<const char>> parts) {
  AtomicFile file(place);
  for (const auto part : parts) file.write(part);
  file.commit();
}

void write_file_atomically(const Place& place, std::string_view text) {
  write_parts_atomically(place, {text});
}

StagedFolder::StagedFolder(const Place& place) : place_(place) {
  if (place_.in_memory()) {
    if (exists(place_)) refuse_existing(fs::path(place_.string()));
    staging_ = Place(std::make_shared<MemoryFiles>());
    return;
  }
  const fs::path path = without_trailing_slash(place.path());
  if (path == "-")
    throw UsageError({"output", "-", "the name of a folder: only a single file can go to standard output"});
  place_ = path;
  std::error_code error;
  if (fs::exists(path, error) && !(fs::is_directory(path, error) && fs::is_empty(path, error)))
    refuse_existing(path);
  if (error) refuse(path, "create the folder", error.value());
  staging_ = partial_path(path);
  fs::create_directories(staging_.path(), error);
  if (error) refuse(path, "create the folder", error.value());
}

StagedFolder::~StagedFolder() {
  if (committed_ || staging_.in_memory()) return;
  std::error_code ignored;
  fs::remove_all(staging_.path(), ignored);
}

void StagedFolder::commit() {
  committed_ = true;
  if (place_.in_memory()) return copy_files(staging_, place_);
  committed_ = false;
  std::error_code ignored;
  // Succeeds only on an empty folder, which is all that the constructor let through.
  fs::remove(place_.path(), ignored);
  if (!give_name(staging_.path(), place_.path())) {
    if (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR) refuse_existing(place_.path());
    refuse(place_.path(), "put the finished folder in place", errno);
  }
  committed_ = true;
  sync_path(parent_of(place_.path()), O_RDONLY | O_DIRECTORY);
}

}  // namespace themata
