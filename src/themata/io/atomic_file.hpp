#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "themata/io/place.hpp"

namespace themata {

/// A file written piece by piece. It appears under its name when commit() is called, complete or not at all.
/// A device or a pipe is written as it comes (io/stream.hpp).
class AtomicFile {
 public:
  explicit AtomicFile(Place place);  ///< @throws ResourceError
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::span<const char> bytes);  ///< @throws ResourceError
  /// Leaves room for bytes that other processes write (write_into). On the disk only. @throws ResourceError
  void leave_room(std::uint64_t bytes);
  /// The file that will have the name. On the disk only.
  const std::filesystem::path& partial() const { return partial_; }
  void commit();  ///< @throws ResourceError

 private:
  Place place_;
  std::filesystem::path partial_;
  std::FILE* file_ = nullptr;  ///< on the disk
  std::string bytes_;          ///< in memory
};

/// Writes some bytes of a file that another process makes, and flushes them to disk. @throws ResourceError
void write_into(const std::filesystem::path& file, std::uint64_t at, std::span<const char> bytes);

/// Writes the whole file or nothing: first to a file in the same folder, flushed to disk, then renamed to
/// `path`.
/// @throws ResourceError if the disk is full or permission is missing
void write_file_atomically(const Place& place, std::string_view text);
/// The same for a file whose parts are in different places.
void write_parts_atomically(const Place& place, std::initializer_list<std::span<const char>> parts);

/// A new name, in the folder of `path`, under which a file is written until it is complete. Each call gives
/// another.
std::filesystem::path partial_path(const std::filesystem::path& path);

/// Removes everything that is being written at this moment, files and folders, for a program that is about to
/// end: all names from partial_path that are not yet complete. Nothing can be published after it.
void remove_partial_outputs() noexcept;

/// Flushes a finished file to disk and renames it to its final name; removes it if that fails. @throws
/// ResourceError
void publish(const std::filesystem::path& partial, const std::filesystem::path& path);

/// A folder that appears complete or not at all: it is filled under another name in the folder of `path`, and
/// renamed by commit(). If destroyed without commit(), it removes all its content.
class StagedFolder {
 public:
  /// @throws UsageError if `path` exists and is not an empty folder; ResourceError if it cannot be created
  explicit StagedFolder(const Place& place);
  ~StagedFolder();
  StagedFolder(const StagedFolder&) = delete;
  StagedFolder& operator=(const StagedFolder&) = delete;

  const Place& staging() const { return staging_; }
  void commit();

 private:
  Place place_, staging_;
  bool committed_ = false;
};

}  // namespace themata
