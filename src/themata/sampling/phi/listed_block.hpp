#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/cluster/communicator.hpp"
#include "themata/sampling/phi/sparse_phi.hpp"

namespace themata::sampling {

/// Words of a block of SparsePhi for another rank: of each its numbers of groups and of masses in the tail,
/// its prior mass and its bound; then all groups, all tails' masses and their topics.
Message pack_words(std::span<const WordTopics> words);

/// Words that another rank has packed, where they lie in the message. Only masses by slot are laid out anew.
class ListedBlock {
 public:
  /// @param groups_without_row  as SparsePhi::draw has it
  ListedBlock(std::size_t slots, std::uint32_t groups_without_row)
      : slots_(slots), groups_without_row_(groups_without_row) {}

  /// @returns the words, as long as the message and this are there and nothing else is unpacked
  std::span<const WordTopics> unpack(const Message& message, std::size_t n_words, Pool& pool);

 private:
  std::size_t slots_;
  std::uint32_t groups_without_row_;
  std::vector<WordTopics> words_;
  Matrix<float> rows_;
};

}  // namespace themata::sampling
