#pragma once

#include <string>
#include <vector>

#include "themata/models/given_priors.hpp"
#include "themata/models/options.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {

/// What the options' files and the corpus's labels tell of a fit.
struct Inputs {
  GivenPriors given;
  std::size_t topics = 0;  ///< K: its labels and background topics if it has labels; else `topics`
  std::vector<std::string>
      notes;  ///< what a person should know: words of seeds that the corpus lacks, labels without documents
};

/// Reads --alpha-weights, --beta-weights and --seeds, and the corpus's labels for labeled LDA and, with their
/// tree, for hpc.
/// @throws InputError with file, line and what was expected; UsageError where the model has no use for one of
/// them
Inputs read_inputs(const FitOptions& options, const CorpusFolder& corpus);

/// The numbers of a corpus's documents with labels, and of those without; ascending.
struct DocumentsByLabels {
  std::vector<std::size_t> with, without;
};
DocumentsByLabels documents_by_labels(const CorpusFolder& corpus);  ///< @throws InputError

}  // namespace themata
