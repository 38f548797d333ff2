#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/predict/folds.hpp"
#include "themata/predict/label_prediction.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {

/// The true labels of a document: the numbers of those that the fit knows, and the unknown ones.
struct TrueLabels {
  std::vector<std::uint16_t> labels;  ///< ascending
  std::vector<std::string> unknown_labels;
};

/// Documents with known labels, and the probabilities of their labels.
struct LabeledRows {
  std::vector<float> probabilities;  ///< D x L
  std::vector<TrueLabels> truth;     ///< D
  std::vector<std::string> names;    ///< L

  std::size_t n_labels() const { return names.size(); }
  std::span<const float> row(std::size_t d) const {
    return std::span(probabilities).subspan(d * n_labels(), n_labels());
  }
};

/// Scores over all rows. Documents without labels are left out.
LabelScore score_labels(std::span<const LabeledRows> rows, const LabelChoice& choice);

/// The threshold whose predictions have the largest micro F1 over all rows. It lies between two
/// probabilities; for ties, the largest.
double best_threshold(std::span<const LabeledRows> rows, std::size_t at_least);

/// How often labels are right, by tenths of their probability. Documents without labels are left out.
std::vector<ReliabilityRow> reliability(std::span<const LabeledRows> rows);

/// How labels are predicted and calibrated, and what watches it.
struct LabelTask {
  LabelOptions options;
  /// Documents with labels by which the probabilities are calibrated (LabelMap) and the threshold is chosen;
  /// null for the fit's own, by LabelOptions::folds.
  const CorpusFolder* calibration = nullptr;
  FoldWatch watch;  ///< of the fits of the folds
};

/// Predicts the labels of documents under a fit of hpc or labeled-lda. The result does not depend on the
/// number of threads.
/// @throws InputError, UsageError, ResourceError; Cancelled where the watch stops a fold
LabelPrediction label_documents(const FitFolder& fit, const CorpusFolder& documents, const LabelTask& task);
/// The same on the threads of a pool.
LabelPrediction label_documents(const FitFolder& fit, const CorpusFolder& documents, const LabelTask& task,
                                Pool& pool);

}  // namespace themata
