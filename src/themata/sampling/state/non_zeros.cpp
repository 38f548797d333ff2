#include "themata/sampling/state/non_zeros.hpp"

#include <algorithm>

namespace themata::sampling {

namespace {

constexpr std::size_t lists_at_once = 256;

}  // namespace

void NonZeros::begin(const Layout& layout, std::size_t slots, std::size_t writers) {
  known_ = false;
  n_types_ = layout.frequency.size();
  slots_ = slots;
  begin_.clear();
  std::size_t places = 0;
  for (const std::uint32_t tokens : layout.frequency) {
    begin_.push_back(places);
    places += std::min<std::size_t>(tokens, slots) + 1;
  }
  for (std::size_t writer = 0; writer < writers; ++writer) begin_.push_back(places++);
  topics_.resize(places);
  size_.assign(begin_.size(), 0);
}

void NonZeros::finish(Pool& pool) {
  pool.for_chunks(n_types_, lists_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v)
      std::sort(topics_.begin() + static_cast<std::ptrdiff_t>(begin_[v]),
                topics_.begin() + static_cast<std::ptrdiff_t>(begin_[v] + size_[v]));
  });
  known_ = true;
}

void NonZeros::fill(const WordTopicTable& word_topic, const Layout& layout, Pool& pool) {
  begin(layout, word_topic.columns(), 0);
  pool.for_chunks(n_types_, lists_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v)
      for (std::size_t k = 0; k < slots_; ++k)
        if (word_topic.row(v)[k] > 0) add(v, static_cast<Topic>(k), 1);
  });
  known_ = true;
}

}  // namespace themata::sampling
