#pragma once

#include <span>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/effects/covariate.hpp"

namespace themata {

/// Which documents have words.
std::vector<bool> with_words(const Corpus& corpus);

/// @throws UsageError naming the first of the wanted documents that lack a field
void check_missing(std::span<const Covariate> fields, const std::vector<bool>& wanted,
                   std::span<const DocumentRow> rows);

}  // namespace themata
