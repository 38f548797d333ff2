#include "themata/io/compression.hpp"

#include <bzlib.h>
#include <fmt/core.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <atomic>
#include <fstream>

#include "themata/io/error.hpp"

namespace themata {

namespace {

constexpr std::string_view gzip_magic{"\x1f\x8b", 2};
constexpr std::string_view zstd_magic{"\x28\xb5\x2f\xfd", 4};
constexpr std::string_view xz_magic{
    "\xfd"
    "7zXZ\0",
    6};
constexpr std::string_view bzip2_block = "1AY&SY";  // after "BZh9", or another digit
constexpr std::string_view bzip2_end{"\x17\x72\x45\x38\x50\x90", 6};
constexpr std::size_t bzip2_head = 10;
constexpr std::size_t most_at_once = std::size_t{1} << 30;
/// What xz -9 makes needs 64 MB.
constexpr std::uint64_t most_xz_memory = std::uint64_t{1} << 29;

std::atomic<std::uint64_t>& most_expansion() {
  static std::atomic<std::uint64_t> times = MostExpansion::usual;
  return times;
}

/// What the decompressors have in common.
class Unpacked : public ByteSource {
 public:
  /// @param format  the name of the compression
  Unpacked(std::unique_ptr<RawBytes> file, std::string_view format)
      : file_(std::move(file)), format_(format) {}

 protected:
  RawBytes& file() { return *file_; }
  void add_made(std::size_t bytes) { check_expansion(file_->name(), made_ += bytes, file_->taken()); }
  [[noreturn]] void refuse_end() const {
    throw InputError(file_->name(), 0,
                     InputFault{fmt::format("the {} data is truncated", format_), "more bytes"});
  }
  [[noreturn]] void refuse_damage(std::string_view why) const {
    throw InputError(file_->name(), 0, fmt::format("the {} data is damaged{}", format_, why));
  }
  [[noreturn]] void refuse_rest() const {
    throw InputError(file_->name(), 0,
                     fmt::format("the {0} data is followed by bytes that are not {0} data", format_));
  }

 private:
  std::unique_ptr<RawBytes> file_;
  std::string_view format_;
  std::uint64_t made_ = 0;
};

constexpr std::string_view wrong_sum = " (a checksum or a code is wrong)";

class GzipFile final : public Unpacked {
 public:
  explicit GzipFile(std::unique_ptr<RawBytes> file) : Unpacked(std::move(file), "gzip") {
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw ResourceError("out of memory");
  }
  ~GzipFile() override { inflateEnd(&stream_); }

  std::size_t some(std::span<char> to) override {
    std::size_t made = 0;
    while (made == 0 && !done_) made = step(to);
    add_made(made);
    return made;
  }

 private:
  std::size_t step(std::span<char> to) {
    const std::span<const char> bytes = file().peek();
    if (bytes.empty()) refuse_end();
    // zlib takes a non-const pointer but does not write to it.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    stream_.next_out = reinterpret_cast<Bytef*>(to.data());
    stream_.avail_out = static_cast<uInt>(std::min(to.size(), most_at_once));
    const uInt room = stream_.avail_out;
    const int rc = inflate(&stream_, Z_NO_FLUSH);
    file().take(bytes.size() - stream_.avail_in);
    if (rc == Z_STREAM_END) next_member();
    if (rc == Z_MEM_ERROR) throw ResourceError("out of memory");
    if (rc != Z_OK && rc != Z_STREAM_END && rc != Z_BUF_ERROR) refuse_damage(wrong_sum);
    return room - stream_.avail_out;
  }

  /// A gzip file may consist of several members, one after the other.
  void next_member() {
    if (file().peek().empty()) {
      done_ = true;
    } else if (file().starts_with(gzip_magic)) {
      inflateReset(&stream_);
    } else {
      refuse_rest();
    }
  }

