#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "themata/sampling/state/layout.hpp"

namespace themata::sampling {

/// The word types whose part of Phi this process draws, in the order of the rows in which it has them: all
/// types; for a rank among several those of its blocks, block by block.
class PhiTypes {
 public:
  explicit PhiTypes(const Layout& layout)
      : is_all_(!layout.share.is_spread()), size_(layout.block_of.size()) {
    if (is_all_) return;
    size_ = row_of_block(layout, layout.share.end_group);
    types_ = std::span(layout.types_by_block).subspan(layout.block_begin[layout.share.first_group], size_);
  }
  /// Where the types of an own block of a rank among several begin.
  static std::size_t row_of_block(const Layout& layout, std::size_t block) {
    return layout.block_begin[block] - layout.block_begin[layout.share.first_group];
  }

  std::size_t size() const { return size_; }
  std::size_t operator[](std::size_t row) const { return is_all_ ? row : types_[row]; }

 private:
  bool is_all_;
  std::size_t size_;
  std::span<const std::uint32_t> types_;
};

}  // namespace themata::sampling
