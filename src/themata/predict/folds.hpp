#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "themata/fit/fit.hpp"
#include "themata/predict/held_out.hpp"

namespace themata {

/// K-fold cross-validation: documents are split, and each part is scored by a fit of the others.
struct FoldOptions {
  std::uint64_t folds = 5;
  std::filesystem::path
      keep;                   ///< a new folder for each fold's corpora and fit; "" where they are not to stay
  HeldOutOptions held_out;    ///< its seed parts the documents, too; without a split file
  std::uint64_t threads = 0;  ///< 0: every core
};

/// One part, scored.
struct FoldScore {
  std::vector<std::size_t> documents;  ///< their numbers in the fit's corpus, ascending; those of `score`
  HeldOutScore score;
};

/// How a caller watches a cross-validation and stops it.
struct FoldWatch {
  FitWatch fit;                                  ///< of each fold's fit
  std::function<void(std::uint64_t fold)> fold;  ///< before each, from 1; may be empty
  PartDone scored;                               ///< of a fold's scores; may be empty
};

/// The documents of each fold: a permutation drawn by the seed, cut into parts whose sizes differ by one at most.
/// @throws UsageError where there are more folds than documents, or fewer than two
std::vector<std::vector<std::size_t>> part_documents(std::size_t documents, std::uint64_t folds,
                                                     std::uint64_t seed);

/// Each fold is fitted by one chain with the options of the fit, seed included, but without monitoring and without its limit
/// of time; files that they name are read again. The vocabulary stays that of the whole corpus.
/// @throws as start_fit and score_held_out; Error with ExitCode::interrupted where the watch stopped it, the
/// folds so far being kept where they were to be
std::vector<FoldScore> cross_validate(const std::filesystem::path& fit, const FoldOptions& options,
                                      const FoldWatch& watch);

/// Mean of the folds' log-likelihoods a word, and its standard error, sd / sqrt(folds).
struct FoldsMean {
  double per_word = 0, error = 0;
};
FoldsMean mean_of(const std::vector<FoldScore>& folds);

}  // namespace themata
