#pragma once

#include <filesystem>

namespace themata {

/// Held while a process writes a fit folder; the system releases it whatever becomes of the process.
class FolderLock {
 public:
  /// Whether it keeps all others out, or those that do: several processes may share a folder.
  enum class Kind { alone, together };

  /// @throws UsageError where another process holds it; ResourceError where it cannot be made
  explicit FolderLock(const std::filesystem::path& folder, Kind kind = Kind::alone);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int fd_;
};

/// Whether a process holds the lock of a folder.
bool is_locked(const std::filesystem::path& folder);

/// Removes what a killed process was writing when it died.
void remove_partial_files(const std::filesystem::path& folder);

}  // namespace themata
