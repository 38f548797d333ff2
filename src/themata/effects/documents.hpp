#pragma once

#include <span>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/effects/covariate.hpp"

namespace themata {

/// Which documents have words.
std::vector<bool> with_words(const Corpus& corpus);

/// How many documents have words and are not used.
std::size_t left_out(const std::vector<bool>& with_words, const std::vector<bool>& used);

/// @throws UsageError naming the first of the wanted documents that lack a field
void check_missing(std::span<const Covariate> fields, const std::vector<bool>& wanted,
                   std::span<const DocumentRow> rows);

}  // namespace themata
