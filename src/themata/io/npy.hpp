#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "themata/io/place.hpp"

namespace themata {

/// NumPy's name for a little-endian element type.
template <class T>
constexpr std::string_view npy_type() {
  if constexpr (std::same_as<T, std::uint8_t>) return "|u1";
  if constexpr (std::same_as<T, std::uint16_t>) return "<u2";
  if constexpr (std::same_as<T, std::uint32_t>) return "<u4";
  if constexpr (std::same_as<T, std::uint64_t>) return "<u8";
  if constexpr (std::same_as<T, std::int32_t>) return "<i4";
  if constexpr (std::same_as<T, std::int64_t>) return "<i8";
  if constexpr (std::same_as<T, float>) return "<f4";
  if constexpr (std::same_as<T, double>) return "<f8";
}

using Shape = std::vector<std::size_t>;

/// The bytes before the data of a version 1.0 .npy file in C order (numpy.lib.format).
std::string npy_header(std::string_view type, const Shape& shape);

/// The content of a .npy header, and where its data begins.
struct NpyHeader {
  std::string type;
  Shape shape;
  std::size_t data_offset = 0;
  std::size_t count() const;
};

/// @param name  the array's name for error messages
/// @throws InputError if the bytes are not a .npy in C order whose data has the announced size
NpyHeader parse_npy(std::span<const char> bytes, const std::string& name);
/// The same where more bytes follow.
/// @param start  with the whole header, or all there is of it @param size  in all
NpyHeader parse_npy_start(std::span<const char> start, std::uint64_t size, const std::string& name);
/// Bytes before the data, from the first `npy_start_size` ones. @throws InputError if they begin no .npy
std::size_t npy_data_offset(std::span<const char> start, const std::string& name);
inline constexpr std::size_t npy_start_size = 10;

/// Writes a .npy file, complete or not at all. @throws ResourceError
void write_npy_bytes(const Place& place, std::string_view type, const Shape& shape,
                     std::span<const char> data);

template <class T>
void write_npy(const Place& place, std::span<const T> values, const Shape& shape) {
  write_npy_bytes(place, npy_type<T>(), shape,
                  {reinterpret_cast<const char*>(values.data()), values.size_bytes()});
}

/// The bytes of a file, mapped read-only where it is on the disk; shared so that views can own it.
struct MappedFile {
  explicit MappedFile(const Place& place);  ///< @throws InputError
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  std::span<const char> bytes() const { return {data, size}; }

  const char* data = nullptr;
  std::size_t size = 0;

 private:
  MemoryFiles::Bytes bytes_;  ///< of a file in memory
};

/// An array of a .npy file, read in place.
template <class T>
struct MappedArray {
  std::shared_ptr<const MappedFile> file;
  Shape shape;
  std::span<const T> values;
};

/// The header of a mapped .npy file, checked to hold elements of `type`. @throws InputError
NpyHeader check_npy(const MappedFile& file, const Place& place, std::string_view type);

/// @throws InputError if the file is missing, damaged, or of another element type
template <class T>
MappedArray<T> map_npy(const Place& place) {
  auto file = std::make_shared<const MappedFile>(place);
  NpyHeader header = check_npy(*file, place, npy_type<T>());
  const auto* first = reinterpret_cast<const T*>(file->data + header.data_offset);
  return {std::move(file), header.shape, std::span<const T>(first, header.count())};
}

}  // namespace themata
