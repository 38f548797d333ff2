#include "themata/io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "themata/io/error.hpp"

namespace themata {
namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& path, const char* doing, int error) {
  throw ResourceError(fmt::format("{}: cannot {}: {}", path.string(), doing, std::strerror(error)));
}

[[noreturn]] void refuse_existing(const fs::path& path) {
  throw UsageError(fmt::format("{}: exists already; name another `output` or remove it", path.string()));
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

fs::path partial_path(const fs::path& path) {
  fs::path partial = parent_of(path) / fmt::format(".{}.partial-{}", path.filename().string(), ::getpid());
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

AtomicFile::AtomicFile(fs::path path)
    : path_(std::move(path)), partial_(partial_path(path_)), file_(std::fopen(partial_.c_str(), "wb")) {
  if (file_ == nullptr) refuse(path_, "write", errno);
}

AtomicFile::~AtomicFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  std::remove(partial_.c_str());
}

void AtomicFile::write(std::span<const char> bytes) {
  if (bytes.empty()) return;  // fwrite must not get a null pointer, even for zero bytes
  errno = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) refuse(path_, "write", errno);
}

void AtomicFile::commit() {
  errno = 0;
  if (std::fflush(file_) != 0) refuse(path_, "write", errno);
  std::fclose(std::exchange(file_, nullptr));
  publish(partial_, path_);
}

void write_parts_atomically(const fs::path& path, std::initializer_list<std::span<const char>> parts) {
  AtomicFile file(path);
  for (const auto part : parts) file.write(part);
  file.commit();
}

void write_file_atomically(const fs::path& path, std::string_view text) {
  write_parts_atomically(path, {text});
}

StagedFolder::StagedFolder(const fs::path& path) : path_(without_trailing_slash(path)) {
  std::error_code error;
  if (fs::exists(path_, error) && !(fs::is_directory(path_, error) && fs::is_empty(path_, error)))
    refuse_existing(path_);
  staging_ = partial_path(path_);
  fs::remove_all(staging_, error);  // an earlier process with the same id may have died here
  fs::create_directories(staging_, error);
  if (error) refuse(path_, "create the folder", error.value());
}

StagedFolder::~StagedFolder() {
  if (committed_) return;
  std::error_code ignored;
  fs::remove_all(staging_, ignored);
}

void StagedFolder::commit() {
  std::error_code ignored;
  fs::remove(path_,
             ignored);  // succeeds only on an empty folder, the only kind that the constructor accepts
  if (!give_name(staging_, path_)) {
    if (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR) refuse_existing(path_);  // just created
    refuse(path_, "put the finished folder in place", errno);
  }
  committed_ = true;
  sync_path(parent_of(path_), O_RDONLY | O_DIRECTORY);
}

}  // namespace themata
