#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/counts/word_topic_table.hpp"

namespace themata {

/// Counts of a word type in all slots, whether it has a row or a list.
class WordRow {
 public:
  explicit WordRow(std::size_t slots) : copy_(slots) {}
  /// @returns slots of them, until the next call
  const std::int32_t* counts_of(std::size_t type, const WordTopicTable& table) {
    if (!table.is_listed(type)) return table.row(type);
    table.copy(type, copy_);
    return copy_.data();
  }

 private:
  std::vector<std::int32_t> copy_;
};

}  // namespace themata
