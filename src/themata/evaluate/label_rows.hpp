#pragma once

#include <cstddef>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/evaluate/label_row.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// The labels of a fit of hpc, each before those below it, with the `n_words` best words of each; of equal
/// ones the more frequent come first. @throws InputError if a draw is damaged
std::vector<LabelRow> label_rows(const ShownFit& fit, const LabelWordsOptions& options, std::size_t n_words,
                                 Pool& pool);

}  // namespace themata
