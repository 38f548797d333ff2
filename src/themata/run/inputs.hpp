#pragma once

#include <string>
#include <vector>

#include "themata/models/given_priors.hpp"
#include "themata/models/options.hpp"
#include "themata/run/given_inputs.hpp"
#include "themata/store/corpus_folder.hpp"
#include "themata/store/given_folder.hpp"

namespace themata {

/// What the options' files and the corpus's labels tell of a fit.
struct Inputs {
  GivenPriors given;
  std::size_t topics = 0;  ///< K: its labels and background topics if it has labels; else `topics`
  std::vector<std::string>
      notes;  ///< what a person should know: words of seeds that the corpus lacks, labels without documents
};

/// Reads the files of weights and seeds, and the corpus's labels for models that have labels, with their
/// tree where they have one.
/// @param in_memory  instead of these files, where it has something
/// @throws InputError with file, line and what was expected; UsageError naming what is wrong in memory
Inputs read_inputs(const FitOptions& options, const CorpusFolder& corpus, const GivenInputs& in_memory = {});

/// What a fit on the disk was given, as its chains begin with it. @throws InputError
GivenPriors given_at_start(const Place& fit, const FitOptions& options, const Corpus& corpus);
/// Rows and columns of what is given.
GivenShape shape_of(const FitOptions& options, const Corpus& corpus);

/// Checks the options of a new fit, and inputs in memory as the options of their files are checked.
/// @throws UsageError also where the model has no use for them, or files have them too
void check_given(const FitOptions& options, const GivenInputs& in_memory);

/// The inputs in memory by which a fit was started, for another fit.
/// @param given  of the fit, as its draws are numbered @param corpus  whose vocabulary the fit has
GivenInputs inputs_in_memory(const FitOptions& options, const GivenPriors& given, const CorpusFolder& corpus);

/// How many topics a start may have. @param options  with_defaults, of a model with `start-from`
std::uint64_t most_start_topics(const FitOptions& options);

/// The numbers of a corpus's documents with labels, and of those without; ascending.
struct DocumentsByLabels {
  std::vector<std::size_t> with, without;
};
DocumentsByLabels documents_by_labels(const CorpusFolder& corpus);  ///< @throws InputError

}  // namespace themata
