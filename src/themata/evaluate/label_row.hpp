#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace themata {

/// The topics of the tree with which a word's rate is compared for exclusivity (Airoldi and Bischof 2016,
/// section 2.3).
enum class Against {
  siblings,  ///< the topics with the same parent; for an only child, that parent
  children,  ///< the topics below it; for a topic without any, its siblings
  all        ///< every topic
};

/// Options of label_words.
struct LabelWordsOptions {
  Against against = Against::siblings;
  double exclusivity_weight = 0.5;  ///< 0 to 1
  bool deviations = true;           ///< false: leave all members ending in _sd empty, which is much faster
};

/// A word of a label: posterior means over the kept draws.
struct LabelWord {
  std::uint32_t type = 0;
  double rate = 0;         ///< tokens in a document of mean length that is only about the label
  double exclusivity = 0;  ///< the rate divided by the sum over the labels that it is compared with
  double frex = 0;         ///< weighted harmonic mean of the ranks of both
};

/// A label of the tree, with its best words by each number.
struct LabelRow {
  std::size_t topic = 0;
  std::string name;
  std::optional<std::uint32_t> parent;             ///< the topic above; nothing directly below the corpus
  std::size_t depth = 0;                           ///< 0 directly below the corpus
  std::size_t documents = 0, documents_below = 0;  ///< with the label; with it or one below it
  std::uint64_t tokens = 0;
  double share = 0;  ///< of all tokens
  std::vector<LabelWord> frequent, exclusive, frex;
};

}  // namespace themata
