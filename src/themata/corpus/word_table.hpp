#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace themata {

/// Strings numbered from 0, in the order of their first occurrence.
class WordTable {
 public:
  /// The number of `word`; a new word gets the next free number.
  std::uint32_t find_or_add(std::string_view word);
  std::uint32_t size() const { return static_cast<std::uint32_t>(starts_.size() - 1); }
  /// Valid until the next find_or_add.
  std::string_view word(std::uint32_t id) const {
    return {text_.data() + starts_[id], static_cast<std::size_t>(starts_[id + 1] - starts_[id])};
  }
  /// Removes all words but keeps the memory.
  void clear();

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t id_plus_one = 0;  ///< 0: free
  };
  void grow();

  std::string text_;
  std::vector<std::uint64_t> starts_ = {0};
  std::vector<Slot> slots_ = std::vector<Slot>(1024);
};

}  // namespace themata
