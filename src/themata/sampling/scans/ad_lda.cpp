#include "themata/sampling/scans/ad_lda.hpp"

#include <algorithm>
#include <vector>

#include "themata/sampling/scans/sparse_collapsed.hpp"

namespace themata::sampling {

namespace {

/// The counts for each partition but the first: copies, made before any of them changes.
std::vector<Matrix<std::int32_t>> copy_counts(const State& state, Pool& pool, std::size_t copies) {
  const std::size_t types = state.word_topic.rows(), slots = state.slots();
  std::vector<Matrix<std::int32_t>> counts(copies);
  pool.for_each(copies, [&](std::size_t i) {
    counts[i] = Matrix<std::int32_t>(types, slots);
    std::copy_n(state.word_topic.row(0), types * slots, counts[i].row(0));
  });
  return counts;
}

}  // namespace

void draw_topics_ad_lda(State& state, const Context& context, std::uint32_t partitions) {
  const std::vector<std::uint32_t> begin = balance_documents(context.corpus, partitions);
  std::vector<Matrix<std::int32_t>> copies = copy_counts(state, context.pool, partitions - 1);
  context.pool.for_each(partitions, [&](std::size_t p) {
    draw_documents_sparse_collapsed(state, context, {begin[p], begin[p + 1]},
                                    p == 0 ? state.word_topic : copies[p - 1]);
  });
  recount(state, context.corpus, context.pool);
}

}  // namespace themata::sampling
