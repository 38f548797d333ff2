#include <algorithm>
#include <vector>

#include "themata/sampling/scans/dense.hpp"
#include "themata/sampling/scans/partially_collapsed.hpp"
#include "themata/sampling/scans/sparse.hpp"
#include "themata/sampling/state/document_range.hpp"

namespace themata::sampling {

namespace {

/// In the dense scan, a group of 16 slots costs about as much as one of the document's topics in the sparse
/// scan. The sparse scan also searches the word's table, whatever the document.
bool dense_is_cheaper(std::size_t slots, std::size_t topics) { return slots <= 8 * (topics + 8); }

std::size_t distinct(std::span<const Topic> topics, std::vector<bool>& seen) {
  std::size_t n = 0;
  for (const Topic k : topics)
    if (!seen[k]) {
      seen[k] = true;
      ++n;
    }
  for (const Topic k : topics) seen[k] = false;
  return n;
}

/// What the scans of documents need.
struct AutoScan {
  State& state;
  const Context& context;
  const std::vector<float>& prior;  ///< state.prior in single precision
};

/// Draws some documents' topics in one block. Both scans draw from the same conditional, so the choice of
/// scan may depend on the document's topics.
/// @param words  without tables if the dense scan is always cheaper
void draw_block(const AutoScan& scan, const TabulatedPhi& words, DocumentRange range) {
  State& state = scan.state;
  std::vector<std::uint32_t> dense;
  std::vector<bool> seen(state.slots());
  DocumentTopics document(state.slots());
  for (std::size_t d = range.first; d < range.last; ++d) {
    const auto topics = topics_of(state, scan.context.corpus, d);
    if (words.tables.empty() || dense_is_cheaper(state.slots(), distinct(topics, seen)))
      dense.push_back(static_cast<std::uint32_t>(d));
    else
      draw_document(state, scan.context, words, d, document);
  }
  draw_documents_dense(state, scan.context, words.phi, scan.prior, dense);
}

}  // namespace

void draw_topics_auto(State& state, const Context& context) {
  const std::vector<float> prior(state.prior.begin(), state.prior.end());
  const AutoScan scan{state, context, prior};
  for_each_phi_part(state, [&](const PhiPart& phi) {
    const Matrix<float> tables =
        dense_is_cheaper(state.slots(), 1) ? Matrix<float>() : tabulate_words(state, phi, context.pool);
    context.pool.for_chunks(context.corpus.n_documents(), 64, [&](std::size_t first, std::size_t last) {
      for (std::size_t b = phi.blocks.first; b < phi.blocks.end; ++b)
        draw_block(scan, {phi.in_block(b), tables}, {first, last});
    });
  });
  recount_words(state, context.corpus, context.pool);
}

}  // namespace themata::sampling