  z_stream stream_{};
  bool done_ = false;
};

/// Whether bytes begin as data of bzip2 does: "BZh", the size of its blocks, and the mark of a block or of
/// the end. Fewer bytes are a beginning that was cut.
bool begins_bzip2(std::string_view bytes) {
  constexpr std::size_t head = 4;
  if (bytes.size() <= head || !bytes.starts_with("BZh") || bytes[head - 1] < '1' || bytes[head - 1] > '9')
    return false;
  const std::string_view mark = bytes.substr(head);
  return bzip2_block.starts_with(mark) || bzip2_end.starts_with(mark);
}

class Bzip2File final : public Unpacked {
 public:
  explicit Bzip2File(std::unique_ptr<RawBytes> file) : Unpacked(std::move(file), "bzip2") { begin(); }
  ~Bzip2File() override { BZ2_bzDecompressEnd(&stream_); }

  std::size_t some(std::span<char> to) override {
    std::size_t made = 0;
    while (made == 0 && !done_) made = step(to);
    add_made(made);
    return made;
  }

 private:
  void begin() {
    stream_ = {};
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw ResourceError("out of memory");
  }

  std::size_t step(std::span<char> to) {
    const std::span<const char> bytes = file().peek();
    if (bytes.empty()) refuse_end();
    stream_.next_in = const_cast<char*>(bytes.data());
    stream_.avail_in = static_cast<unsigned>(bytes.size());
    stream_.next_out = to.data();
    stream_.avail_out = static_cast<unsigned>(std::min(to.size(), most_at_once));
    const unsigned room = stream_.avail_out;
    const int rc = BZ2_bzDecompress(&stream_);
    file().take(bytes.size() - stream_.avail_in);
    const std::size_t made = room - stream_.avail_out;
    if (rc == BZ_MEM_ERROR) throw ResourceError("out of memory");
    if (rc != BZ_OK && rc != BZ_STREAM_END) refuse_damage(wrong_sum);
    if (rc == BZ_STREAM_END) next_stream();
    return made;
  }

  /// A bzip2 file may consist of several streams, one after the other.
  void next_stream() {
    if (file().peek().empty()) {
      done_ = true;
      return;
    }
    if (!begins_bzip2(file().peek(bzip2_head))) refuse_rest();
    BZ2_bzDecompressEnd(&stream_);
    begin();
  }

  bz_stream stream_{};
  bool done_ = false;
};

class XzFile final : public Unpacked {
 public:
  explicit XzFile(std::unique_ptr<RawBytes> file) : Unpacked(std::move(file), "xz") {
    if (lzma_stream_decoder(&stream_, most_xz_memory, LZMA_CONCATENATED) != LZMA_OK)
      throw ResourceError("out of memory");
  }
  ~XzFile() override { lzma_end(&stream_); }

  std::size_t some(std::span<char> to) override {
    stream_.next_out = reinterpret_cast<std::uint8_t*>(to.data());
    stream_.avail_out = to.size();
    while (!done_ && stream_.avail_out == to.size()) step();
    const std::size_t made = to.size() - stream_.avail_out;
    add_made(made);
    return made;
  }

 private:
  void step() {
    const std::span<const char> bytes = file().peek();
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
    stream_.avail_in = bytes.size();
    const lzma_ret rc = lzma_code(&stream_, bytes.empty() ? LZMA_FINISH : LZMA_RUN);
    file().take(bytes.size() - stream_.avail_in);
    done_ = rc == LZMA_STREAM_END;
    if (rc != LZMA_OK && rc != LZMA_STREAM_END) refuse(rc);
  }

