#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "themata/evaluate/label_tree.hpp"
#include "themata/evaluate/label_words.hpp"
#include "themata/models/topic_rates.hpp"

namespace themata {

/// A posterior mean and standard deviation over draws; the latter is 0 if there is one draw.
struct MeanSd {
  double mean = 0, sd = 0;
};

/// Another label that documents have too.
struct SharedLabel {
  std::uint32_t topic = 0;
  std::size_t documents = 0;  ///< that have both
};

/// How mixed the documents of a label are, or all documents (Airoldi and Bischof 2016, section 4.1 and tables
/// 2 and 3). Two labels, neither of which is above the other, split at level i (from 0; the paper's i + 1) if
/// the branch of the tree that has both ends there: at level 0 their main branches differ.
struct Membership {
  std::size_t documents = 0;
  std::size_t mixed = 0;            ///< documents with more than one label
  std::vector<std::size_t> across;  ///< by level: documents with two labels that split there
  /// Expected proportion of a document's words that are of the label. All documents: the expected probability
  /// that two words of a document are of the same label.
  MeanSd own;
  /// By level: expected proportion of words of labels that split there from the label. All documents: the
  /// expected probability that two words of a document are of labels that split there.
  std::vector<MeanSd> words_across;
  std::vector<SharedLabel> shared;  ///< most documents first, then by number; none for all documents
};

/// The documents of a fit by their labels.
struct Memberships {
  std::vector<std::size_t> by_count;  ///< documents with i + 1 labels
  Membership all;
  std::vector<Membership> labels;  ///< K of them
};

/// The level at which two labels split; nothing if they are equal or one is above the other.
std::optional<std::size_t> level_of_split(const LabelTree& tree, std::uint32_t a, std::uint32_t b);

/// @param draws  with the labels of documents, which are the same in every draw, and their affinities. Means
///               and standard deviations of proportions are over them; a label without documents has zeros
/// @param tree   of the same K topics
Memberships memberships(const EachRates& draws, const LabelTree& tree);

}  // namespace themata
