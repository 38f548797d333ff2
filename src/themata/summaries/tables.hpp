#pragma once

#include "themata/align/unclear_topics.hpp"
#include "themata/chain/pool.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

// The summaries of a fit, one by one. They are made from the saved draws, a block of rows at a time: memory
// stays bounded however many draws, topics and documents there are, and a resumed fit has the same.

/// topics-<chain>.tsv, topic-word-<chain>.npz and document-topic-<chain>.npz of the summarized draw.
void write_counts(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain);

/// A table of posterior moments has as many cells at most to be written whole: a quarter of a gigabyte of
/// means.
constexpr std::size_t most_dense_cells = std::size_t{1} << 26;

/// Models with fixed topics: posterior means and standard deviations of Phi and Theta over the kept draws of
/// a chain, float32, as topic-word-<chain>-{mean,sd}.npy and document-topic-<chain>-{mean,sd}.npy. Given z,
/// Phi and Theta of LDA are Dirichlet: a mean is the average of their means, and a variance the average of
/// their variances plus the variance of their means (docs/theory/lda.md, "Posterior summaries"). Of a table
/// with more than `most_dense` cells those that have a token in one of the draws, as scipy.sparse csr in
/// .npz. Nothing is written where no draw was kept.
/// @returns which topics run into each other
UnclearTopics write_posterior(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain,
                              std::size_t most_dense = most_dense_cells);

/// hpc: labels-<chain>.tsv and label-words-<chain>.npz (evaluate/label_words.hpp), exclusivity being against
/// siblings.
void write_labels_and_words(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain,
                            Pool& pool);

/// Models whose draws are not aligned: topic-count.tsv, the proportion of the traces' rows after burn-in,
/// over all chains, with each number of topics.
void write_topic_counts(const FitFolder& fit);

}  // namespace themata
