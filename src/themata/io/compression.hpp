#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "themata/io/raw_buffer.hpp"

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

/// Whether a file is compressed by zstd or xz without a checksum, so that nobody notices if it is damaged.
/// Not of standard input, and not if it cannot be read.
bool lacks_checksum(const std::string& path);

/// A name without the ending .gz, .bz2, .xz or .zst, in upper or lower case.
std::string_view without_compression(std::string_view name);

/// Bytes that are read once: a plain file, or a decompressor of one.
class ByteSource {
 public:
  ByteSource() = default;
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  /// At least one byte, or 0 at the end.
  virtual std::size_t some(std::span<char> buffer) = 0;
};

/// Bytes as they are in a file, with access to those that come next.
class RawBytes : public ByteSource {
 public:
  explicit RawBytes(std::string name) : name_(std::move(name)) {}

  /// The bytes read and not yet consumed; empty only at the end of the file.
  std::span<const char> peek() {
    if (begin_ == end_) refill(0);
    return {buffer_.data() + begin_, end_ - begin_};
  }
  /// The next bytes, fewer only at the end of the file.
  std::string_view peek(std::size_t n) {
    while (end_ - begin_ < n && refill(end_ - begin_)) {
    }
    return {buffer_.data() + begin_, std::min(n, end_ - begin_)};
  }
  /// Whether `magic` comes next in the file.
  bool starts_with(std::string_view magic) { return peek(magic.size()) == magic; }
  void take(std::size_t n) {
    begin_ += n;
    taken_ += n;
  }
  virtual std::uint64_t taken() const { return taken_; }  ///< bytes of the file so far

  std::size_t some(std::span<char> to) override {
    const std::span<const char> bytes = peek();
    const std::size_t n = std::min(bytes.size(), to.size());
    if (n > 0) std::memcpy(to.data(), bytes.data(), n);
    take(n);
    return n;
  }
  const std::string& name() const { return name_; }

 protected:
  /// At least one byte, or 0 at the end.
  virtual std::size_t more(std::span<char> to) = 0;

 private:
  /// Reads more after the last `kept` bytes. False at the end of the file.
  bool refill(std::size_t kept) {
    if (kept > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, kept);
    begin_ = 0;
    const std::size_t n = more({buffer_.data() + kept, buffer_.size() - kept});
    end_ = kept + n;
    return n > 0;
  }

  std::string name_;
  RawBuffer buffer_{std::size_t{1} << 18};
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t taken_ = 0;
};

/// The same, decompressed if its first bytes are those of gzip, bzip2, xz or zstd.
/// @throws InputError while it is read, if it is damaged, truncated or becomes too long (MostExpansion)
std::unique_ptr<ByteSource> decompressed(std::unique_ptr<RawBytes> file);

/// @param made  bytes, of so many `packed` ones
/// @throws InputError where it is more than the process allows
void check_expansion(const std::string& name, std::uint64_t made, std::uint64_t packed);

}  // namespace themata
