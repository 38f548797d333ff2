#include "themata/io/input.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/raw_buffer.hpp"

namespace themata {

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 18;
constexpr std::string_view gzip_magic{"\x1f\x8b", 2};
constexpr std::string_view zstd_magic{"\x28\xb5\x2f\xfd", 4};

/// A file read as it is, with access to its first bytes.
class PlainFile final : public Input::Source {
 public:
  explicit PlainFile(const std::string& path) : name_(path == "-" ? "standard input" : path) {
    fd_ = path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd_ < 0) throw InputError(name_, 0, fmt::format("cannot be read: {}", std::strerror(errno)));
    struct stat status {};
    if (::fstat(fd_, &status) == 0 && S_ISDIR(status.st_mode)) {
      ::close(fd_);
      throw InputError(
          name_, 0, InputFault{"is a folder", "a file (`format` folder reads the .txt files of a folder)"});
    }
  }
  ~PlainFile() override { ::close(fd_); }

  /// The bytes read and not yet consumed; empty only at the end of the file.
  std::span<const char> peek() {
    if (begin_ == end_) refill(0);
    return {buffer_.data() + begin_, end_ - begin_};
  }
  /// Whether `magic` comes next in the file.
  bool starts_with(std::string_view magic) {
    while (end_ - begin_ < magic.size())
      if (!refill(end_ - begin_)) return false;
    return std::string_view(buffer_.data() + begin_, magic.size()) == magic;
  }
  void take(std::size_t n) {
    begin_ += n;
    taken_ += n;
  }
  std::uint64_t taken() const { return taken_; }  ///< bytes of the file so far

  std::size_t some(std::span<char> to) override {
    const std::span<const char> bytes = peek();
    const std::size_t n = std::min(bytes.size(), to.size());
    if (n > 0) std::memcpy(to.data(), bytes.data(), n);
    take(n);
    return n;
  }
  const std::string& name() const { return name_; }

 private:
  /// Reads more after the last `kept` bytes. False at the end of the file.
  bool refill(std::size_t kept) {
    if (kept > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, kept);
    begin_ = 0;
    end_ = kept;
    ssize_t n = -1;
    do n = ::read(fd_, buffer_.data() + kept, buffer_.size() - kept);
    while (n < 0 && errno == EINTR);
    if (n < 0) throw InputError(name_, 0, fmt::format("cannot be read: {}", std::strerror(errno)));
    end_ += static_cast<std::size_t>(n);
    return n > 0;
  }

  std::string name_;
  int fd_ = -1;
  RawBuffer buffer_{buffer_size};
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t taken_ = 0;
};

std::atomic<std::uint64_t>& most_expansion() {
  static std::atomic<std::uint64_t> times = MostExpansion::usual;
  return times;
}

/// How much has been made of a compressed file.
class Expansion {
 public:
  explicit Expansion(const PlainFile& file) : file_(file) {}

  /// @throws InputError where it is more than the process allows
  void add(std::size_t made) {
    made_ += made;
    const std::uint64_t times = most_expansion();
    if (times == 0 || made_ <= MostExpansion::always || made_ / times < file_.taken()) return;
    throw InputError(file_.name(), 0,
                     InputFault{fmt::format("the compressed data becomes more than {} times as long", times),
                                "text (if this is one, decompress it first, or lift `max-expansion`)"});
  }

 private:
  const PlainFile& file_;
  std::uint64_t made_ = 0;
};

class GzipFile final : public Input::Source {
 public:
  explicit GzipFile(std::unique_ptr<PlainFile> file) : file_(std::move(file)) {
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw ResourceError("out of memory");
  }
  ~GzipFile() override { inflateEnd(&stream_); }

  std::size_t some(std::span<char> to) override {
    std::size_t made = 0;
    while (made == 0 && !done_) made = step(to);
    expansion_.add(made);
    return made;
  }

