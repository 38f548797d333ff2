#pragma once

#include <cstdint>
#include <vector>

#include "themata/api/fit.hpp"
#include "themata/predict/inferred.hpp"
#include "themata/predict/label_prediction.hpp"

namespace themata {

/// Topics of new documents: posterior means and standard deviations of their topic proportions.
struct InferredTopics {
  PosteriorTable proportions;  ///< documents x topics; of some models a last column for topics not found yet
  std::vector<std::uint32_t> tokens;   ///< of each document, whose words the fit knows
  std::vector<std::uint32_t> unknown;  ///< of each document, left out
  InferSummary summary;
};

/// The topics of new documents under a fit, by Gibbs sampling given each kept draw of a chain. A document has
/// the same topics in any company (docs/theory/evaluation.md).
/// @param read  `chain` and `threads`, where they are given, hold instead of those of the options
/// @throws UsageError; InputError if no word of theirs is known; Cancelled
InferredTopics infer(const Fit& fit, const Collection& documents, const InferOptions& options = {},
                     const ReadOptions& read = {});

/// The labels of new documents under a fit of hpc or labeled-lda. If they have labels, the predictions are
/// scored. Probabilities are calibrated by documents with labels that the fit has not seen: those given, or
/// the fit's own, fitted again part by part (LabelOptions::folds), which takes as long as fits of a hundred
/// sweeps; the fit keeps what was found.
/// @param calibration  documents with labels that show what probabilities are worth; the threshold is the one
/// with the largest micro F1 there
/// @param read  as for infer
/// @throws UsageError if the fit has no labels; InputError; Cancelled
LabelPrediction label(const Fit& fit, const Collection& documents, const LabelOptions& options = {},
                      const ReadOptions& read = {});
LabelPrediction label(const Fit& fit, const Collection& documents, const Collection& calibration,
                      const LabelOptions& options = {}, const ReadOptions& read = {});

}  // namespace themata
