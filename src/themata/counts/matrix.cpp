#include "themata/counts/matrix.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace themata {

void FreeMemory::operator()(void* memory) const { std::free(memory); }

RowMemory allocate_rows(std::size_t bytes) {
  constexpr std::size_t line = 64;
  constexpr std::size_t huge_page = std::size_t{1} << 21;
  const std::size_t alignment = bytes >= huge_page ? huge_page : line;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* memory = rounded == 0 ? nullptr : std::aligned_alloc(alignment, rounded);
  if (memory == nullptr && rounded > 0) throw std::bad_alloc();
  if (alignment == huge_page) ::madvise(memory, rounded, MADV_HUGEPAGE);  // a hint: refusal costs only speed
  if (memory != nullptr) std::memset(memory, 0, rounded);
  return RowMemory(memory);
}

}  // namespace themata
