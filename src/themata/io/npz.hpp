#pragma once

#include <cstring>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "themata/io/npy.hpp"

namespace themata {

/// Arrays under names, as numpy.load reads them from a .npz file. Appears whole or not at all.
class NpzWriter {
 public:
  /// Copies the values: the caller's array may change or die.
  template <class T>
  void add(const std::string& name, std::span<const T> values, const Shape& shape) {
    add_bytes(name, npy_type<T>(), shape,
              {reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  }
  template <class T>
  void add_scalar(const std::string& name, T value) {
    add(name, std::span<const T>(&value, 1), {});
  }
  /// A scipy.sparse.csr_matrix, as scipy.sparse.load_npz reads it.
  /// @param indptr  rows + 1 positions into indices and values
  template <class T>
  void add_csr(std::span<const T> values, std::span<const std::int32_t> indices,
               std::span<const std::int64_t> indptr, std::size_t columns) {
    add_bytes("format", "|S3", {}, {"csr", 3});
    const std::int64_t shape[2] = {static_cast<std::int64_t>(indptr.size()) - 1,
                                   static_cast<std::int64_t>(columns)};
    add("shape", std::span<const std::int64_t>(shape, 2), {2});
    add("data", values, {values.size()});
    add("indices", indices, {indices.size()});
    add("indptr", indptr, {indptr.size()});
  }
  void add_bytes(const std::string& name, std::string_view type, const Shape& shape,
                 std::span<const char> data);
  /// @throws ResourceError
  void write(const std::filesystem::path& path) const;

 private:
  std::map<std::string, std::string> members_;
};

/// The arrays of a .npz file.
class NpzReader {
 public:
  /// @throws InputError where the file is missing, no zip archive, or fails its own checksums
  explicit NpzReader(const std::filesystem::path& path);

  bool has(const std::string& name) const { return members_.contains(name + ".npy"); }

  /// @throws InputError where the array is missing or of another element type
  template <class T>
  std::vector<T> read(const std::string& name) const {
    const std::string& bytes = member(name);
    const NpyHeader header = header_of(name, npy_type<T>());
    std::vector<T> values(header.count());
    if (!values.empty())
      std::memcpy(values.data(), bytes.data() + header.data_offset, values.size() * sizeof(T));
    return values;
  }
  template <class T>
  T read_scalar(const std::string& name) const {
    const std::vector<T> values = read<T>(name);
    require_scalar(name, values.size());
    return values[0];
  }
  std::string type_of(const std::string& name) const;

 private:
  const std::string& member(const std::string& name) const;
  NpyHeader header_of(const std::string& name, std::string_view type) const;
  void require_scalar(const std::string& name, std::size_t count) const;

  std::string path_;
  std::map<std::string, std::string> members_;
};

}  // namespace themata
