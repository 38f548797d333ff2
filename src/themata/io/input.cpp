#include "themata/io/input.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "themata/io/compression.hpp"
#include "themata/io/error.hpp"

namespace themata {

namespace {

constexpr std::size_t zip_head = 4;

class PlainFile final : public RawBytes {
 public:
  explicit PlainFile(const std::string& path) : RawBytes(path == "-" ? "standard input" : path) {
    fd_ = path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd_ < 0) throw InputError(name(), 0, fmt::format("cannot be read: {}", std::strerror(errno)));
    struct stat status {};
    const bool known = ::fstat(fd_, &status) == 0;
    is_regular_ = known && S_ISREG(status.st_mode) && path != "-";
    if (known && S_ISDIR(status.st_mode)) {
      ::close(fd_);
      throw InputError(
          name(), 0, InputFault{"is a folder", "a file (`format` folder reads the .txt files of a folder)"});
    }
  }
  ~PlainFile() override { ::close(fd_); }

  /// Whether it has a name under which its bytes can be read in any order.
  bool is_regular() const { return is_regular_; }

 protected:
  std::size_t more(std::span<char> to) override {
    ssize_t n = -1;
    do n = ::read(fd_, to.data(), to.size());
    while (n < 0 && errno == EINTR);
    if (n < 0) throw InputError(name(), 0, fmt::format("cannot be read: {}", std::strerror(errno)));
    return static_cast<std::size_t>(n);
  }

 private:
  int fd_ = -1;
  bool is_regular_ = false;
};

/// A file of a zip archive.
class ZippedFile final : public RawBytes {
 public:
  ZippedFile(std::string name, std::shared_ptr<ZipArchive> archive, const ZipArchive::File& file)
      : RawBytes(std::move(name)),
        archive_(std::move(archive)),
        reader_(archive_->read(file)),
        packed_(file.packed) {}

  /// Bytes of the archive: what is compressed twice expands twice.
  std::uint64_t taken() const override { return std::min(RawBytes::taken(), packed_); }

 protected:
  std::size_t more(std::span<char> to) override {
    const std::size_t n = reader_->some(to);
    // Of the archive as a whole, for its files can be the same bytes of it.
    check_expansion(archive_->path(), archive_->add_made(n), archive_->bytes());
    return n;
  }

 private:
  std::shared_ptr<ZipArchive> archive_;
  std::unique_ptr<ZipArchive::Reader> reader_;
  std::uint64_t packed_;
};

/// A file of an archive. @param name  for messages
std::unique_ptr<ByteSource> open_zipped(const std::string& name, const std::shared_ptr<ZipArchive>& archive,
                                        const ZipArchive::File& file) {
  auto bytes = std::make_unique<ZippedFile>(name, archive, file);
  if (begins_zip(bytes->peek(zip_head)))
    throw InputError(archive->name_of(file), 0,
                     InputFault{"is a zip archive, or a document that is one, in a zip archive",
                                "text: unzip unpacks the outer one"});
  return decompressed(std::move(bytes));
}

std::unique_ptr<ByteSource> open_source(const std::string& path) {
  auto file = std::make_unique<PlainFile>(path);
  if (!begins_zip(file->peek(zip_head))) return decompressed(std::move(file));
  if (!file->is_regular())
    throw InputError(file->name(), 0,
                     InputFault{"is a zip archive",
                                "one with a name, as its list is at its end, or the file in "
                                "it: unzip -p prints it"});
  file.reset();
  auto archive = std::make_shared<ZipArchive>(path);
  return open_zipped(path, archive, archive->only_file());
}

}  // namespace

Input::Input(const std::string& path)
    : name_(path == "-" ? "standard input" : path), source_(open_source(path)) {}
Input::Input(const std::shared_ptr<ZipArchive>& archive, const ZipArchive::File& file)
    : name_(archive->name_of(file)), source_(open_zipped(name_, archive, file)) {}

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
