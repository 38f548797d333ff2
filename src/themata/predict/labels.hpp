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
  double threshold = 0.5;  ///< labels of no smaller probability are predicted
  std::size_t at_least =
      1;  ///< so many, the most probable, are predicted in any case: the models' documents have a label
};

struct LabelOptions {
  std::optional<std::uint32_t> chain;                ///< of the fit; nothing for its first
  std::optional<LabelMethod> method;                 ///< nothing: sets of hpc, shares of labeled-lda
  GibbsLength length = {0, GibbsLength::automatic};  ///< of all but mode
  LabelChoice choice;
  /// A corpus with labels, by which the threshold is chosen: that of the largest F1 over all its documents' labels together.
  std::filesystem::path calibrate;
  std::uint64_t threads = 0;  ///< 0: every core
  std::uint64_t seed = 1;
};

/// How labels are written.
enum class LabelFormat {
  tsv,  ///< a line for each predicted label of a document, and for its five most probable: document, id, label, probability,
        ///< predicted
  jsonl,  ///< an object a document: {"document", "id", "tokens", "unknown", "labels": [{"label", "probability", "predicted"}]}, likewise
  npz  ///< probability: float32[D, L]; predicted: uint8[D, L]; tokens, unknown: uint32[D]; the labels' names in FILE.labels.txt, the
       ///< documents' ids in FILE.ids.txt
};

/// Of what was predicted, how much is right, and of what is right, how much was predicted.
struct PrecisionRecall {
  double precision = 0, recall = 0;
  double f1() const { return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0; }
};

/// Predictions beside the labels that documents have. Micro: over all labels of all documents together. Macro: the mean over
/// labels that some document has; precision of one that is never predicted is 0.
struct LabelScore {
  std::size_t documents = 0;    ///< with labels
  std::size_t labels = 0;       ///< that they have, each counted once
  std::size_t strangers = 0;    ///< of these, labels that the fit does not have, and so misses
  std::size_t predictions = 0;  ///< of all documents together
  std::size_t hits = 0;         ///< of these, right ones
  PrecisionRecall micro, macro;
};

/// What documents have, as far as the fit knows it: label numbers, and how many labels it does not know.
struct TrueLabels {
  std::vector<std::uint16_t> labels;  ///< ascending
  std::vector<std::string> strangers;
};

/// @param probabilities  D x L
/// @param truth          D; documents without any label are left out
LabelScore score_labels(const std::vector<float>& probabilities, const std::vector<TrueLabels>& truth,
                        std::size_t n_labels, const LabelChoice& choice);

/// The threshold whose predictions have the largest micro F1; between two probabilities, of equal ones the largest.
double best_threshold(const std::vector<float>& probabilities, const std::vector<TrueLabels>& truth,
                      std::size_t n_labels, std::size_t at_least);

/// The predicted labels of a document, the most probable first. @param probabilities  L
std::vector<std::uint16_t> choose_labels(std::span<const float> probabilities, const LabelChoice& choice);

struct LabelSummary {
  std::uint64_t documents = 0, empty = 0, tokens = 0, unknown_tokens = 0;
  std::vector<std::string> import_differences;  ///< from the fit's corpus
  std::uint32_t chain = 0;
  std::size_t draws = 0;
  LabelMethod method = LabelMethod::sets;
  double threshold = 0.5;
  std::optional<LabelScore> calibration;  ///< on the corpus that chose the threshold
  std::optional<LabelScore> score;        ///< where documents have labels
};

/// Predicts the labels of the documents of `corpus` under a fit of hpc or labeled-lda. Equal for any number of threads.
/// @throws InputError, UsageError, ResourceError; nothing is then left at `output`
LabelSummary label_documents(const std::filesystem::path& fit, const std::filesystem::path& corpus,
                             const std::filesystem::path& output, const LabelOptions& options,
                             LabelFormat format);

}  // namespace themata
