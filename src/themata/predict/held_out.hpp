#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "themata/inference/gibbs.hpp"
#include "themata/predict/fit_draws.hpp"
#include "themata/predict/left_to_right.hpp"
#include "themata/predict/new_documents.hpp"

namespace themata {

/// How held-out documents are scored. docs/theory/evaluation.md has the formulas.
enum class HeldOutMethod {
  completion,    ///< some tokens of each document are seen, the others are predicted from them, one by one
  left_to_right  ///< p(w_d): every token is predicted from those before it
};

struct HeldOutOptions {
  HeldOutMethod method = HeldOutMethod::completion;
  std::filesystem::path split;  ///< completion: the file of a Split; "" for half of each document
  GibbsLength length = {0, GibbsLength::automatic};  ///< completion: per run
  Particles particles;                               ///< left to right: per run
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
  std::size_t runs = 0;   ///< R, number of independent runs per draw
  double log_p = 0;       ///< sum over documents
  double error = 0;       ///< its Monte Carlo error given the draws, which more sweeps or particles reduce
  std::optional<double> draw_error;  ///< error including that from the choice of draws; if there are several
  double per_word() const { return log_p / static_cast<double>(scored); }
  double perplexity() const;  ///< exp(-per_word())
};

/// @param has_shares  whether the fit's documents have Dirichlet topic proportions @throws UsageError if the
/// method needs them
void require_method(HeldOutMethod method, bool has_shares);

/// Called during the work with the completed part, 0 to 1.
using PartDone = std::function<void(double)>;

/// Scores documents under the draws of a fit. The result does not depend on the number of threads.
/// @throws InputError if there is nothing to score, or the split does not fit; UsageError
HeldOutScore score_held_out(const FitDraws& draws, const NewDocuments& documents,
                            const HeldOutOptions& options, Pool& pool, const PartDone& part_done);

/// The estimates for one document from S draws and R runs per draw, ordered by draw. Each has one value per
/// factor whose means are multiplied: the scored tokens' probabilities, or one value p(w).
struct RunEstimates {
  std::size_t draws, runs;
  std::span<const double> logs;  ///< S R lists of equal length
};

/// log of the product over the factors of the mean over the S R estimates, with its delta-method error: with
/// w_sr = sum over factors of estimate / mean,
///   variance = sum_s sum_r (w_sr - w_s)^2 / (S^2 R (R - 1)),  w_s the mean over the runs of draw s.
struct CombinedEstimate {
  double log_p = 0, variance = 0;
  std::vector<double> of_draw;  ///< w_s minus their mean: the effect of each draw on log_p
};
CombinedEstimate combine(const RunEstimates& estimates);

}  // namespace themata
