#include "themata/sampling/scans/ad_lda.hpp"

#include <algorithm>
#include <vector>

#include "themata/sampling/scans/light_collapsed.hpp"
#include "themata/sampling/scans/sparse_collapsed.hpp"

namespace themata::sampling {

namespace {

/// The counts for each partition but the first: copies, made before any of them changes.
std::vector<WordTopicTable> copy_counts(const State& state, Pool& pool, std::size_t copies) {
  std::vector<WordTopicTable> counts(copies);
  pool.for_each(copies, [&](std::size_t i) {
    counts[i] = WordTopicTable(state.word_topic.rows(), state.slots());
    std::copy_n(state.word_topic.cells(), state.word_topic.n_cells(), counts[i].cells());
  });
  return counts;
}

/// Calls draw(documents, word counts) for every partition, and brings the counts into step afterwards.
template <class Draw>
void draw_in_partitions(State& state, const Context& context, std::uint32_t partitions, const Draw& draw) {
  const std::vector<std::uint32_t> begin = balance_documents(context.corpus, partitions);
  std::vector<WordTopicTable> copies = copy_counts(state, context.pool, partitions - 1);
  context.pool.for_each(partitions, [&](std::size_t p) {
    draw(DocumentRange{begin[p], begin[p + 1]}, p == 0 ? state.word_topic : copies[p - 1]);
  });
  recount(state, context.corpus, context.pool);
}

}  // namespace

void draw_topics_ad_lda(State& state, const Context& context, std::uint32_t partitions) {
  draw_in_partitions(state, context, partitions, [&](DocumentRange documents, WordTopicTable& word_topic) {
    draw_documents_sparse_collapsed(state, context, documents, word_topic);
  });
}

void draw_topics_light_ad_lda(State& state, const Context& context, std::uint32_t partitions,
                              std::uint32_t steps) {
  const Matrix<float> tables = tabulate_word_proposals(state, context.pool);
  draw_in_partitions(state, context, partitions, [&](DocumentRange documents, WordTopicTable& word_topic) {
    draw_documents_by_tables(state, context, {tables, steps}, documents, word_topic);
  });
}

}  // namespace themata::sampling
