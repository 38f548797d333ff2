#pragma once

#include <memory>

#include "fuzz/edit.hpp"
#include "themata/io/npz.hpp"

namespace themata::fuzz {

/// Maps a file of memory as an array of one type. @returns whether it is one
template <class T>
bool maps_as(const Place& file) {
  return succeeds([&] {
    const MappedArray<T> array = map_npy<T>(file);
    std::size_t product = 1;
    for (const std::size_t n : array.shape) product *= n;
    require(product == array.values.size());
    std::uint64_t sum = 0;
    for (const T value : array.values) sum += value != 0;
    require(sum <= product);
  });
}

template <class T>
bool reads_as(const NpzReader& npz, const std::string& name) {
  return succeeds([&] {
    const std::vector<T> values = npz.read<T>(name);
    require(values.size() == npz.size_of(name));
    const std::vector<T> half = npz.read_part<T>(name, values.size() / 2, values.size() - values.size() / 2);
    require(half.size() == values.size() - values.size() / 2);
  });
}

/// Reads as the one type that the array has, and as another.
template <class... T>
bool maps_as_its_type(const Place& file, const std::string& content) {
  std::string type;
  succeeds([&] { type = parse_npy(content, "a").type; });
  return maps_as<double>(file) || ((type == npy_type<T>() && maps_as<T>(file)) || ...);
}

template <class... T>
bool reads_as_its_type(const NpzReader& npz, const std::string& name) {
  std::string type;
  succeeds([&] { type = npz.type_of(name); });
  return reads_as<double>(npz, name) || ((type == npy_type<T>() && reads_as<T>(npz, name)) || ...);
}

/// Reads what follows the first byte as an array (even) or an archive of arrays (odd; by its next bit also as
/// the one member of an archive whose checksum is right).
/// @returns whether it was one
inline bool read_arrays(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const unsigned how = bytes.byte();
  const auto files = std::make_shared<MemoryFiles>();
  const Place file = Place(files) / "a";
  const std::string content(bytes.rest());
  if (how % 2 == 0) {
    files->put("a", content);
    return maps_as_its_type<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, std::int32_t,
                            std::int64_t, float>(file, content);
  }
  files->put("a", how / 2 % 2 == 0 ? content : archive_of({{"data.npy", content}}));
  bool any = false;
  return succeeds([&] {
           const NpzReader npz(file);
           for (const char* name : {"data", "indices", "indptr", "shape", "format"})
             any = (npz.has(name) &&
                    reads_as_its_type<std::uint8_t, std::uint16_t, std::int32_t, std::int64_t>(npz, name)) ||
                   any;
         }) &&
         any;
}

}  // namespace themata::fuzz
