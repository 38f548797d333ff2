#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace themata {

/// While one lives, compressed input of this process may become so many times as long as the file. Without
/// one, `usual` times: text has 3 to 10, and a file made to fill memory and disk a thousand and more. Input
/// of up to `always` bytes is never refused.
class MostExpansion {
 public:
  static constexpr std::uint64_t usual = 100, always = std::uint64_t{1} << 28;

  /// @param times  0: without limit
  explicit MostExpansion(std::uint64_t times);
  ~MostExpansion();
  MostExpansion(const MostExpansion&) = delete;
  MostExpansion& operator=(const MostExpansion&) = delete;

 private:
  std::uint64_t before_;
};

/// Whether a file is compressed by zstd without a checksum, so that nobody notices if it is damaged. Not of
/// standard input, and not if it cannot be read.
bool lacks_checksum(const std::string& path);

/// The bytes of a file, or of standard input if the path is "-". Data compressed by gzip or zstd is
/// recognized by its first bytes, whatever the name, and decompressed.
class Input {
 public:
  /// @throws InputError if the file cannot be opened or is a folder
  explicit Input(const std::string& path);
  ~Input();
  Input(Input&&) noexcept;
  Input& operator=(Input&&) noexcept;

  /// Fills `buffer`. Returns fewer bytes than it holds only at the end, and 0 after it.
  /// @throws InputError if the file cannot be read, or its compressed data is damaged, truncated or becomes
  /// too long (MostExpansion)
  std::size_t read(std::span<char> buffer);

  /// The file's name for error messages.
  const std::string& name() const { return name_; }

  /// A source of bytes: a plain file, or a decompressor of one.
  struct Source {
    Source() = default;
    virtual ~Source() = default;
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;
    /// At least one byte, or 0 at the end.
    virtual std::size_t some(std::span<char> buffer) = 0;
  };

 private:
  std::string name_;
  std::unique_ptr<Source> source_;
};

}  // namespace themata
