#pragma once

#include "themata/chain/pool.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

// The summaries of a fit, one by one. They are made from the saved draws, a block of rows at a time: memory
// stays bounded however many draws, topics and documents there are, and a resumed fit has the same.

/// topics-<chain>.tsv, topic-word-<chain>.npz and document-topic-<chain>.npz of the summarized draw.
void write_counts(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain);

/// LDA: posterior means and standard deviations of Phi and Theta over the kept draws of a chain, as
/// topic-word-<chain>-{mean,sd}.npy and document-topic-<chain>-{mean,sd}.npy, float32. Given z, Phi and Theta
/// are Dirichlet: a mean is the average of their means, and a variance the average of their variances plus
/// the variance of their means (docs/theory/lda.md, "Posterior summaries"). Nothing is written where no draw
/// was kept.
void write_posterior(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain);

/// hpc: labels-<chain>.tsv and label-words-<chain>.npz (evaluate/label_words.hpp), exclusivity being against
/// siblings.
void write_labels_and_words(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain,
                            Pool& pool);

/// Models whose draws are not aligned: topic-count.tsv, the proportion of the traces' rows after burn-in,
/// over all chains, with each number of topics.
void write_topic_counts(const FitFolder& fit);

}  // namespace themata
