#pragma once

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "themata/io/npy.hpp"

namespace themata {

/// The rest of an array, which other processes write into a file that this one makes.
class RestOfArray {
 public:
  virtual ~RestOfArray() = default;
  virtual std::uint64_t bytes() const = 0;
  /// Has it written into the file from a position on. @returns its CRC-32 @throws ResourceError
  virtual std::uint32_t write(const std::filesystem::path& file, std::uint64_t at) const = 0;
};

/// Named arrays, as numpy.load reads them from a .npz file. Appears complete or not at all.
class NpzWriter {
 public:
  /// Copies the values: the caller's array need not stay alive.
  template <class T>
  void add(const std::string& name, std::span<const T> values, const Shape& shape) {
    add_bytes(name, npy_type<T>(), shape,
              {reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  }
  /// Without a copy: the values, and the rest of the array, must stay until it is written.
  /// @param rest  null where the values are all
  template <class T>
  void refer_to(const std::string& name, std::span<const T> values, const RestOfArray* rest = nullptr) {
    const std::size_t bytes = values.size_bytes() + (rest == nullptr ? 0 : rest->bytes());
    members_[name + ".npy"] = {npy_header(npy_type<T>(), {bytes / sizeof(T)}),
                               {reinterpret_cast<const char*>(values.data()), values.size_bytes()},
                               rest};
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
    add_csr_shape(indptr.size() - 1, columns);
    add("data", values, {values.size()});
    add("indices", indices, {indices.size()});
    add("indptr", indptr, {indptr.size()});
  }
  /// The same without a copy: the arrays must stay until they are written.
  template <class T>
  void refer_to_csr(std::span<const T> values, std::span<const std::int32_t> indices,
                    std::span<const std::int64_t> indptr, std::size_t columns) {
    add_csr_shape(indptr.size() - 1, columns);
    refer_to("data", values);
    refer_to("indices", indices);
    refer_to("indptr", indptr);
  }
  /// The same for rows that each have a list of columns and a list of values.
  template <class Index, class T>
  void add_csr_of_lists(const std::vector<std::vector<Index>>& columns_of,
                        const std::vector<std::vector<T>>& values_of, std::size_t columns) {
    std::vector<std::int32_t> indices;
    std::vector<T> values;
    std::vector<std::int64_t> begin{0};
    for (std::size_t row = 0; row < columns_of.size(); ++row) {
      for (const Index index : columns_of[row]) indices.push_back(static_cast<std::int32_t>(index));
      values.insert(values.end(), values_of[row].begin(), values_of[row].end());
      begin.push_back(static_cast<std::int64_t>(indices.size()));
    }
    add_csr(std::span<const T>(values), std::span<const std::int32_t>(indices),
            std::span<const std::int64_t>(begin), columns);
  }
  /// The same with all values 1. The lists may have any order.
  template <class Index>
  void add_csr_of_ones(const std::vector<std::vector<Index>>& columns_of, std::size_t columns) {
    std::vector<std::int32_t> indices;
    std::vector<std::int64_t> begin{0};
    for (const auto& list : columns_of) {
      const auto first = static_cast<std::ptrdiff_t>(indices.size());
      for (const Index index : list) indices.push_back(static_cast<std::int32_t>(index));
      std::sort(indices.begin() + first, indices.end());
      begin.push_back(static_cast<std::int64_t>(indices.size()));
    }
    const std::vector<std::uint8_t> ones(indices.size(), 1);
    add_csr(std::span<const std::uint8_t>(ones), std::span<const std::int32_t>(indices),
            std::span<const std::int64_t>(begin), columns);
  }
  void add_bytes(const std::string& name, std::string_view type, const Shape& shape,
                 std::span<const char> data);
  /// @throws ResourceError
  void write(const Place& place) const;

 private:
  void add_csr_shape(std::size_t rows, std::size_t columns) {
    add_bytes("format", "|S3", {}, {"csr", 3});
    const std::int64_t shape[2] = {static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns)};
    add("shape", std::span<const std::int64_t>(shape, 2), {2});
  }

  struct Member {
    std::string own;             ///< its header, and the values that were copied
    std::span<const char> more;  ///< after it
    const RestOfArray* rest = nullptr;
  };
  std::map<std::string, Member> members_;
};

/// The arrays of a .npz file, each of which is read when it is asked for.
class NpzReader {
 public:
  /// @throws InputError if the file is missing or is not a zip archive
  explicit NpzReader(const Place& place);
  ~NpzReader();
  NpzReader(const NpzReader&) = delete;
  NpzReader& operator=(const NpzReader&) = delete;

  bool has(const std::string& name) const;

  /// @throws InputError if the array is missing, of another element type, or fails its checksum
  template <class T, class Values = std::vector<T>>
  Values read(const std::string& name) const {
    Values values;
    read_into(name, npy_type<T>(), [&](std::size_t n) {
      values.resize(n);
      return reinterpret_cast<char*>(values.data());
    });
    return values;
  }
  template <class T>
  T read_scalar(const std::string& name) const {
    const std::vector<T> values = read<T>(name);
    require_scalar(name, values.size());
    return values[0];
  }
  /// Some of an array's values, without the others, and so without a look at its checksum.
  /// @throws InputError also if it has not so many
  template <class T, class Values = std::vector<T>>
  Values read_part(const std::string& name, std::size_t first, std::size_t count) const {
    Values values;
    read_part_into({name, npy_type<T>(), first, count, sizeof(T)}, [&](std::size_t n) {
      values.resize(n);
      return reinterpret_cast<char*>(values.data());
    });
    return values;
  }
  /// Reads every array. @throws InputError if one fails its checksum
  void check() const;
  /// Whether an array's values, which were read in parts, have this CRC-32 together.
  bool has_crc(const std::string& name, std::uint32_t crc_of_values) const;
  std::string type_of(const std::string& name) const;
  std::size_t size_of(const std::string& name) const;  ///< number of values

 private:
  /// Makes room for so many values.
  using MakeRoom = std::function<char*(std::size_t)>;
  struct Part {
    const std::string& name;
    std::string_view type;
    std::size_t first, count, bytes_each;
  };
  class Archive;
  class Member;

  NpyHeader header_of(Member& member, const std::string& name) const;
  NpyHeader header_of(Member& member, const std::string& name, std::string_view type) const;
  void read_into(const std::string& name, std::string_view type, const MakeRoom& make_room) const;
  void read_part_into(const Part& part, const MakeRoom& make_room) const;
  void require_scalar(const std::string& name, std::size_t count) const;

  std::string path_;
  std::unique_ptr<Archive> archive_;
};

}  // namespace themata
