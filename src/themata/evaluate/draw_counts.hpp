#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/counts/sparse_counts.hpp"
#include "themata/evaluate/word_scores.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// n_kv of a fit's draw. If the draw stores phi itself, it includes cells of 0 for each topic's most likely
/// words.
SparseCounts topic_word_counts(const ShownFit& shown);

/// n_kv with the cells of 0 that topic_word_counts adds if the draw stores phi itself.
SparseCounts with_candidates(const SparseCounts& counts, const Draw& draw);

/// Scores of words in a draw's topics. @param counts  n_kv of the draw; must outlive the scores
WordScores word_scores(const SparseCounts& counts, const Draw& draw, const WordPrior& prior);

/// Scores of words in a fit's topics. @param counts  topic_word_counts(shown); must outlive the scores
WordScores word_scores(const ShownFit& shown, const SparseCounts& counts);

}  // namespace themata