  [[noreturn]] void refuse(lzma_ret rc) {
    constexpr unsigned mebibyte = 20;
    switch (rc) {
      case LZMA_MEM_ERROR:
        throw ResourceError("out of memory");
      case LZMA_MEMLIMIT_ERROR:
        throw InputError(
            file().name(), 0,
            InputFault{fmt::format("the xz data needs {} MB of memory to decompress it",
                                   lzma_memusage(&stream_) >> mebibyte),
                       fmt::format("at most {} MB: unxz unpacks it", most_xz_memory >> mebibyte)});
      case LZMA_OPTIONS_ERROR:
        throw InputError(
            file().name(), 0,
            InputFault{"the xz data has a filter that this program lacks", "what xz makes by default"});
      case LZMA_BUF_ERROR:
        refuse_end();
      default:
        refuse_damage(wrong_sum);
    }
  }

  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool done_ = false;
};

class ZstdFile final : public Unpacked {
 public:
  explicit ZstdFile(std::unique_ptr<RawBytes> file)
      : Unpacked(std::move(file), "zstd"), stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw ResourceError("out of memory");
  }
  ~ZstdFile() override { ZSTD_freeDStream(stream_); }

  std::size_t some(std::span<char> to) override {
    while (true) {
      const std::span<const char> bytes = file().peek();
      // Without further input, pending output is still flushed; only after that is an unfinished frame an
      // error.
      ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
      ZSTD_outBuffer out{to.data(), to.size(), 0};
      if (bytes.empty() && unfinished_ == 0) return 0;
      const std::size_t rc = ZSTD_decompressStream(stream_, &out, &in);
      file().take(in.pos);
      if (ZSTD_isError(rc)) refuse_damage(fmt::format(": {}", ZSTD_getErrorName(rc)));
      unfinished_ = rc;
      add_made(out.pos);
      if (out.pos > 0) return out.pos;
      if (bytes.empty()) refuse_end();
    }
  }

 private:
  ZSTD_DStream* stream_;
  std::size_t unfinished_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<RawBytes> file) {
  if (file->starts_with(gzip_magic)) return std::make_unique<GzipFile>(std::move(file));
  if (file->starts_with(zstd_magic)) return std::make_unique<ZstdFile>(std::move(file));
  if (file->starts_with(xz_magic)) return std::make_unique<XzFile>(std::move(file));
  if (begins_bzip2(file->peek(bzip2_head))) return std::make_unique<Bzip2File>(std::move(file));
  return file;
}

void check_expansion(const std::string& name, std::uint64_t made, std::uint64_t packed) {
  const std::uint64_t times = most_expansion();
  if (times == 0 || made <= MostExpansion::always || made / times < packed) return;
  throw InputError(name, 0,
                   InputFault{fmt::format("the compressed data becomes more than {} times as long", times),
                              "text (if this is one, decompress it first, or lift `max-expansion`)"});
}

bool lacks_checksum(const std::string& path) {
  std::array<char, 8> bytes{};
  std::ifstream file(path, std::ios::binary);
  if (path == "-" || !file.read(bytes.data(), bytes.size())) return false;
  const std::string_view start(bytes.data(), bytes.size());
  constexpr unsigned has_checksum = 1U << 2;  // of the frame's descriptor: RFC 8878, 3.1.1.1.1
  if (start.starts_with(zstd_magic))
    return (static_cast<unsigned char>(start[zstd_magic.size()]) & has_checksum) == 0;
  return start.starts_with(xz_magic) && start.back() == LZMA_CHECK_NONE;  // the second of the stream's flags
}

std::string_view without_compression(std::string_view name) {
  const auto ends_with = [name](std::string_view ending) {
    const auto is_same = [](char a, char b) {
      return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b);
    };
    return name.size() >= ending.size() &&
           std::ranges::equal(name.substr(name.size() - ending.size()), ending, is_same);
  };
  for (const std::string_view ending : {".gz", ".bz2", ".xz", ".zst"})
    if (ends_with(ending)) return name.substr(0, name.size() - ending.size());
  return name;
}

MostExpansion::MostExpansion(std::uint64_t times) : before_(most_expansion().exchange(times)) {}
MostExpansion::~MostExpansion() { most_expansion() = before_; }

}  // namespace themata
