#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>

namespace themata {

/// Bytes to read a file into. Nothing sets them before: most files are far smaller than a buffer.
class RawBuffer {
 public:
  explicit RawBuffer(std::size_t size) : bytes_(std::make_unique_for_overwrite<char[]>(size)), size_(size) {}

  char* data() { return bytes_.get(); }
  std::size_t size() const { return size_; }
  void grow(std::size_t size) {
    auto larger = std::make_unique_for_overwrite<char[]>(size);
    std::memcpy(larger.get(), bytes_.get(), size_);
    bytes_ = std::move(larger);
    size_ = size;
  }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_;
};

}  // namespace themata
