#include "themata/counts/matrix.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace themata {

namespace {

constexpr std::size_t huge_page = std::size_t{1} << 21;

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

RowMemory reserve_rows(std::size_t bytes, std::size_t together) {
  if (bytes == 0) return {};
  void* memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  // A huge page that is partly written takes all of its memory: up to two for what is given back at once.
  ::madvise(memory, bytes, together >= 16 * huge_page ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  return RowMemory(memory, FreeMemory{bytes});
}

void give_back_pages(void* first, std::size_t bytes) {
  if (::madvise(first, bytes, MADV_DONTNEED) != 0) std::memset(first, 0, bytes);  // those locked in memory
}

}  // namespace themata
