#pragma once

#include <cstddef>
#include <filesystem>
#include <new>
#include <vector>

namespace themata {

/// While one lives, large arrays that grow with the number of tokens (LargeVector) are in files of a folder,
/// mapped into memory, so that a corpus may be larger than memory: the system writes out what is not in use.
/// The files have no names, and are gone when the arrays are. The whole process shares the folder; of several
/// objects the last one made counts.
class Scratch {
 public:
  /// @param folder  that exists; empty: nothing changes
  /// @throws UsageError if it is no folder that can be written to
  explicit Scratch(std::filesystem::path folder);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// Whether large arrays that are made now are in files.
  static bool in_use();

 private:
  std::filesystem::path folder_;
};

/// @throws ResourceError if the folder of scratch files has no room; std::bad_alloc
void* allocate_large(std::size_t bytes);
void release_large(void* memory, std::size_t bytes) noexcept;
/// Has the system read a part of a large array that is in a file, without waiting for it. Does nothing for
/// others.
void will_need(const void* first, std::size_t bytes);

/// Memory for large arrays: the usual one, or scratch files.
template <class T>
struct LargeAllocator {
  using value_type = T;
  LargeAllocator() = default;
  template <class U>
  explicit(false) LargeAllocator(const LargeAllocator<U>& /*other*/) noexcept {}

  T* allocate(std::size_t n) {
    if (n > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(allocate_large(n * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t n) noexcept { release_large(memory, n * sizeof(T)); }
  template <class U>
  bool operator==(const LargeAllocator<U>& /*other*/) const noexcept {
    return true;
  }
};

/// An array that grows with the number of tokens, or of documents.
template <class T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

}  // namespace themata
