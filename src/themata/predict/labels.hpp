#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/predict/label_prediction.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {

/// The true labels of a document: the numbers of those that the fit knows, and the unknown ones.
struct TrueLabels {
  std::vector<std::uint16_t> labels;  ///< ascending
  std::vector<std::string> unknown_labels;
};

/// @param probabilities  D x L
/// @param truth          D; documents without labels are left out
LabelScore score_labels(const std::vector<float>& probabilities, const std::vector<TrueLabels>& truth,
                        std::size_t n_labels, const LabelChoice& choice);

/// The threshold whose predictions have the largest micro F1. It lies between two probabilities; for ties,
/// the largest.
double best_threshold(const std::vector<float>& probabilities, const std::vector<TrueLabels>& truth,
                      std::size_t n_labels, std::size_t at_least);

/// Predicts the labels of documents under a fit of hpc or labeled-lda. The result does not depend on the
/// number of threads.
/// @param calibration  documents with labels for choosing the threshold, the one with the largest F1 over the
/// labels of all documents together; null for the threshold of the options
/// @throws InputError, UsageError, ResourceError
LabelPrediction label_documents(const FitFolder& fit, const CorpusFolder& documents,
                                const LabelOptions& options, const CorpusFolder* calibration);
/// The same on the threads of a pool.
LabelPrediction label_documents(const FitFolder& fit, const CorpusFolder& documents,
                                const LabelOptions& options, const CorpusFolder* calibration, Pool& pool);

}  // namespace themata
