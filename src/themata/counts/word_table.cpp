#include "themata/counts/word_table.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <vector>

namespace themata {

namespace {

constexpr std::uintptr_t page = 4096;

/// The whole pages within a range of memory.
struct Pages {
  std::uintptr_t first, last;
};
Pages whole_pages(std::uintptr_t first, std::uintptr_t last) {
  return {(first + page - 1) / page * page, last / page * page};
}

}  // namespace

WordTable::WordTable(std::size_t types, std::size_t slots)
    : rows_(types), columns_(slots), owner_(allocate_rows(types * slots * sizeof(std::int32_t))) {}

WordTable::WordTable(std::span<const std::uint32_t> order, std::size_t slots, std::size_t together)
    : rows_(order.size()),
      columns_(slots),
      owner_(
          reserve_rows(order.size() * slots * sizeof(std::int32_t), together * slots * sizeof(std::int32_t))),
      places_(std::make_unique<std::uint32_t[]>(order.size())) {
  for (std::uint32_t place = 0; place < order.size(); ++place) places_[order[place]] = place;
}

void WordTable::clear(std::size_t first, std::size_t last) {
  std::int32_t* begin = cells() + first * columns_;
  std::int32_t* end = cells() + last * columns_;
  const auto at = [](const std::int32_t* cell) { return reinterpret_cast<std::uintptr_t>(cell); };
  const Pages whole = whole_pages(at(begin), at(end));
  if (places_ == nullptr || whole.first >= whole.last) {
    std::fill(begin, end, 0);
    return;
  }
  const auto cell_at = [&](std::uintptr_t address) { return begin + (address - at(begin)) / sizeof(*begin); };
  std::fill(begin, cell_at(whole.first), 0);
  std::fill(cell_at(whole.last), end, 0);
  give_back_pages(cell_at(whole.first), whole.last - whole.first);
}

std::size_t WordTable::bytes_in_memory() const {
  if (n_cells() == 0) return 0;
  const auto first = reinterpret_cast<std::uintptr_t>(cells()) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(cells() + n_cells());
  std::vector<unsigned char> is_there((end - first + page - 1) / page);
  ::mincore(reinterpret_cast<void*>(first), end - first, is_there.data());
  return page * static_cast<std::size_t>(
                    std::ranges::count_if(is_there, [](unsigned char bits) { return bits % 2 != 0; }));
}

}  // namespace themata
