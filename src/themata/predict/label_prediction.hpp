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

/// Options of label_documents.
struct LabelOptions {
  std::optional<std::uint32_t> chain = {};  ///< of the fit; nothing: the one that is shown
  /// Nothing: sets where the model has a distribution of labels, else shares.
  std::optional<LabelMethod> method = {};
  GibbsLength length = {0, GibbsLength::automatic};  ///< for all methods but mode
  LabelChoice choice = {};
  std::uint64_t threads = 0;  ///< 0: all cores
  std::uint64_t seed = 1;
};

/// Precision: the proportion of predictions that are right. Recall: the proportion of labels that were
/// predicted.
struct PrecisionRecall {
  double precision = 0, recall = 0;
  double f1() const { return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0; }
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
  std::uint32_t chain = 0;
  std::size_t draws = 0;
  LabelMethod method = LabelMethod::sets;
  double threshold = 0.5;
  std::optional<LabelScore> calibration;  ///< on the corpus for choosing the threshold
  std::optional<LabelScore> score;        ///< if documents have labels
};

/// The predicted labels of documents.
struct LabelPrediction {
  LabelTable table;
  LabelChoice choice;  ///< with the threshold that was used
  LabelSummary summary;

  /// The predicted labels of document d, numbers into table.names, most probable first.
  std::vector<std::uint16_t> labels_of(std::size_t d) const;
};

/// The predicted labels of a document, most probable first. @param probabilities  L
std::vector<std::uint16_t> choose_labels(std::span<const float> probabilities, const LabelChoice& choice);

}  // namespace themata
