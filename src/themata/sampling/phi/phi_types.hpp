#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

/// The word types whose part of Phi this process draws, in the order of the rows of State::phi: all types;
/// for a rank among several those of its blocks, block by block.
class PhiTypes {
 public:
  explicit PhiTypes(const Layout& layout)
      : is_all_(!layout.share.is_spread()), size_(layout.block_of.size()) {
    if (is_all_) return;
    const std::uint32_t first = layout.block_begin[layout.share.first_group];
    size_ = layout.block_begin[layout.share.end_group] - first;
    types_ = std::span(layout.types_by_block).subspan(first, size_);
  }

  std::size_t size() const { return size_; }
  std::size_t operator[](std::size_t row) const { return is_all_ ? row : types_[row]; }

 private:
  bool is_all_;
  std::size_t size_;
  std::span<const std::uint32_t> types_;
};

/// Gives State::phi a row for each of them, and as many slots as there are.
inline void fit_phi(State& state) {
  if (state.phi.columns() != state.slots())
    state.phi = Matrix<float>(PhiTypes(state.layout).size(), state.slots());
}

}  // namespace themata::sampling
