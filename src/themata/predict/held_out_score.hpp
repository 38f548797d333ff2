#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "themata/inference/methods.hpp"

namespace themata {

/// How held-out documents are scored. docs/theory/evaluation.md has the formulas.
enum class HeldOutMethod {
  completion,    ///< some tokens of each document are seen, the others are predicted from them, one by one
  left_to_right  ///< p(w_d): every token is predicted from those before it
};

struct HeldOutOptions {
  HeldOutMethod method = HeldOutMethod::completion;
  std::filesystem::path split = {};  ///< completion: the file of a Split; "" for half of each document
  /// completion: the same in memory: of each document the positions of its seen tokens, from 0, ascending.
  /// Without it and without a file, half of each document
  std::optional<std::vector<std::vector<std::uint32_t>>> seen = {};
  std::uint64_t draws = 0;  ///< of the kept ones so many at most, evenly spread up to the last; 0: all
  GibbsLength length = {0, GibbsLength::automatic};  ///< completion: per run
  Particles particles = {};                          ///< left to right: per run
  std::uint64_t seed = 1;
};

/// The score of a document. Words that the fit does not know are ignored.
struct DocumentScore {
  std::uint32_t scored = 0, seen = 0, unknown = 0;  ///< tokens
  double log_p = 0;  ///< of the scored tokens; the mean over draws and runs is inside the log
  double error = 0;  ///< its Monte Carlo error, given the draws
};

struct HeldOutScore {
  std::vector<DocumentScore> documents;
  std::uint64_t scored = 0, seen = 0, unknown = 0;
  std::size_t draws = 0;  ///< S, number of draws of the fit
  std::size_t kept = 0;   ///< number of draws that the chain has kept; 0 if its last saved state is used
  std::size_t runs = 0;   ///< R, number of independent runs per draw
  GibbsLength length;     ///< completion: of each run
  double log_p = 0;       ///< sum over documents
  double error = 0;       ///< its Monte Carlo error given the draws, which more sweeps or particles reduce
  std::optional<double> draw_error;  ///< error including that from the choice of draws; if there are several
  double per_word() const { return log_p / static_cast<double>(scored); }
  double error_per_word() const { return error / static_cast<double>(scored); }
  std::optional<double> draw_error_per_word() const {
    return draw_error ? std::optional(*draw_error / static_cast<double>(scored)) : std::nullopt;
  }
  double perplexity() const;  ///< exp(-per_word())
  double perplexity_error() const {
    return perplexity() * error_per_word();
  }  ///< Monte Carlo error, to first order
};

/// The score of one part.
struct FoldScore {
  std::vector<std::size_t> documents;  ///< their numbers in the fit's corpus, ascending, as in `score`
  HeldOutScore score;
};

/// Mean of the folds' log-likelihoods per word, and its standard error, sd / sqrt(folds).
struct FoldsMean {
  double per_word = 0, error = 0;
};

/// A cross-validation: the score of each part by a fit of the others.
struct CrossValidation {
  std::vector<FoldScore> folds;
  bool complete = true;  ///< false where it was stopped: `folds` has those that were done
  FoldsMean mean;        ///< of the folds; 0 with fewer than two
};

/// Called during the work with the completed part, 0 to 1.
using PartDone = std::function<void(double)>;

}  // namespace themata
