#include "themata/sampling/state/hyper.hpp"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <span>

#include "themata/random/distributions.hpp"
#include "themata/sampling/state/document_topics.hpp"
#include "themata/sampling/state/sums.hpp"
#include "themata/sampling/state/word_beta.hpp"

namespace themata::sampling {

namespace {

constexpr std::size_t items_at_once = 2048;

/// Adds one count to a histogram (index n - 1 for a count of n > 0).
void tally(AtLeast& histogram, std::int32_t n) {
  const auto index = static_cast<std::size_t>(n);
  if (histogram.size() < index) histogram.resize(index);
  ++histogram[index - 1];
}

/// Adds a word type's counts.
void tally_word(AtLeast& histogram, const State& state, std::size_t v) {
  if (state.non_zeros.known()) {
    const std::span<const std::int32_t> counts = state.word_topic.span(v);
    for (const Topic k : state.non_zeros.of(v)) tally(histogram, counts[k]);
    return;
  }
  state.word_topic.for_each(v, [&](std::size_t, std::int32_t n) { tally(histogram, n); });
}

void add(AtLeast& into, const AtLeast& from) {
  if (into.size() < from.size()) into.resize(from.size());
  for (std::size_t j = 0; j < from.size(); ++j) into[j] += from[j];
}

/// Number of tables of n tokens, Antoniak(n, concentration), that belong to one part of the concentration, a
/// proportion `share`.
std::uint64_t draw_share_of_tables(Stream& stream, std::int32_t n, double concentration, double share) {
  std::uint64_t tables = 0;
  for (std::int32_t j = 0; j < n; ++j)
    tables += stream.uniform() * (concentration + j) < concentration ? 1 : 0;
  return share < 1 ? draw_binomial(stream, tables, share) : tables;
}

/// One word type's tables in all topics.
std::uint64_t draw_tables_of_word(const State& state, Stream stream, const WordBeta& betas, std::size_t v) {
  std::uint64_t tables = 0;
  state.word_topic.for_each(v, [&](std::size_t k, std::int32_t n) {
    const double beta = betas.at(k, v);
    tables += draw_share_of_tables(stream, n, beta, betas.of(v) / beta);
  });
  return tables;
}

/// The tables of every n_kv if the beta_kv differ: those that belong to beta weight_v and not to a seed.
std::uint64_t draw_word_tables(const State& state, const Context& context, const WordBeta& betas) {
  constexpr auto words = static_cast<std::uint64_t>(HyperStream::words);
  std::vector<std::uint64_t> by_type(state.word_topic.rows());
  context.pool.for_chunks(by_type.size(), items_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v)
      if (state.layout.is_here(v))
        by_type[v] = draw_tables_of_word(state, context.stream(Purpose::hyper, words + v), betas, v);
  });
  return add_over_ranks(state.layout, std::accumulate(by_type.begin(), by_type.end(), std::uint64_t{0}));
}

void accumulate_from_the_end(AtLeast& histogram) {
  for (std::size_t j = histogram.size(); j-- > 1;) histogram[j - 1] += histogram[j];
}

}  // namespace

AtLeast word_counts_at_least(const State& state, Pool& pool) {
  std::vector<AtLeast> all(1);
  std::mutex guard;
  pool.for_chunks(state.word_topic.rows(), items_at_once, [&](std::size_t first, std::size_t last) {
    AtLeast here;
    for (std::size_t v = first; v < last; ++v)
      if (state.layout.is_here(v)) tally_word(here, state, v);
    const std::lock_guard lock(guard);  // integers: the order of addition does not matter
    add(all[0], here);
  });
  add_over_ranks(state.layout, all);
  accumulate_from_the_end(all[0]);
  return std::move(all[0]);
}

std::vector<AtLeast> document_counts_at_least(const State& state, const Corpus& corpus, Pool& pool) {
  std::vector<AtLeast> all(state.slots());
  std::mutex guard;
  pool.for_chunks(corpus.n_documents(), items_at_once, [&](std::size_t first, std::size_t last) {
    std::vector<AtLeast> here(state.slots());
    DocumentTopics document(state.slots());
    for (std::size_t d = first; d < last; ++d) {
      document.open(topics_of(state, corpus, d));
      for (const Topic k : document.active()) tally(here[k], document.count(k));
    }
    const std::lock_guard lock(guard);
    for (std::size_t k = 0; k < all.size(); ++k) add(all[k], here[k]);
  });
  add_over_ranks(state.layout, all);
  for (AtLeast& histogram : all) accumulate_from_the_end(histogram);
  return all;
}

std::uint64_t draw_tables(Stream& stream, std::span<const std::uint64_t> at_least, double concentration) {
  std::uint64_t tables = 0;
  for (std::size_t j = 0; j < at_least.size(); ++j)
    tables += draw_binomial(stream, at_least[j], concentration / (concentration + static_cast<double>(j)));
  return tables;
}

std::vector<double> draw_log_shares(const Context& context, const Layout& layout,
                                    const std::function<double(std::size_t)>& concentration) {
  const std::size_t n = context.corpus.n_documents();
  std::vector<double> log_shares(n, 0.0);
  context.pool.for_chunks(n, items_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t d = first; d < last; ++d) {
      if (context.corpus.length(d) == 0) continue;
      Stream stream =
          context.stream(Purpose::hyper, static_cast<std::uint64_t>(HyperStream::shares) + layout.number(d));
      log_shares[d] = draw_log_beta(stream, concentration(d), static_cast<double>(context.corpus.length(d)));
    }
  });
  return log_shares;
}

void draw_beta(State& state, const Context& context, GammaPrior prior) {
  const WordBeta betas(state);
  Stream stream = hyper_stream(context, HyperStream::beta);
  const std::uint64_t tables =
      state.word_prior.is_symmetric()
          ? draw_tables(stream, word_counts_at_least(state, context.pool), state.beta)
          : draw_word_tables(state, context, betas);
  const auto sizes = topic_sizes(state);
  double log_shares = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    if (sizes[k] > 0) log_shares += draw_log_beta(stream, betas.total(k), static_cast<double>(sizes[k]));
  const double weight = state.word_prior.total_weight(state.word_topic.rows());
  state.beta =
      draw_gamma(stream, prior.shape + static_cast<double>(tables), prior.rate - weight * log_shares);
}

}  // namespace themata::sampling
