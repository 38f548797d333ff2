#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/counts/sparse_counts.hpp"
#include "themata/evaluate/word_scores.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// n_kv of a fit's draw. Where the draw holds phi itself, there are cells of 0 for each topic's likeliest words.
SparseCounts topic_word_counts(const ShownFit& shown);

/// n_kv with the cells of 0 that topic_word_counts adds where the draw holds phi itself.
SparseCounts with_candidates(const SparseCounts& counts, const Draw& draw);

/// Words' scores in a draw's topics. @param counts  n_kv of the draw; must outlive them
WordScores word_scores(const SparseCounts& counts, const Draw& draw, const WordPrior& prior);

/// Words' scores in a fit's topics. @param counts  topic_word_counts(shown); must outlive them
WordScores word_scores(const ShownFit& shown, const SparseCounts& counts);

}  // namespace themata
