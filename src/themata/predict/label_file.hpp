#pragma once

#include "themata/io/place.hpp"
#include "themata/predict/label_prediction.hpp"

namespace themata {

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

/// @throws ResourceError; then nothing is left at `path`
void write_labels(const LabelTable& table, const LabelChoice& choice, const Place& path, LabelFormat format);

/// A line for each label: label, documents, predicted, right, precision, recall, F1. @throws ResourceError
void write_label_scores(const LabelScore& score, const Place& path);

}  // namespace themata
