#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "themata/io/error.hpp"

/// What the fuzzers and the tests of their seeds share.
namespace themata::fuzz {

/// Takes numbers and texts off the front of what a fuzzer made; zeros and empty texts at its end.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

  bool empty() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  std::string_view take(std::size_t n) {
    const std::string_view taken = rest_.substr(0, n);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  unsigned byte() {
    const std::string_view one = take(1);
    return one.empty() ? 0 : static_cast<unsigned char>(one.front());
  }
  /// A number of two bytes, the low one first.
  unsigned pair() {
    const unsigned low = byte();
    return low | byte() << 8;
  }

 private:
  std::string_view rest_;
};

/// A folder in memory where the machine has one, for files that are written at every execution.
inline std::filesystem::path fast_folder() {
  const std::filesystem::path memory = "/dev/shm";
  std::error_code ignored;
  return std::filesystem::is_directory(memory, ignored) ? memory : std::filesystem::temp_directory_path();
}

inline void write_file(const std::filesystem::path& file, std::string_view bytes) {
  std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// Whether work ends without one of our errors. Any other exception is the fuzzer's to find.
template <class Work>
bool succeeds(const Work& work) {
  try {
    work();
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Ends the program where what was read does not fit together.
inline void require(bool right) {
  if (!right) std::terminate();
}

}  // namespace themata::fuzz
