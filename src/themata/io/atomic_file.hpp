#pragma once

#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace themata {

/// A file written piece by piece that appears under its name when commit() is called, whole or not at all.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);  ///< @throws ResourceError
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::span<const char> bytes);  ///< @throws ResourceError
  void commit();                            ///< @throws ResourceError

 private:
  std::filesystem::path path_, partial_;
  std::FILE* file_;
};

/// Writes the whole file or nothing: into a neighbour first, flushed to disk, then renamed over `path`.
/// @throws ResourceError where the disk or a permission refuses.
void write_file_atomically(const std::filesystem::path& path, std::string_view text);
/// The same for a file whose parts lie in different places.
void write_parts_atomically(const std::filesystem::path& path,
                            std::initializer_list<std::span<const char>> parts);

/// The name beside `path` under which it is written before it is whole.
std::filesystem::path partial_path(const std::filesystem::path& path);

/// Removes what is being written at this moment, files and folders, for a program that is about to end at once: whatever
/// partial_path has named, and is not whole yet. Nothing gets its name after it.
void remove_partial_outputs() noexcept;

/// Flushes a finished file to disk and gives it its name; removes it where that fails. @throws ResourceError
void publish(const std::filesystem::path& partial, const std::filesystem::path& path);

/// A folder that appears whole or not at all: it is filled under another name beside `path` and renamed by
/// commit(). Destroyed without commit(), it takes everything with it.
class StagedFolder {
 public:
  /// @throws UsageError where `path` exists already and is not an empty folder; ResourceError where it cannot be made.
  explicit StagedFolder(const std::filesystem::path& path);
  ~StagedFolder();
  StagedFolder(const StagedFolder&) = delete;
  StagedFolder& operator=(const StagedFolder&) = delete;

  const std::filesystem::path& staging() const { return staging_; }
  void commit();

 private:
  std::filesystem::path path_, staging_;
  bool committed_ = false;
};

}  // namespace themata
