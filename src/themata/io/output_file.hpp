#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "themata/io/place.hpp"

namespace themata {

enum class Compression { none, gzip };

/// A file that is written piece by piece and appears complete or not at all. Equal content gives equal bytes:
/// the gzip header contains no time. A device or a pipe is written as it comes (io/stream.hpp).
class OutputFile {
 public:
  /// @throws UsageError if the place is a folder; ResourceError if it cannot be created
  explicit OutputFile(Place place, Compression compression = Compression::none);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
    if (buffer_.size() >= flush_at) flush();
  }
  /// Renames the file to its final name. @throws ResourceError if it could not be written in full
  void commit();

 private:
  static constexpr std::size_t flush_at = std::size_t{1} << 20;
  void flush();
  [[noreturn]] void refuse() const;

  Place place_;
  Compression compression_;
  std::filesystem::path partial_;
  void* file_ = nullptr;  // zlib's gzFile, which writes plain files too; null in memory
  std::string buffer_;
};

}  // namespace themata
