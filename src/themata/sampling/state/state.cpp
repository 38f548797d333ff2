#include "themata/sampling/state/state.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <stdexcept>

#include "themata/random/elementary.hpp"
#include "themata/sampling/phi/spike_slab.hpp"
#include "themata/sampling/state/document_topics.hpp"
#include "themata/sampling/state/sums.hpp"
#include "themata/sampling/state/word_beta.hpp"

namespace themata::sampling {

namespace {

/// log Gamma(prior + n) - log Gamma(prior) for n = 0, 1, ..., read from a table while n is small.
class RisingLogs {
 public:
  explicit RisingLogs(double prior) : prior_(prior), at_zero_(portable_lgamma(prior)) {
    table_.reserve(1024);
    for (int n = 0; n < 1024; ++n) table_.push_back(portable_lgamma(prior + n) - at_zero_);
  }
  double operator()(std::int32_t n) const {
    const auto index = static_cast<std::size_t>(n);
    return index < table_.size() ? table_[index] : portable_lgamma(prior_ + n) - at_zero_;
  }

 private:
  double prior_, at_zero_;
  std::vector<double> table_;
};

/// Whether two tables have the same counts.
bool have_same_counts(const WordTopicTable& a, const WordTopicTable& b) {
  std::vector<std::int32_t> left(a.columns()), right(b.columns());
  for (std::size_t v = 0; v < std::min(a.rows(), b.rows()); ++v) {
    a.copy(v, left);
    b.copy(v, right);
    if (left != right) return false;
  }
  return a.rows() == b.rows();
}

}  // namespace

std::size_t topics_in_use(const State& state) {
  const auto sizes = topic_sizes(state);
  return static_cast<std::size_t>(std::ranges::count_if(sizes, [](std::int64_t n) { return n > 0; }));
}

std::vector<std::int64_t> topic_sizes(const State& state) {
  std::vector<std::int64_t> sizes(state.slots());
  for (std::size_t b = 0; b < state.block_topic.rows(); ++b)
    for (std::size_t k = 0; k < sizes.size(); ++k) sizes[k] += state.block_topic.row(b)[k];
  return sizes;
}

Sparsity sparsity(const State& state, const Corpus& corpus, Pool& pool) {
  const double of_words = sum_over_types(state.layout, pool, [&](std::span<const std::uint32_t> types) {
    double sum = 0;
    for (const std::uint32_t v : types)
      state.word_topic.for_each(v, [&](std::size_t, std::int32_t) { sum += 1; });
    return sum;
  });
  const double of_documents =
      sum_over_documents(state.layout, pool, [&](std::size_t first, std::size_t last) {
        DocumentTopics document(state.slots());
        double sum = 0;
        for (std::size_t d = first; d < last; ++d) {
          document.open(topics_of(state, corpus, d));
          sum += static_cast<double>(document.active().size());
        }
        return sum;
      });
  const auto topics = static_cast<double>(topics_in_use(state));
  const auto zeros = [&](double n_filled, std::size_t rows) {
    const double cells = topics * static_cast<double>(rows);
    return cells > 0 ? 1 - n_filled / cells : 0;
  };
  return {zeros(of_words, state.word_topic.rows()), zeros(of_documents, state.layout.share.n_documents)};
}

std::span<const Topic> topics_of(const State& state, const Corpus& corpus, std::size_t d) {
  return std::span(state.topics).subspan(corpus.offsets()[d], corpus.length(d));
}

void count_document(const State& state, const Corpus& corpus, std::size_t d, std::int32_t* counts) {
  if (!state.document_topic.empty()) {
    std::copy_n(state.document_topic.row(d), state.slots(), counts);
    return;
  }
  std::fill_n(counts, state.slots(), 0);
  for (const Topic k : topics_of(state, corpus, d)) ++counts[k];
}

void check(const State& state, const Corpus& corpus) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::logic_error(fmt::format("sampling state: {}", what));
  };
  require(state.topics.size() == corpus.n_tokens(), "one topic a token");
  require(state.prior.size() == state.slots(), "one prior weight a slot");
  for (const Topic k : state.topics)
    require(k < state.slots() && state.prior[k] > 0, "topics lie in live slots");
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i)
      require(state.allowed.allows(d, state.topics[i]), "documents use the topics that they may");
  State fresh;
  fresh.lists_rare_words = state.lists_rare_words;
  fresh.layout = state.layout;
  fresh.topics = state.topics;
  Pool alone(1);
  recount(fresh, corpus, alone, state.slots());
  const auto same = [](const auto& a, const auto& b) {
    for (std::size_t r = 0; r < std::min(a.rows(), b.rows()); ++r)
      if (!std::ranges::equal(a.span(r), b.span(r))) return false;
    return a.rows() == b.rows();
  };
  require(have_same_counts(fresh.word_topic, state.word_topic), "word-topic counts match the topics");
  require(same(fresh.block_topic, state.block_topic), "block totals match the topics");
  require(same(fresh.document_topic, state.document_topic), "document-topic counts match the topics");
  if (!state.non_zeros.known()) return;
  fresh.non_zeros.fill(state.word_topic, state.layout, alone);
  for (std::size_t v = 0; v < state.word_topic.rows(); ++v)
    require(std::ranges::equal(fresh.non_zeros.of(v), state.non_zeros.of(v)),
            "listed counts are those above 0");
}

