#include "themata/models/hpc/tokens.hpp"

#include <algorithm>

#include "themata/models/hpc/rates.hpp"

namespace themata::hpc {

namespace {

/// Draws the topics of one document's tokens. @param weights  scratch, one per label
void draw_document(State& state, const Context& context, std::size_t d, std::vector<double>& weights) {
  const auto labels = state.labels.of(d);
  const std::vector<double> shares = shares_of(state, d);
  const std::size_t n_topics = state.totals.size();
  Stream stream = context.stream(Purpose::token, d);
  weights.resize(labels.size());
  const std::size_t here = state.share.here(d);
  for (std::size_t i = context.corpus.offsets()[here]; i < context.corpus.offsets()[here + 1]; ++i) {
    const float* rates = &state.rates[context.corpus.tokens()[i] * n_topics];
    double total = 0;
    for (std::size_t j = 0; j < labels.size(); ++j) weights[j] = total += shares[j] * rates[labels[j]];
    const double u = stream.uniform() * total;
    std::size_t chosen = 0;
    while (chosen + 1 < labels.size() && weights[chosen] <= u) ++chosen;
    state.topics[i] = labels[chosen];
  }
}

}  // namespace

void draw_topics(State& state, const Context& context) {
  state.share.for_documents(context.pool, context.corpus, documents_per_sum,
                            [&](std::size_t first, std::size_t last) {
                              std::vector<double> weights;
                              for (std::size_t d = first; d < last; ++d)
                                if (state.labels.of(d).size() > 1) draw_document(state, context, d, weights);
                            });
  recount(state, context.corpus, state.totals.size(), context.pool);
}

void recount(State& state, const Corpus& corpus, std::size_t n_topics, Pool& pool) {
  // Every piece reads all tokens and counts those of its own words.
  constexpr std::size_t pieces = 4;
  state.word_topics.assign(corpus.n_types() * n_topics, 0);
  const std::size_t words = (corpus.n_types() + pieces - 1) / pieces;
  pool.for_chunks(corpus.n_types(), std::max<std::size_t>(words, 1),
                  [&](std::size_t first, std::size_t last) {
                    for (std::size_t i = 0; i < corpus.n_tokens(); ++i) {
                      const std::uint32_t v = corpus.tokens()[i];
                      if (v >= first && v < last) ++state.word_topics[v * n_topics + state.topics[i]];
                    }
                  });
  state.share.add(state.word_topics);
}

std::vector<std::int64_t> topic_sizes(const State& state) {
  std::vector<std::int64_t> sizes(state.totals.size(), 0);
  for (std::size_t i = 0; i < state.word_topics.size(); i += sizes.size())
    for (std::size_t k = 0; k < sizes.size(); ++k) sizes[k] += state.word_topics[i + k];
  return sizes;
}

}  // namespace themata::hpc
