#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "themata/fit/fit.hpp"
#include "themata/predict/held_out.hpp"

namespace themata {

/// K-fold cross-validation: documents are split into parts, and each part is scored by a fit of the others.
struct FoldOptions {
  std::uint64_t folds = 5;
  std::filesystem::path keep;  ///< a new folder for each fold's corpora and fit; "" where they are not kept
  HeldOutOptions held_out;     ///< without a split file; the seed also splits the documents
  std::uint64_t threads = 0;   ///< 0: all cores
};

/// Callbacks to watch and stop a cross-validation.
struct FoldWatch {
  FitWatch fit;                                  ///< for each fold's fit
  std::function<void(std::uint64_t fold)> fold;  ///< called before each fold, numbered from 1; may be empty
  PartDone scored;                               ///< for each fold's scores; may be empty
};

/// The documents of each fold, ascending: a permutation drawn from the seed, cut into parts whose sizes
/// differ by at most one.
/// @throws UsageError if there are more folds than documents, or fewer than two
std::vector<std::vector<std::size_t>> part_documents(std::vector<std::size_t> documents, std::uint64_t folds,
                                                     std::uint64_t seed);

/// How the documents of a fit are fitted again, part by part.
struct FoldPlan {
  std::uint64_t folds = 5;
  std::uint64_t seed = 1;     ///< of the parts
  std::uint64_t threads = 0;  ///< 0: all cores
  /// A fold's chain has at most so many sweeps and keeps at most so many draws.
  std::uint64_t most_sweeps = UINT64_MAX, most_draws = UINT64_MAX;
  /// Of a part with more documents so many, evenly spread, are held out.
  std::uint64_t most_documents = UINT64_MAX;
  /// Documents with fewer tokens are in no part.
  std::uint64_t least_tokens = 0;
};

/// A fit of all documents but those of one part.
struct Fold {
  Place place;  ///< its folder
  FitFolder fit;
  CorpusFolder held_out;
  std::vector<std::size_t> documents;  ///< of the part, ascending
};

/// Fits all documents but those of each part in turn, by one chain with the options of the fit, including the
/// seed, but without monitoring and without its time limit; files named in the options are read again, inputs
/// in memory are used again. The vocabulary stays that of the whole corpus.
/// @param place  the folder of a fold, by its number from 1 on
/// @param use    called after each fit; false ends it
/// @returns  whether all folds were used @throws as start_fit
bool for_each_fold(const FitFolder& fit, const FoldPlan& plan, const FoldWatch& watch,
                   const std::function<Place(std::uint64_t number)>& place,
                   const std::function<bool(Fold fold)>& use);

/// Scores the documents of each fold under its fit. Where the watch stops it, the result has the folds so
/// far, and so does `keep`.
/// @throws as start_fit and score_held_out
CrossValidation cross_validate(const FitFolder& fit, const FoldOptions& options, const FoldWatch& watch);

}  // namespace themata