double log_word_part(const State& state, Pool& pool) {
  if (state.pi < 1) return log_word_part_spike_slab(state);
  const WordBeta betas(state);
  const RisingLogs symmetric(state.beta);
  const bool is_symmetric = state.word_prior.is_symmetric();
  const auto rising = [&](std::size_t k, std::size_t v, std::int32_t n) {
    if (is_symmetric) return symmetric(n);
    const double beta = betas.at(k, v);
    return portable_lgamma(beta + n) - portable_lgamma(beta);
  };
  const double words = sum_over_types(state.layout, pool, [&](std::span<const std::uint32_t> types) {
    double sum = 0;
    for (const std::uint32_t v : types)
      state.word_topic.for_each(v, [&](std::size_t k, std::int32_t n) { sum += rising(k, v, n); });
    return sum;
  });
  const auto sizes = topic_sizes(state);
  double totals = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const double beta = sizes[k] > 0 ? betas.total(k) : 0;
    if (sizes[k] > 0) totals += portable_lgamma(beta) - portable_lgamma(beta + static_cast<double>(sizes[k]));
  }
  return words + totals;
}

namespace {

/// log p(z) where each document has pseudo-counts of its own, and may use every topic.
double log_part_by_document(const State& state, const Corpus& corpus, Pool& pool) {
  return sum_over_documents(state.layout, pool, [&](std::size_t first, std::size_t last) {
    DocumentTopics document(state.slots());
    double sum = 0;
    for (std::size_t d = first; d < last; ++d) {
      document.open(topics_of(state, corpus, d));
      double total = 0;
      for (std::size_t k = 0; k < state.slots(); ++k) total += state.prior_of(d, k);
      sum += portable_lgamma(total) - portable_lgamma(total + static_cast<double>(corpus.length(d)));
      for (const Topic k : document.active())
        sum +=
            portable_lgamma(state.prior_of(d, k) + document.count(k)) - portable_lgamma(state.prior_of(d, k));
    }
    return sum;
  });
}

}  // namespace

double log_document_part(const State& state, const Corpus& corpus, Pool& pool) {
  if (!state.document_priors.empty()) return log_part_by_document(state, corpus, pool);
  const double total_prior = std::accumulate(state.prior.begin(), state.prior.end(), state.prior_beyond);
  const RisingLogs of_everything(total_prior);
  std::vector<double> at_zero(state.slots());
  for (std::size_t k = 0; k < at_zero.size(); ++k)
    at_zero[k] = state.prior[k] > 0 ? portable_lgamma(state.prior[k]) : 0;
  const auto length_part = [&](std::size_t d) {
    const auto n = static_cast<std::int32_t>(corpus.length(d));
    if (state.allowed.of(d).empty()) return of_everything(n);
    const double total = state.allowed.sum(d, state.prior);
    return portable_lgamma(total + n) - portable_lgamma(total);
  };
  return sum_over_documents(state.layout, pool, [&](std::size_t first, std::size_t last) {
    DocumentTopics document(state.slots());
    double sum = 0;
    for (std::size_t d = first; d < last; ++d) {
      document.open(topics_of(state, corpus, d));
      sum -= length_part(d);
      for (const Topic k : document.active())
        sum += portable_lgamma(state.prior[k] + document.count(k)) - at_zero[k];
    }
    return sum;
  });
}

double log_joint(const State& state, const Corpus& corpus, Pool& pool) {
  return log_document_part(state, corpus, pool) + log_word_part(state, pool);
}

namespace {

/// beta_kv of every slot; 0 for the types that the draw of active types leaves out.
std::vector<std::vector<double>> draw_active_betas(const State& state, Stream& stream) {
  const WordBeta betas(state);
  std::vector<std::vector<double>> all(state.slots(), std::vector<double>(state.word_topic.rows(), 0.0));
  for (std::size_t k = 0; k < all.size(); ++k)
    for (bool empty = true; empty;)
      for (std::size_t v = 0; v < all[k].size(); ++v) {
        const bool active = state.pi >= 1 || stream.uniform() < state.pi_of(k);
        all[k][v] = active ? betas.at(k, v) : 0;
        empty = empty && !active;
      }
  return all;
}

/// Draws a word type in proportion to its weight.
std::uint32_t draw_fresh_word(const std::vector<double>& weights, double rest) {
  std::uint32_t v = 0, last = 0;
  for (; v < weights.size(); ++v) {
    if (weights[v] == 0) continue;
    last = v;
    if (rest < weights[v]) break;
    rest -= weights[v];
  }
  return last;
}

}  // namespace

Corpus resample_words(State& state, const Corpus& corpus, Stream& stream, Pool& pool) {
  const std::uint32_t n_types = corpus.n_types();
  const std::vector<std::vector<double>> betas = draw_active_betas(state, stream);
  std::vector<std::vector<std::uint32_t>> urns(state.slots());
  const TokenTopics topics = to_corpus_order(corpus, state.layout, state.topics);
  std::vector<std::uint32_t> words(corpus.n_tokens());
  for (std::size_t i = 0; i < words.size(); ++i) {
    auto& urn = urns[topics[i]];
    // The urn's next ball: a new one with weight sum_v beta_kv, else a copy of an earlier one.
    const auto& weights = betas[topics[i]];
    const double fresh = std::accumulate(weights.begin(), weights.end(), 0.0);
    const double u = stream.uniform() * (fresh + static_cast<double>(urn.size()));
    words[i] = u < fresh ? draw_fresh_word(weights, u)
                         : urn[std::min(static_cast<std::size_t>(u - fresh), urn.size() - 1)];
    urn.push_back(words[i]);
  }
  const std::vector<std::uint64_t> offsets(corpus.offsets().begin(), corpus.offsets().end());
  Corpus redrawn = make_corpus(std::move(words), offsets, n_types);
  // The block of a word must not depend on the data drawn, or the blocks would be part of the model.
  Layout layout = state.layout;
  layout = relayout(redrawn, std::move(layout));
  state.topics = to_layout_order(redrawn, layout, topics);
  state.layout = std::move(layout);
  recount(state, redrawn, pool);
  return redrawn;
}

}  // namespace themata::sampling
