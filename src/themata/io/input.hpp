#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "themata/io/zip_archive.hpp"

namespace themata {

class ByteSource;

/// The bytes of a file, or of standard input if the path is "-". Data compressed by gzip, bzip2, xz or zstd
/// is recognized by its first bytes, whatever the name, and decompressed. A zip archive of one file is that
/// file.
class Input {
 public:
  /// @throws InputError if the file cannot be opened, is a folder, or an archive of several files
  explicit Input(const std::string& path);
  /// A file of an archive, compressed or not. @throws InputError if it cannot be read
  Input(const std::shared_ptr<ZipArchive>& archive, const ZipArchive::File& file);
  ~Input();
  Input(Input&&) noexcept;
  Input& operator=(Input&&) noexcept;

  /// Fills `buffer`. Returns fewer bytes than it holds only at the end, and 0 after it.
  /// @throws InputError if the file cannot be read, or its compressed data is damaged, truncated or becomes
  /// too long (MostExpansion)
  std::size_t read(std::span<char> buffer);

  /// The file's name for error messages.
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  std::unique_ptr<ByteSource> source_;
};

}  // namespace themata
