#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace themata {

enum class Compression { none, gzip };

/// A file that is written piece by piece and appears whole or not at all. Equal content gives equal bytes: the gzip
/// header holds no time.
class OutputFile {
 public:
  /// @throws UsageError where `path` is a folder; ResourceError where it cannot be made
  explicit OutputFile(std::filesystem::path path, Compression compression = Compression::none);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
    if (buffer_.size() >= flush_at) flush();
  }
  /// Gives the file its name. @throws ResourceError where it could not be written in full
  void commit();

 private:
  static constexpr std::size_t flush_at = std::size_t{1} << 20;
  void flush();
  [[noreturn]] void refuse() const;

  std::filesystem::path path_, partial_;
  void* file_ = nullptr;  // zlib's gzFile, which writes plain files too
  std::string buffer_;
};

}  // namespace themata
