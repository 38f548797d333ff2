#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace themata {

/// Files in memory, under names with slashes. Whoever reads a file keeps what it held then, whatever is
/// written later. May be used by several threads at once.
class MemoryFiles {
 public:
  using Bytes = std::shared_ptr<const std::string>;

  void put(const std::string& name, std::string bytes);
  void append(const std::string& name, std::string_view bytes);
  /// A file of another, whose bytes both then have.
  void share(const std::string& name, const MemoryFiles& other, const std::string& name_there);
  Bytes get(const std::string& name) const;  ///< null where there is none
  /// A file, or all files of a folder.
  void remove(const std::string& name);
  std::vector<std::string> names() const;  ///< of all files, ascending

 private:
  mutable std::mutex guard_;
  std::map<std::string, std::shared_ptr<std::string>> files_;
};

/// A file or a folder, on the disk or in memory. What reads and writes corpora and fits takes places, and
/// does not know which of both it is.
class Place {
 public:
  Place() = default;
  // NOLINTBEGIN(google-explicit-constructor): a path on the disk is a place
  Place(std::filesystem::path path) : path_(std::move(path)) {}
  Place(const std::string& path) : path_(path) {}
  Place(const char* path) : path_(path) {}
  // NOLINTEND(google-explicit-constructor)
  explicit Place(std::shared_ptr<MemoryFiles> files) : memory_(std::move(files)) {}

  /// A file or folder within this folder.
  Place operator/(const std::string& name) const;

  /// A file beside this one: its name with an ending. @throws UsageError for a stream
  Place with_ending(const std::string& ending) const;

  bool in_memory() const { return memory_ != nullptr; }
  /// On the disk. @throws std::logic_error for a place in memory
  const std::filesystem::path& path() const;
  MemoryFiles& memory() const { return *memory_; }
  const std::shared_ptr<MemoryFiles>& shared_memory() const { return memory_; }
  std::string name() const { return path_.string(); }  ///< in memory: of the file or folder; "" for all of it

  std::string string() const;  ///< for messages

 private:
  std::shared_ptr<MemoryFiles> memory_;  ///< null on the disk
  std::filesystem::path path_;
};

bool exists(const Place& place);  ///< a file, or a folder with anything in it. @throws InputError
void remove(const Place& place);  ///< nothing where it does not exist
/// Makes a folder and those above it; nothing to do in memory. @throws std::filesystem::filesystem_error
void create_folder(const Place& place);
/// Names of the files right in a folder, in any order; none where there is none. @throws InputError
std::vector<std::string> files_in(const Place& folder);

/// The whole of a text file. @throws InputError where it cannot be read
std::string read_text(const Place& place);
/// Its lines, without their ends. @throws InputError
std::vector<std::string> read_lines(const Place& place);

/// Copies every file of a folder to another place, which may be on the disk or in memory. @throws
/// ResourceError
void copy_files(const Place& from, const Place& to);

}  // namespace themata
