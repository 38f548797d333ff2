#pragma once

#include <string>
#include <vector>

namespace themata {

/// The word types of a fit's corpus.
struct FitVocabulary {
  std::string fit;          ///< the folder, as it was given
  std::string corpus_hash;  ///< of its corpus
  const std::vector<std::string>& words;
};

/// Topics can be compared if the word types are the same: in one corpus, or in corpora with the same
/// vocabulary.
/// @throws InputError if they differ, naming both corpora with their hashes
void check_same_vocabulary(const FitVocabulary& first, const FitVocabulary& other);

}  // namespace themata
