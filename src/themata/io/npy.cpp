#include "themata/io/npy.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <regex>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"

namespace themata {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view magic{"\x93NUMPY\x01\x00", 8};

std::size_t element_size(std::string_view type) {
  const char digit = type.empty() ? '0' : type.back();
  return digit == '1' || digit == '2' || digit == '4' || digit == '8' ? static_cast<std::size_t>(digit - '0')
                                                                      : 0;
}

/// The shape in "(2, 3)", "(2,)" or "()"; nothing where a number or the product does not fit.
std::optional<Shape> parse_shape(const std::string& text) {
  Shape shape;
  static const std::regex number("[0-9]+");
  std::size_t product = 1;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), number); it != std::sregex_iterator(); ++it) {
    if (it->length() > 18) return std::nullopt;
    shape.push_back(std::stoull(it->str()));
    if (shape.back() != 0 && product > (std::numeric_limits<std::size_t>::max() / 16) / shape.back())
      return std::nullopt;
    product *= shape.back();
  }
  return shape;
}

}  // namespace

std::size_t NpyHeader::count() const {
  std::size_t product = 1;
  for (const std::size_t n : shape) product *= n;
  return product;
}

std::string npy_header(std::string_view type, const Shape& shape) {
  const std::string dims = fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, dims);
  const std::size_t unpadded = magic.size() + 2 + text.size() + 1;
  text.append((64 - unpadded % 64) % 64, ' ');
  text.push_back('\n');
  std::string header(magic);
  header.push_back(static_cast<char>(text.size() & 0xff));
  header.push_back(static_cast<char>(text.size() >> 8));
  return header + text;
}

NpyHeader parse_npy(std::span<const char> bytes, const std::string& name) {
  if (bytes.size() < magic.size() + 2 || std::memcmp(bytes.data(), magic.data(), magic.size()) != 0)
    throw InputError(name, 0, "is not a version 1.0 .npy array");
  const auto low = static_cast<unsigned char>(bytes[magic.size()]);
  const auto high = static_cast<unsigned char>(bytes[magic.size() + 1]);
  NpyHeader header;
  header.data_offset = magic.size() + 2 + (low | (std::size_t{high} << 8));
  if (header.data_offset > bytes.size()) throw InputError(name, 0, "ends within its .npy header");
  const std::string text(bytes.data() + magic.size() + 2, bytes.data() + header.data_offset);
  static const std::regex form(
      R"(^\{'descr': '([^']*)', 'fortran_order': (False|True), 'shape': (\([0-9, ]*\)), *\} *\n$)");
  std::smatch match;
  if (!std::regex_match(text, match, form))
    throw InputError(name, 0, "has a .npy header that cannot be read");
  const std::optional<Shape> shape = parse_shape(match[3]);
  if (match[2] == "True" || !shape) throw InputError(name, 0, "is not an array in C order");
  header.type = match[1];
  header.shape = *shape;
  const std::size_t expected = header.count() * element_size(header.type);
  if (bytes.size() - header.data_offset != expected)
    throw InputError(name, 0,
                     fmt::format("holds {} bytes of data; its header announces {}",
                                 bytes.size() - header.data_offset, expected));
  return header;
}

void write_npy_bytes(const fs::path& path, std::string_view type, const Shape& shape,
                     std::span<const char> data) {
  const fs::path partial = partial_path(path);
  std::FILE* file = std::fopen(partial.c_str(), "wb");
  if (file == nullptr)
    throw ResourceError(fmt::format("{}: cannot write: {}", path.string(), std::strerror(errno)));
  const std::string header = npy_header(type, shape);
  errno = 0;
  bool whole = std::fwrite(header.data(), 1, header.size(), file) == header.size();
  whole = whole && std::fwrite(data.data(), 1, data.size(), file) == data.size();
  whole = (std::fclose(file) == 0) && whole;
  if (!whole) {
    const int error = errno;
    std::remove(partial.c_str());
    throw ResourceError(fmt::format("{}: cannot write: {}", path.string(), std::strerror(error)));
  }
  publish(partial, path);
}

MappedFile::MappedFile(const fs::path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) throw InputError(path.string(), 0, fmt::format("cannot be read: {}", std::strerror(errno)));
  struct stat status {};
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(fd);
    throw InputError(path.string(), 0, "is not a regular file");
  }
  size = static_cast<std::size_t>(status.st_size);
  if (size > 0) {
    void* mapped = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
    if (mapped == MAP_FAILED) {
      ::close(fd);
      throw ResourceError(fmt::format("{}: cannot be mapped into memory", path.string()));
    }
    data = static_cast<const char*>(mapped);
  }
  ::close(fd);
}

MappedFile::~MappedFile() {
  if (data != nullptr) ::munmap(const_cast<char*>(data), size);
}

NpyHeader check_npy(const MappedFile& file, const fs::path& path, std::string_view type) {
  NpyHeader header = parse_npy(file.bytes(), path.string());
  if (header.type != type)
    throw InputError(path.string(), 0,
                     fmt::format("holds elements of type {}; expected {}", header.type, type));
  return header;
}

}  // namespace themata
