#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/predict/fit_draws.hpp"
#include "themata/predict/held_out_score.hpp"
#include "themata/predict/new_documents.hpp"

namespace themata {

/// @throws UsageError if the method needs documents with Dirichlet topic proportions, and the model has none
void require_method(HeldOutMethod method, const ModelInfo& model);

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
