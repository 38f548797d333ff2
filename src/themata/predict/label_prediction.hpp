#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "themata/inference/methods.hpp"

namespace themata {

/// How labels are chosen by their probabilities.
struct LabelChoice {
  double threshold = 0.5;  ///< labels with at least this probability are predicted
  std::size_t at_least =
      1;  ///< the most probable, this many, are always predicted: in the models every document has a label
};

constexpr std::uint64_t usual_folds = 3;

/// Options of label_documents.
struct LabelOptions {
  std::optional<std::uint32_t> chain = {};  ///< of the fit; nothing: the one that is shown
  /// Nothing: sets where the model has a distribution of labels, else shares.
  std::optional<LabelMethod> method = {};
  GibbsLength length = {0, GibbsLength::automatic};  ///< for all methods but mode
  /// Probabilities are calibrated by documents with labels that the fit has not seen. Where none are given,
  /// the fit's own documents are fitted again in so many parts; 0: the probabilities stay the model's;
  /// nothing: usual_folds, if that can be.
  std::optional<std::uint64_t> folds = {};
  /// Nothing: the one with the largest micro F1 on the documents for calibration; without such documents .5.
  std::optional<double> threshold = {};
  std::size_t at_least = 1;   ///< LabelChoice::at_least
  std::uint64_t threads = 0;  ///< 0: all cores
  std::uint64_t seed = 1;
};

/// Precision: the proportion of predictions that are right. Recall: the proportion of labels that were
/// predicted.
struct PrecisionRecall {
  double precision = 0, recall = 0;
  double f1() const { return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0; }
};

/// One label in the documents that have labels.
struct LabelResult {
  std::string name;
  std::size_t documents = 0, predicted = 0, hits = 0;

  double precision() const {
    return predicted > 0 ? static_cast<double>(hits) / static_cast<double>(predicted) : 0;
  }
  double recall() const {
    return documents > 0 ? static_cast<double>(hits) / static_cast<double>(documents) : 0;
  }
};

/// Predictions compared with the documents' labels. Micro: over all labels of all documents together. Macro:
/// the mean over labels that some document has; the precision of one that is never predicted is 0.
struct LabelScore {
  std::size_t documents = 0;       ///< with labels
  std::size_t labels = 0;          ///< labels of these documents, each counted once per document
  std::size_t unknown_labels = 0;  ///< of these, unknown labels: the fit does not have them, and misses them
  std::size_t predictions = 0;     ///< over all documents
  std::size_t hits = 0;            ///< of these, correct
  PrecisionRecall micro, macro;
  std::vector<LabelResult>
      of_labels;  ///< that some document has or for which it was predicted, the most frequent first
};

/// Pairs of a document and a label whose probabilities lie in one tenth of [0, 1].
struct ReliabilityRow {
  std::size_t pairs = 0;
  double probability = 0;  ///< their mean
  double right = 0;        ///< the share of them in which the document has the label
};

/// How labels were calibrated, and how well it went on the documents for calibration.
struct LabelCalibrated {
  bool mapped = true;       ///< false: there were too few labels, and only the threshold was chosen
  double threshold = 0.5;   ///< the one with the largest micro F1
  std::uint64_t folds = 0;  ///< of the fit's own documents; 0: by a corpus
  LabelScore score;         ///< at that threshold; without of_labels
  std::vector<ReliabilityRow> before, after;  ///< 10 rows
};

/// The label probabilities of documents, one row each.
struct LabelTable {
  std::vector<std::string> names;     ///< L labels
  std::vector<std::string> ids;       ///< D
  std::vector<std::uint32_t> tokens;  ///< D: number of tokens that the fit knows
  std::vector<std::uint32_t> unknown;
  std::vector<float> probabilities;  ///< D x L

  std::span<const float> row(std::size_t d) const {
    return std::span(probabilities).subspan(d * names.size(), names.size());
  }
};

/// What was predicted, and how well.
struct LabelSummary {
  std::uint64_t documents = 0, empty = 0, tokens = 0, unknown_tokens = 0;
  std::vector<std::string> import_differences;  ///< from the fit's corpus
  std::size_t seen = 0;  ///< documents that the fit has too (predict/seen_documents.hpp)
  std::uint32_t chain = 0;
  std::size_t draws = 0;
  LabelMethod method = LabelMethod::sets;
  double threshold = 0.5;
  std::optional<LabelCalibrated> calibration;
  std::string not_calibrated;               ///< why not, where it was to be done
  std::optional<LabelScore> score;          ///< if documents have labels
  std::vector<ReliabilityRow> reliability;  ///< likewise, 10 rows; else empty
};

/// The predicted labels of documents.
struct LabelPrediction {
  LabelTable table;
  LabelChoice choice;  ///< that was used
  LabelSummary summary;

  /// The predicted labels of document d, numbers into table.names, most probable first.
  std::vector<std::uint16_t> labels_of(std::size_t d) const;
};

/// The predicted labels of a document, most probable first. @param probabilities  L
std::vector<std::uint16_t> choose_labels(std::span<const float> probabilities, const LabelChoice& choice);

}  // namespace themata
