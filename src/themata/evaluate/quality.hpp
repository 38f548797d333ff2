#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/evaluate/fit_quality.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// Whether the tokens of a corpus are in text order: true for text formats and lists of tokens; word counts
/// are ordered by word type, and simulations have no order.
bool keeps_text_order(const CorpusFolder& corpus);

/// The tokens per window of NPMI unless another number is requested: 10, or 0 for whole documents if the
/// tokens are in no order.
std::size_t usual_npmi_window(const CorpusFolder& reference);

/// @param reference  the corpus whose windows are counted: the fit's own, or one whose words are matched by
/// their text
/// @throws UsageError if a window is requested of a reference without word order; InputError if it has none
/// of the topics' words
FitQuality fit_quality(const ShownFit& shown, const CorpusFolder& reference, const QualityOptions& options,
                       Pool& pool);

/// Columns topic, name (if any topic has one), tokens, share, documents, types, umass, npmi, cv, exclusivity,
/// words_in_reference, words; NA for nothing.
std::string quality_tsv(const FitQuality& quality, const std::vector<std::string>& vocabulary);

/// The whole quality; null for nothing.
nlohmann::ordered_json quality_json(const FitQuality& quality, const std::vector<std::string>& vocabulary);

}  // namespace themata
