#include "themata/io/output_file.hpp"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/stream.hpp"

namespace themata {

namespace {

constexpr int level = 3;  // most of the gain in a third of the time

gzFile handle(void* file) { return static_cast<gzFile>(file); }

/// The bytes of a .gz file.
std::string gzipped(std::string bytes) {
  constexpr int with_gzip_header = MAX_WBITS + 16, default_memory = 8;
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, with_gzip_header, default_memory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw ResourceError("zlib has no memory");
  std::string packed;
  std::vector<unsigned char> block(std::size_t{1} << 18);
  std::size_t given = 0;
  for (int state = Z_OK; state != Z_STREAM_END;) {
    constexpr std::size_t most = std::size_t{1} << 30;  // zlib counts in unsigned
    if (stream.avail_in == 0 && given < bytes.size()) {
      const std::size_t n = std::min(most, bytes.size() - given);
      stream.next_in = reinterpret_cast<unsigned char*>(bytes.data() + given);
      stream.avail_in = static_cast<unsigned>(n);
      given += n;
    }
    stream.next_out = block.data();
    stream.avail_out = static_cast<unsigned>(block.size());
    state = deflate(&stream, given == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
    packed.append(reinterpret_cast<const char*>(block.data()), block.size() - stream.avail_out);
  }
  deflateEnd(&stream);
  return packed;
}

}  // namespace

OutputFile::OutputFile(Place place, Compression compression)
    : place_(std::move(place)), compression_(compression) {
  if (place_.in_memory()) return;
  std::error_code ignored;
  if (std::filesystem::is_directory(place_.path(), ignored))
    throw UsageError(fmt::format("{}: is a folder; expected the name of a file to write", place_.string()),
                     {"output", place_.string(), "the name of a file to write"});
  errno = 0;
  // T is zlib's "transparent".
  const std::string mode = compression == Compression::gzip ? fmt::format("wb{}", level) : "wbT";
  if (is_stream(place_.path())) {
    file_ = gzdopen(open_stream(place_.path()), mode.c_str());
  } else {
    partial_ = partial_path(place_.path());
    file_ = gzopen(partial_.c_str(), mode.c_str());
  }
  if (file_ == nullptr) refuse();
  gzbuffer(handle(file_), 1U << 18);
}

OutputFile::~OutputFile() {
  if (file_ == nullptr) return;
  gzclose(handle(file_));
  if (!partial_.empty()) std::remove(partial_.c_str());
}

void OutputFile::write(std::string_view bytes) {
  buffer_.append(bytes);
  if (buffer_.size() >= flush_at) flush();
}

void OutputFile::flush() {
  if (place_.in_memory()) return;
  constexpr std::size_t most = std::size_t{1} << 30;  // gzwrite counts in int
  for (std::size_t done = 0; done < buffer_.size();) {
    const std::size_t n = std::min(most, buffer_.size() - done);
    errno = 0;
    if (gzwrite(handle(file_), buffer_.data() + done, static_cast<unsigned>(n)) != static_cast<int>(n))
      refuse();
    done += n;
  }
  buffer_.clear();
}

void OutputFile::commit() {
  if (place_.in_memory())
    return write_file_atomically(place_,
                                 compression_ == Compression::gzip ? gzipped(std::move(buffer_)) : buffer_);
  flush();
  errno = 0;
  const int closed = gzclose(handle(file_));
  file_ = nullptr;
  if (closed != Z_OK) {
    const int error = errno;
    if (!partial_.empty()) std::remove(partial_.c_str());
    errno = error;
    refuse();
  }
  if (!partial_.empty()) publish(partial_, place_.path());
}

void OutputFile::refuse() const {
  throw ResourceError(fmt::format("{}: cannot be written: {}", place_.string(), std::strerror(errno)));
}

}  // namespace themata
