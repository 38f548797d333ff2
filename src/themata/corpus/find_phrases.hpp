#pragma once

#include <cstdint>
#include <vector>

#include "themata/corpus/draft.hpp"

namespace themata {

/// A sequence of words, by their numbers.
struct Sequence {
  std::vector<std::uint32_t> types = {};
  bool is_given = false;
  double score = 0;
  std::uint64_t count = 0, documents = 0;  ///< where it is joined
};

/// Finds the sequences of words that are one by how often they occur (phrases.hpp).
/// @param rules  by word type: what the rules for words say of it
std::vector<Sequence> find_phrases(const Draft& draft, const std::vector<Rule>& rules,
                                   const PhraseOptions& options);

}  // namespace themata
