#include <fmt/core.h>

#include <algorithm>
#include <span>

#include "themata/counts/sparse_counts.hpp"
#include "themata/evaluate/draw_counts.hpp"
#include "themata/evaluate/topic_table.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/npz.hpp"
#include "themata/summaries/tables.hpp"

namespace themata {

namespace {

void write_sparse(const Place& path, const SparseCounts& counts) {
  NpzWriter npz;
  npz.refer_to_csr(std::span<const std::int32_t>(counts.values),
                   std::span<const std::int32_t>(counts.indices),
                   std::span<const std::int64_t>(counts.indptr), counts.n_columns);
  npz.write(path);
}

/// A mask as a sparse matrix of ones.
/// @param columns  of which a list names more than there are in latent words
void write_mask(const Place& path, const auto& lists, std::size_t columns) {
  NpzWriter npz;
  npz.add_csr_of_ones(lists, columns);
  npz.write(path);
}

/// The masks of a draw, where it has any.
void write_masks(const FitFolder& fit, const Draw& draw, std::size_t n_types) {
  if (draw.masks() == nullptr) return;
  const auto& words = draw.masks()->words_of_topics;
  if (!draw.masks()->topics_of_documents.empty())
    write_mask(fit.path / fmt::format("document-mask-{}.npz", draw.chain), draw.masks()->topics_of_documents,
               draw.n_topics());
  if (words.empty()) return;
  std::size_t columns = n_types;
  for (const auto& list : words)
    for (const std::uint32_t v : list) columns = std::max<std::size_t>(columns, std::size_t{v} + 1);
  write_mask(fit.path / fmt::format("topic-mask-{}.npz", draw.chain), words, columns);
}

}  // namespace

void write_counts(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain) {
  const Draw draw = fit.summarized_draw(chain);
  const Assignment assignment{corpus.corpus, draw.z, draw.n_topics()};
  const SparseCounts words = topic_word_counts(assignment);
  write_sparse(fit.path / fmt::format("topic-word-{}.npz", chain), words);
  write_sparse(fit.path / fmt::format("document-topic-{}.npz", chain), document_topic_counts(assignment));
  write_masks(fit, draw, corpus.corpus.n_types());
  const GivenPriors given = given_of(fit, draw);
  const SparseCounts candidates = with_candidates(words, draw);
  const WordScores scores = word_scores(candidates, draw, given.word_prior);
  write_file_atomically(fit.path / fmt::format("topics-{}.tsv", chain),
                        topic_table_tsv(topic_rows(scores, {}, given.topic_names), corpus.vocabulary));
}

}  // namespace themata