 private:
  std::size_t step(std::span<char> to) {
    const std::span<const char> bytes = file_->peek();
    if (bytes.empty())
      throw InputError(file_->name(), 0, InputFault{"the gzip data is truncated", "more bytes"});
    // zlib takes a non-const pointer but does not write to it.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    stream_.next_out = reinterpret_cast<Bytef*>(to.data());
    stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(to.size(), 1U << 30));
    const uInt room = stream_.avail_out;
    const int rc = inflate(&stream_, Z_NO_FLUSH);
    file_->take(bytes.size() - stream_.avail_in);
    if (rc == Z_STREAM_END) next_member();
    if (rc == Z_MEM_ERROR) throw ResourceError("out of memory");
    if (rc != Z_OK && rc != Z_STREAM_END && rc != Z_BUF_ERROR)
      throw InputError(file_->name(), 0, "the gzip data is damaged (a checksum or a code is wrong)");
    return room - stream_.avail_out;
  }

  /// A gzip file may consist of several members, one after the other.
  void next_member() {
    if (file_->peek().empty()) {
      done_ = true;
    } else if (file_->starts_with(gzip_magic)) {
      inflateReset(&stream_);
    } else {
      throw InputError(file_->name(), 0, "the gzip data is followed by bytes that are not gzip data");
    }
  }

  std::unique_ptr<PlainFile> file_;
  Expansion expansion_{*file_};
  z_stream stream_{};
  bool done_ = false;
};

class ZstdFile final : public Input::Source {
 public:
  explicit ZstdFile(std::unique_ptr<PlainFile> file) : file_(std::move(file)), stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw ResourceError("out of memory");
  }
  ~ZstdFile() override { ZSTD_freeDStream(stream_); }

  std::size_t some(std::span<char> to) override {
    while (true) {
      const std::span<const char> bytes = file_->peek();
      // Without further input, pending output is still flushed; only after that is an unfinished frame an
      // error.
      ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
      ZSTD_outBuffer out{to.data(), to.size(), 0};
      if (bytes.empty() && unfinished_ == 0) return 0;
      const std::size_t rc = ZSTD_decompressStream(stream_, &out, &in);
      file_->take(in.pos);
      if (ZSTD_isError(rc))
        throw InputError(file_->name(), 0,
                         fmt::format("the zstd data is damaged: {}", ZSTD_getErrorName(rc)));
      unfinished_ = rc;
      expansion_.add(out.pos);
      if (out.pos > 0) return out.pos;
      if (bytes.empty())
        throw InputError(file_->name(), 0, InputFault{"the zstd data is truncated", "more bytes"});
    }
  }

 private:
  std::unique_ptr<PlainFile> file_;
  Expansion expansion_{*file_};
  ZSTD_DStream* stream_;
  std::size_t unfinished_ = 0;
};

std::unique_ptr<Input::Source> open_source(const std::string& path) {
  auto file = std::make_unique<PlainFile>(path);
  if (file->starts_with(gzip_magic)) return std::make_unique<GzipFile>(std::move(file));
  if (file->starts_with(zstd_magic)) return std::make_unique<ZstdFile>(std::move(file));
  return file;
}

}  // namespace

bool lacks_checksum(const std::string& path) {
  std::array<char, 5> start{};  // the magic number and the frame's descriptor
  std::ifstream file(path, std::ios::binary);
  if (path == "-" || !file.read(start.data(), start.size())) return false;
  constexpr unsigned has_checksum = 1U << 2;  // of the descriptor: RFC 8878, 3.1.1.1.1
  return std::string_view(start.data(), zstd_magic.size()) == zstd_magic &&
         (static_cast<unsigned char>(start.back()) & has_checksum) == 0;
}

MostExpansion::MostExpansion(std::uint64_t times) : before_(most_expansion().exchange(times)) {}
MostExpansion::~MostExpansion() { most_expansion() = before_; }

Input::Input(const std::string& path)
    : name_(path == "-" ? "standard input" : path), source_(open_source(path)) {}

Input::~Input() = default;
Input::Input(Input&&) noexcept = default;
Input& Input::operator=(Input&&) noexcept = default;

std::size_t Input::read(std::span<char> buffer) {
  std::size_t filled = 0;
  while (filled < buffer.size()) {
    const std::size_t n = source_->some(buffer.subspan(filled));
    if (n == 0) break;
    filled += n;
  }
  return filled;
}

}  // namespace themata
