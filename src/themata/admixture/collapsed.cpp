#include "themata/admixture/collapsed.hpp"

#include <vector>

namespace themata::admixture {

namespace {

/// The first lane whose running sum exceeds u times the total; a lane with weight.
std::size_t choose(const std::vector<double>& weight, double u) {
  double total = 0;
  for (const double w : weight) total += w;
  double rest = u * total;
  std::size_t last_with_weight = 0;
  for (std::size_t k = 0; k < weight.size(); ++k) {
    if (!(weight[k] > 0)) continue;
    if (rest < weight[k]) return k;
    rest -= weight[k];
    last_with_weight = k;
  }
  return last_with_weight;
}

}  // namespace

void draw_topics_collapsed(State& state, const Context& context) {
  const std::size_t lanes = state.lanes();
  const double total_beta = state.beta * static_cast<double>(state.word_topic.rows());
  std::vector<std::int64_t> sizes = topic_sizes(state);
  std::vector<std::int32_t> counts(lanes);
  std::vector<double> weight(lanes);
  for (std::size_t d = 0; d < context.corpus.n_documents(); ++d) {
    count_document(state, context.corpus, d, counts.data());
    Stream stream = context.stream(Purpose::token, d);
    for (std::size_t i = context.corpus.offsets()[d]; i < context.corpus.offsets()[d + 1]; ++i) {
      const std::uint32_t word = state.layout.words[i];
      std::int32_t* row = state.word_topic.row(word);
      const auto move = [&](std::size_t k, std::int32_t by) {
        row[k] += by;
        counts[k] += by;
        sizes[k] += by;
        state.block_topic.row(state.layout.block_of[word])[k] += by;
        if (!state.document_topic.empty()) state.document_topic.row(d)[k] += by;
      };
      move(state.topics[i], -1);
      for (std::size_t k = 0; k < lanes; ++k)
        weight[k] = (state.prior[k] + counts[k]) * (row[k] + state.beta) /
                    (static_cast<double>(sizes[k]) + total_beta);
      state.topics[i] = static_cast<Topic>(choose(weight, stream.uniform()));
      move(state.topics[i], 1);
    }
  }
}

}  // namespace themata::admixture
