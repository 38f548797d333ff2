#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "themata/inference/predictor.hpp"

namespace themata {

/// How labels are chosen by their probabilities.
struct LabelChoice {
  double threshold = 0.5;  ///< labels with at least this probability are predicted
  std::size_t at_least =
      1;  ///< the most probable, this many, are always predicted: in the models every document has a label
};

struct LabelOptions {
  std::optional<std::uint32_t> chain;                ///< of the fit; nothing: the first chain
  std::optional<LabelMethod> method;                 ///< nothing: sets for hpc, shares for labeled-lda
  GibbsLength length = {0, GibbsLength::automatic};  ///< for all methods but mode
  LabelChoice choice;
  /// A corpus with labels for choosing the threshold: the one with the largest F1 over the labels of all
  /// documents together.
  std::filesystem::path calibrate;
  std::uint64_t threads = 0;  ///< 0: all cores
  std::uint64_t seed = 1;
};

/// File formats for labels.
enum class LabelFormat {
  /// One line for each predicted label of a document and for its five most probable: document, id, label,
  /// probability, predicted.
  tsv,
  /// One object per document, with the same labels: {"document", "id", "tokens", "unknown", "labels":
  /// [{"label", "probability", "predicted"}]}.
  jsonl,
  /// probability: float32[D, L]; predicted: uint8[D, L]; tokens, unknown: uint32[D]; the labels' names are in
  /// FILE.labels.txt, the documents' ids in FILE.ids.txt.
  npz
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
  std::size_t documents = 0;    ///< with labels
  std::size_t labels = 0;       ///< labels of these documents, each counted once per document
  std::size_t strangers = 0;    ///< of these, unknown labels: the fit does not have them, and misses them
  std::size_t predictions = 0;  ///< over all documents
  std::size_t hits = 0;         ///< of these, correct
  PrecisionRecall micro, macro;
};

/// The true labels of a document: the numbers of those that the fit knows, and the unknown ones.
struct TrueLabels {
  std::vector<std::uint16_t> labels;  ///< ascending
  std::vector<std::string> strangers;
};

/// @param probabilities  D x L
/// @param truth          D; documents without labels are left out
LabelScore score_labels(const std::vector<float>& probabilities, const std::vector<TrueLabels>& truth,
                        std::size_t n_labels, const LabelChoice& choice);

/// The threshold whose predictions have the largest micro F1. It lies between two probabilities; for ties,
/// the largest.
double best_threshold(const std::vector<float>& probabilities, const std::vector<TrueLabels>& truth,
                      std::size_t n_labels, std::size_t at_least);

/// The predicted labels of a document, most probable first. @param probabilities  L
std::vector<std::uint16_t> choose_labels(std::span<const float> probabilities, const LabelChoice& choice);

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

/// Predicts the labels of the documents of `corpus` under a fit of hpc or labeled-lda. The result does not
/// depend on the number of threads.
/// @throws InputError, UsageError, ResourceError; then nothing is left at `output`
LabelSummary label_documents(const std::filesystem::path& fit, const std::filesystem::path& corpus,
                             const std::filesystem::path& output, const LabelOptions& options,
                             LabelFormat format);

}  // namespace themata
