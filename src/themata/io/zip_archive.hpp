#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace themata {

/// A zip archive that people made, read only. What their systems add (__MACOSX, .DS_Store, Thumbs.db, other
/// hidden files), folders and links are none of its files. Nothing is ever written under its names. For one
/// thread.
class ZipArchive {
 public:
  struct File {
    std::string name;      ///< a path in UTF-8, with '/' between its parts, none of them "." or ".."
    std::uint64_t number;  ///< in the archive
    std::uint64_t packed;  ///< bytes in the archive
  };

  /// @throws InputError if it is damaged, in parts, or a document of Office or another program that happens
  /// to be a zip archive; or if a name leads out of it or occurs twice
  explicit ZipArchive(const std::string& path);
  ~ZipArchive();
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  const std::string& path() const { return path_; }
  std::uint64_t bytes() const { return bytes_; }  ///< of the whole archive
  /// In the order of their names.
  const std::vector<File>& files() const { return files_; }
  /// Hidden files and links, and hidden folders with a '/' at their end; not what systems add.
  const std::vector<std::string>& left_out() const { return left_out_; }
  /// @throws InputError, which names some, if there is none or are several
  const File& only_file() const;
  /// A file's name in messages.
  std::string name_of(const File& file) const { return path_ + "/" + file.name; }

  /// A file that is being read, while its archive lives.
  class Reader {
   public:
    virtual ~Reader() = default;
    /// At least one byte, or 0 at the end, which is where its checksum is looked at.
    /// @throws InputError if it is damaged
    virtual std::size_t some(std::span<char> buffer) = 0;
  };
  /// @throws InputError if it is encrypted, or packed by a method that libzip lacks
  std::unique_ptr<Reader> read(const File& file);

  /// Counts bytes that were made of it. @returns how many there are by now
  std::uint64_t add_made(std::size_t bytes) { return made_ += bytes; }

 private:
  struct Handle;
  class MemberReader;

  void list();
  void add(const std::string& name, std::uint64_t number);
  bool is_link(std::uint64_t number) const;
  void require_plain_archive() const;

  std::string path_;
  std::unique_ptr<Handle> handle_;
  std::uint64_t bytes_ = 0, made_ = 0;
  std::vector<File> files_;
  std::vector<std::string> left_out_;
};

/// Whether bytes begin as a zip archive does.
bool begins_zip(std::string_view bytes);

/// Whether a path is a file (no pipe) that begins so.
bool is_zip(const std::string& path);

/// The path of the folder that an archive would be unpacked into: without the ending .zip.
std::string folder_of_archive(const std::string& path);

}  // namespace themata
