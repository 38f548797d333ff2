#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>

#include "themata/io/place.hpp"
#include "themata/simulate/options.hpp"

namespace themata {

/// Summary of a simulation.
struct SimulateReport {
  std::uint64_t documents = 0, empty_documents = 0;
  std::uint64_t tokens = 0;
  std::uint64_t types = 0, types_drawn = 0;  ///< in the vocabulary; with a token
  std::uint64_t topics = 0;

  nlohmann::ordered_json to_json() const;
};

/// Draws a corpus and writes it as a corpus folder (store/corpus_folder.hpp), with its truth/ if requested.
/// Only a few million tokens are in memory at a time, in addition to the model (8 bytes for each topic and
/// word type), 8 bytes per document, and for a model with masks or labels their lists. Equal options give
/// equal bytes, for any number of threads.
/// @throws UsageError, before anything is written; ResourceError
/// @param go_on  asked now and then on the calling thread; false ends the work: Cancelled is thrown
SimulateReport simulate_corpus(const SimulateOptions& asked, const Place& path,
                               const std::function<bool()>& go_on = {});

/// Summary of a simulated matrix.
struct MatrixReport {
  std::uint64_t rows = 0, columns = 0, entries = 0;

  nlohmann::ordered_json to_json() const;
};

/// Draws a matrix and writes it as a .npz file that scipy.sparse.load_npz reads. Either the ones of a
/// three-parameter Indian buffet process (Teh & Gorur 2009), with its customers as rows, uint8[D, K]; or the
/// weights of a four-parameter IBP compound Dirichlet process (Archambeau et al. 2015, section 3), float64[D,
/// K], in which each row sums to 1 or is empty.
/// @throws UsageError, before anything is written; ResourceError
MatrixReport simulate_matrix(const SimulateOptions& asked, const Place& path,
                             const std::function<bool()>& go_on = {});

}  // namespace themata
