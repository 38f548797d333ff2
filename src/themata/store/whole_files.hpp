#pragma once

#include <cstdint>

#include "themata/store/corpus_folder.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// What was read to see whether it is whole.
struct WholeFiles {
  std::size_t files = 0;
  std::uint64_t bytes = 0;
};

/// Reads every file of a corpus. @throws InputError for the first that is damaged or missing
WholeFiles check_all_files(const CorpusFolder& corpus);
/// The same of a fit, and of what it has of corpora.
WholeFiles check_all_files(const FitFolder& fit);

}  // namespace themata
