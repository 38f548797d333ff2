#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "themata/simulate/options.hpp"

namespace themata {

/// What was drawn.
struct SimulateReport {
  std::uint64_t documents = 0, empty_documents = 0;
  std::uint64_t tokens = 0;
  std::uint64_t types = 0, types_drawn = 0;  ///< of the vocabulary; with a token
  std::uint64_t topics = 0;

  nlohmann::ordered_json to_json() const;
};

/// Draws a corpus and writes it as a corpus folder (store/corpus_folder.hpp), with its truth/ where there is to be one.
/// Tokens pass through memory by the few million: what is held is the model (8 bytes for each topic and word type),
/// 8 bytes a document, and of a model with masks or labels their lists. Equal options give equal bytes, on any number of threads.
/// @throws UsageError, before anything is written; ResourceError
SimulateReport simulate_corpus(const SimulateOptions& asked, const std::filesystem::path& path);

/// What a matrix has.
struct MatrixReport {
  std::uint64_t rows = 0, columns = 0, entries = 0;

  nlohmann::ordered_json to_json() const;
};

/// Draws a matrix and writes it as a .npz file that scipy.sparse.load_npz reads: the ones of a three-parameter Indian buffet process
/// (Teh & Gorur 2009), rows its customers, uint8[D, K]; or the weights of a four-parameter IBP compound Dirichlet process
/// (Archambeau et al. 2015, section 3), float64[D, K], each row of sum 1, or empty.
/// @throws UsageError, before anything is written; ResourceError
MatrixReport simulate_matrix(const SimulateOptions& asked, const std::filesystem::path& path);

}  // namespace themata
