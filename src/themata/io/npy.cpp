#include "themata/io/npy.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"

namespace themata {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view magic{"\x93NUMPY\x01\x00", 8};

/// Reads a text piece by piece from its front.
struct Scanner {
  std::string_view rest;

  bool take(std::string_view literal) {
    const bool found = rest.starts_with(literal);
    if (found) rest.remove_prefix(literal.size());
    return found;
  }
  /// Everything before the first character that is not one of `allowed`.
  std::string_view take_all(std::string_view allowed) {
    const std::string_view taken = rest.substr(0, rest.find_first_not_of(allowed));
    rest.remove_prefix(taken.size());
    return taken;
  }
};

constexpr std::string_view digits = "0123456789";

/// A number of at most 18 digits, which always fits; nothing if there is none.
std::optional<std::size_t> parse_number(std::string_view text) {
  if (text.empty() || text.size() > 18) return std::nullopt;
  std::size_t number = 0;
  for (const char digit : text) number = number * 10 + static_cast<std::size_t>(digit - '0');
  return number;
}

/// Bytes per element of a NumPy type such as "<u4", "|S3" or "<U3"; 0 if it has no fixed size.
std::size_t element_size(std::string_view type) {
  if (type.size() < 3 || type.substr(2).find_first_not_of(digits) != std::string_view::npos) return 0;
  const std::size_t number = parse_number(type.substr(2)).value_or(0);
  return number > 4096 ? 0 : number * (type[1] == 'U' ? 4 : 1);
}

/// The shape in "(2, 3)", "(2,)" or "()"; nothing if it has another form or the product overflows.
std::optional<Shape> take_shape(Scanner& text) {
  constexpr std::size_t limit = std::numeric_limits<std::size_t>::max() / (std::size_t{1} << 16);
  Shape shape;
  std::size_t product = 1;
  if (!text.take("(")) return std::nullopt;
  while (!text.take(")")) {
    const std::optional<std::size_t> n = parse_number(text.take_all(digits));
    if (!n || (*n != 0 && product > limit / *n)) return std::nullopt;
    shape.push_back(*n);
    product *= *n;
    const bool more = text.take(", ") || (shape.size() == 1 && text.take(","));
    if (!more && !text.rest.starts_with(')')) return std::nullopt;
  }
  return shape;
}

/// Parses the dictionary of a header; the caller sets data_offset.
NpyHeader parse_dictionary(std::string_view dictionary, const std::string& name) {
  const auto refuse = [&name](InputFault fault) { throw InputError(name, 0, std::move(fault)); };
  Scanner text{dictionary};
  NpyHeader header;
  if (!text.take("{'descr': '"))
    refuse(InputFault{"has a .npy header that cannot be read", "a plain element type"});
  header.type = text.rest.substr(0, text.rest.find('\''));
  text.rest.remove_prefix(header.type.size());
  if (!text.take("', 'fortran_order': "))
    refuse(InputFault{"has a .npy header that cannot be read after its element type"});
  if (text.take("True")) refuse(InputFault{"is in Fortran order", "C order"});
  if (!text.take("False, 'shape': "))
    refuse(InputFault{"has a .npy header that cannot be read", "its order and shape"});
  std::optional<Shape> shape = take_shape(text);
  if (!shape) refuse(InputFault{"has a .npy header whose shape cannot be read or is too large"});
  header.shape = std::move(*shape);
  text.take(",");
  text.take_all(" ");
  const bool closed = text.take("}");
  text.take_all(" ");
  if (!closed || text.rest != "\n") refuse(InputFault{"has a .npy header with a wrong end"});
  return header;
}

}  // namespace

std::size_t NpyHeader::count() const {
  std::size_t product = 1;
  for (const std::size_t n : shape) product *= n;
  return product;
}

std::string npy_header(std::string_view type, const Shape& shape) {
  const std::string dims = fmt::format("({}{})", listed(shape, ", "), shape.size() == 1 ? "," : "");
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
  return parse_npy_start(bytes, bytes.size(), name);
}

std::size_t npy_data_offset(std::span<const char> start, const std::string& name) {
  static_assert(npy_start_size == magic.size() + 2);
  if (start.size() < npy_start_size || std::memcmp(start.data(), magic.data(), magic.size()) != 0)
    throw InputError(name, 0, "is not a version 1.0 .npy array");
  const auto low = static_cast<unsigned char>(start[magic.size()]);
  const auto high = static_cast<unsigned char>(start[magic.size() + 1]);
  return npy_start_size + (low | (std::size_t{high} << 8));
}

NpyHeader parse_npy_start(std::span<const char> start, std::uint64_t size, const std::string& name) {
  const std::size_t data_offset = npy_data_offset(start, name);
  if (data_offset > start.size()) throw InputError(name, 0, "ends within its .npy header");
  NpyHeader header = parse_dictionary({start.data() + npy_start_size, start.data() + data_offset}, name);
  header.data_offset = data_offset;
  const std::size_t expected = header.count() * element_size(header.type);
  if (size - header.data_offset != expected)
    throw InputError(
        name, 0,
        fmt::format("has {} bytes of data; its header says {}", size - header.data_offset, expected));
  return header;
}

void write_npy_bytes(const Place& place, std::string_view type, const Shape& shape,
                     std::span<const char> data) {
  const std::string header = npy_header(type, shape);
  write_parts_atomically(place, {header, data});
}

MappedFile::MappedFile(const Place& place) {
  if (place.in_memory()) {
    bytes_ = place.memory().get(place.name());
    if (!bytes_) throw InputError(place.string(), 0, "cannot be read: there is no such file");
    size = bytes_->size();
    if (size > 0) data = bytes_->data();
    return;
  }
  const fs::path& path = place.path();
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) throw InputError(path.string(), 0, fmt::format("cannot be read: {}", std::strerror(errno)));
  struct stat status {};
  const int error = ::fstat(fd, &status) != 0 ? errno : 0;
  if (error != 0 || !S_ISREG(status.st_mode)) {
    ::close(fd);
    throw InputError(
        path.string(), 0,
        error == 0 ? "is not a regular file" : fmt::format("cannot be read: {}", std::strerror(error)));
  }
  size = static_cast<std::size_t>(status.st_size);
  if (size > 0) {
    void* mapped = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
    if (mapped == MAP_FAILED) {
      const std::string reason = std::strerror(errno);
      ::close(fd);
      throw ResourceError(fmt::format("{}: cannot be mapped into memory: {}", path.string(), reason));
    }
    data = static_cast<const char*>(mapped);
  }
  ::close(fd);
}

MappedFile::~MappedFile() {
  if (data != nullptr && !bytes_) ::munmap(const_cast<char*>(data), size);
}

NpyHeader check_npy(const MappedFile& file, const Place& place, std::string_view type) {
  NpyHeader header = parse_npy(file.bytes(), place.string());
  if (header.type != type)
    throw InputError(
        place.string(), 0,
        InputFault{fmt::format("has elements of type {}", header.type), fmt::format("{}", type)});
  const std::size_t alignment = std::max<std::size_t>(1, element_size(type));
  if (header.data_offset % alignment != 0)
    throw InputError(place.string(), 0, "has a .npy header whose length leaves its data unaligned");
  return header;
}

}  // namespace themata
