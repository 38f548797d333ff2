#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "themata/evaluate/label_row.hpp"

namespace themata {

/// The file format of a matrix.
enum class MatrixLayout { tsv, npy, mtx };

/// Options of the formats of a fit; a format ignores those of others.
struct ExportOptions {
  MatrixLayout layout = MatrixLayout::tsv;  ///< doc-topics, topic-words
  std::size_t n_words = 20;                 ///< topic-keys: words per topic
  LabelWordsOptions labels = {};            ///< label-words
  std::optional<std::uint32_t> chain = {};  ///< draws: this one alone; nothing for all
};

const std::vector<std::string>& fit_formats();     ///< names, ascending
const std::vector<std::string>& corpus_formats();  ///< names, ascending

}  // namespace themata
