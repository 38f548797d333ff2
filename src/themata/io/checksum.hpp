#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "themata/io/place.hpp"

namespace themata {

/// XXH3's 64-bit hash of everything fed to it, in order.
class Checksum {
 public:
  Checksum();
  ~Checksum();
  void add(const void* data, std::size_t bytes);
  template <class T>
  void add(std::span<const T> values) {
    add(values.data(), values.size_bytes());
  }
  std::uint64_t value() const;
  /// All that was fed so far, for another process of the same program to go on from.
  std::string state() const;
  /// @param state  of another Checksum
  void go_on_from(const std::string& state);
  /// 16 hexadecimal digits.
  std::string text() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The checksum of a file's bytes. @throws InputError if it cannot be read
std::string checksum_of_file(const Place& place);

}  // namespace themata
