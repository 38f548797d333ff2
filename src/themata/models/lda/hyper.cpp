#include "themata/models/lda/hyper.hpp"

#include <algorithm>
#include <numeric>

#include "themata/random/distributions.hpp"
#include "themata/sampling/state/sums.hpp"

namespace themata::lda {

namespace {

/// sum_d l_dk for each topic.
std::vector<double> draw_tables_by_topic(const State& state, const Context& context) {
  const auto at_least = sampling::document_counts_at_least(state.mix, context.corpus, context.pool);
  std::vector<double> tables(state.alpha.size());
  context.pool.for_each(tables.size(), [&](std::size_t k) {
    Stream stream = context.stream(Purpose::tables, k);
    tables[k] = static_cast<double>(sampling::draw_tables(stream, at_least[k], state.alpha[k]));
  });
  return tables;
}

/// log q_d of each document.
std::vector<double> draw_log_shares(const State& state, const Context& context) {
  return sampling::draw_log_shares(context, state.mix.layout,
                                   [&](std::size_t d) { return state.mix.allowed.sum(d, state.alpha); });
}

}  // namespace

void draw_symmetric_alpha(State& state, const Context& context, sampling::GammaPrior prior,
                          std::span<const double> weights) {
  const std::vector<double> by_topic = draw_tables_by_topic(state, context);
  const double tables = std::accumulate(by_topic.begin(), by_topic.end(), 0.0);
  const std::vector<double> log_shares = draw_log_shares(state, context);
  const double weighted = sampling::sums_over_documents(
      state.mix.layout, 1, context.pool, [&](std::size_t d, std::span<double> sum) {
        sum[0] += state.mix.allowed.sum(d, weights) * log_shares[d];
      })[0];
  Stream stream = sampling::hyper_stream(context, sampling::HyperStream::alpha);
  const double alpha = draw_gamma(stream, prior.shape + tables, prior.rate - weighted);
  for (std::size_t k = 0; k < state.alpha.size(); ++k) state.alpha[k] = alpha * weights[k];
}

void draw_asymmetric_alpha(State& state, const Context& context, sampling::GammaPrior prior) {
  const std::vector<double> tables = draw_tables_by_topic(state, context);
  const std::vector<double> log_shares = draw_log_shares(state, context);
  // By topic, and last those of documents that may use every topic.
  const std::vector<double> by_topic = sampling::sums_over_documents(
      state.mix.layout, tables.size() + 1, context.pool, [&](std::size_t d, std::span<double> sums) {
        const auto list = state.mix.allowed.of(d);
        if (list.empty()) sums.back() += log_shares[d];
        for (const sampling::Topic k : list) sums[k] += log_shares[d];
      });
  Stream stream = sampling::hyper_stream(context, sampling::HyperStream::alpha);
  for (std::size_t k = 0; k < tables.size(); ++k)
    state.alpha[k] = draw_gamma(stream, prior.shape + tables[k], prior.rate - by_topic.back() - by_topic[k]);
}

}  // namespace themata::lda
