#include "themata/lda/hyper.hpp"

#include <algorithm>
#include <numeric>

#include "themata/random/distributions.hpp"

namespace themata::lda {

namespace {

/// sum_d l_dk for each topic.
std::vector<double> draw_tables_by_topic(const State& state, const Context& context) {
  const auto at_least = admixture::document_counts_at_least(state.mix, context.corpus, context.pool);
  std::vector<double> tables(state.alpha.size());
  context.pool.for_each(tables.size(), [&](std::size_t k) {
    Stream stream = context.stream(Purpose::tables, k);
    tables[k] = static_cast<double>(admixture::draw_tables(stream, at_least[k], state.alpha[k]));
  });
  return tables;
}

}  // namespace

void draw_symmetric_alpha(State& state, const Context& context, admixture::GammaPrior prior) {
  const auto topics = static_cast<double>(state.alpha.size());
  const std::vector<double> by_topic = draw_tables_by_topic(state, context);
  const double tables = std::accumulate(by_topic.begin(), by_topic.end(), 0.0);
  const double log_shares = admixture::draw_log_shares(context, topics * state.alpha[0]);
  Stream stream = admixture::hyper_stream(context, admixture::HyperStream::alpha);
  const double alpha = draw_gamma(stream, prior.shape + tables, prior.rate - topics * log_shares);
  std::fill(state.alpha.begin(), state.alpha.end(), alpha);
}

void draw_asymmetric_alpha(State& state, const Context& context, admixture::GammaPrior prior) {
  const std::vector<double> tables = draw_tables_by_topic(state, context);
  const double total = std::accumulate(state.alpha.begin(), state.alpha.end(), 0.0);
  const double log_shares = admixture::draw_log_shares(context, total);
  Stream stream = admixture::hyper_stream(context, admixture::HyperStream::alpha);
  for (std::size_t k = 0; k < tables.size(); ++k)
    state.alpha[k] = draw_gamma(stream, prior.shape + tables[k], prior.rate - log_shares);
}

}  // namespace themata::lda
