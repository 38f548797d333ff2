#include "themata/counts/matrix.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace themata {

namespace {

constexpr std::size_t huge_page = std::size_t{1} << 21;

RowMemory map_memory(std::size_t bytes, int access) {
  void* memory = ::mmap(nullptr, bytes, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return RowMemory(memory, FreeMemory{bytes});
}

}  // namespace

void FreeMemory::operator()(void* memory) const {
  if (reserved > 0)
    ::munmap(memory, reserved);
  else
    std::free(memory);
}

RowMemory allocate_rows(std::size_t bytes) {
  constexpr std::size_t line = 64;
  const std::size_t alignment = bytes >= huge_page ? huge_page : line;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* memory = rounded == 0 ? nullptr : std::aligned_alloc(alignment, rounded);
  if (memory == nullptr && rounded > 0) throw std::bad_alloc();
  if (alignment == huge_page) ::madvise(memory, rounded, MADV_HUGEPAGE);  // a hint: refusal costs only speed
  if (memory != nullptr) std::memset(memory, 0, rounded);
  return RowMemory(memory);
}

RowMemory reserve_rows(std::size_t bytes) {
  if (bytes == 0) return {};
  RowMemory memory = map_memory(bytes, PROT_READ | PROT_WRITE);
  if (bytes >= huge_page) ::madvise(memory.get(), bytes, MADV_HUGEPAGE);
  return memory;
}

RowMemory reserve_zeros(std::size_t bytes) { return bytes == 0 ? RowMemory() : map_memory(bytes, PROT_READ); }

}  // namespace themata
