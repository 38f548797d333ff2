#include "themata/models/dmm/scores.hpp"

#include <algorithm>
#include <cmath>

#include "themata/random/elementary.hpp"

namespace themata::dmm {

namespace {

/// Exponentiates, relative to the largest, which becomes 1. Values below e^-50 would not change a sum of
/// doubles.
void exponentiate(std::vector<double>& scores) {
  constexpr double negligible = -50;
  const double top = *std::ranges::max_element(scores);
  for (double& x : scores) x = x - top < negligible ? 0 : portable_exp(x - top);
}

}  // namespace

void DocumentWords::open(std::span<const std::uint32_t> words) {
  for (const std::uint32_t v : types_) count_[v] = 0;
  types_.clear();
  length_ = static_cast<std::int32_t>(words.size());
  for (const std::uint32_t v : words)
    if (count_[v]++ == 0) types_.push_back(v);
}

CountLogs::CountLogs(const sampling::WordBeta& betas, std::size_t n_tokens) {
  constexpr std::size_t most = 1 << 14;
  if (!betas.is_plain()) return;
  table_.resize(std::min(n_tokens + 1, most));
  for (std::size_t n = 0; n < table_.size(); ++n)
    table_[n] = portable_log(static_cast<double>(n) + betas.of(0));
}

double CountLogs::far(std::int32_t n, double beta) { return portable_log(n + beta); }

void TotalLogs::open(std::int32_t length, std::size_t slots) {
  constexpr std::int32_t short_lengths = 64;
  if (slots != slots_) known_.assign(slots * short_lengths, {});
  slots_ = slots;
  length_ = length;
  of_length_ = length < short_lengths ? known_.data() + static_cast<std::size_t>(length) * slots : nullptr;
}

double TotalLogs::operator()(std::size_t slot, std::int32_t tokens) {
  const double n = static_cast<double>(tokens) + length_ + total_beta_;
  if (of_length_ == nullptr) return portable_lgamma(n);
  Known& known = of_length_[slot];
  if (known.tokens != tokens) known = {tokens, portable_lgamma(n)};
  return known.value;
}

TopicScores::TopicScores(const State& state, const Corpus& corpus, const TopicPrior& prior)
    : prior_(prior),
      n_types_(corpus.n_types()),
      betas_(state.mix),
      total_beta_(betas_.total(0)),
      logs_(betas_, corpus.n_tokens()),
      lists_(state.mix.word_topic, corpus),
      base_of_new_(portable_lgamma(total_beta_)) {
  for (std::size_t k = 0; k < state.documents.size(); ++k) {
    if (state.documents[k] == 0) continue;
    in_use_.push_back(static_cast<Topic>(k));
    refresh(state, in_use_.back());
  }
}

double TopicScores::log_base(std::int64_t documents, std::int32_t tokens) const {
  return portable_log(prior_.of_used(documents)) + portable_lgamma(tokens + total_beta_);
}

void TopicScores::refresh(const State& state, Topic k) {
  base_.resize(state.documents.size());
  if (state.documents[k] > 0) base_[k] = log_base(state.documents[k], state.mix.block_topic.row(0)[k]);
}

void TopicScores::weigh(const State& state, std::optional<Topic> own, Workspace& work) const {
  const std::int32_t* sizes = state.mix.block_topic.row(0);
  const DocumentWords& words = work.words;
  work.by_slot.resize(state.documents.size());
  work.totals.open(words.length(), state.documents.size());
  for (const Topic k : in_use_) work.by_slot[k] = base_[k] - work.totals(k, sizes[k]);
  for (const std::uint32_t v : words.types()) add_word(state, v, words.count(v), work.by_slot);
  if (own) work.by_slot[*own] = without(state, words, *own);
  work.weights.clear();
  for (const Topic k : in_use_) work.weights.push_back(work.by_slot[k]);
  const std::size_t others = in_use_.size() - (own && is_alone(state, *own) ? 1 : 0);
  const double unused = prior_.of_unused(others);
  work.weights.push_back(unused > 0 ? portable_log(unused) + base_of_new_ -
                                          portable_lgamma(words.length() + total_beta_)
                                    : -INFINITY);
  exponentiate(work.weights);
}

/// Adds log Gamma(n_kv + beta_v + c) / Gamma(n_kv + beta_v), minus its value at n_kv = 0, for every topic
/// with the word.
void TopicScores::add_word(const State& state, std::uint32_t v, std::int32_t count,
                           std::vector<double>& scores) const {
  const double beta = betas_.of(v);
  const std::int32_t* row = state.mix.word_topic.row(v);
  double of_none = 0;
  for (std::int32_t j = 0; j < count; ++j) of_none += logs_(j, beta);
  for (const Topic k : lists_.of(v)) {
    double of_topic = 0;
    for (std::int32_t j = 0; j < count; ++j) of_topic += logs_(row[k] + j, beta);
    scores[k] += of_topic - of_none;
  }
}

/// The score of the document's own topic, with the document's words removed.
double TopicScores::without(const State& state, const DocumentWords& words, Topic own) const {
  if (is_alone(state, own)) return -INFINITY;
  const std::int32_t tokens = state.mix.block_topic.row(0)[own];
  double score =
      log_base(state.documents[own] - 1, tokens - words.length()) - portable_lgamma(tokens + total_beta_);
  for (const std::uint32_t v : words.types()) {
    const double beta = betas_.of(v);
    const std::int32_t count = words.count(v), others = state.mix.word_topic.row(v)[own] - count;
    for (std::int32_t j = 0; j < count && others > 0; ++j) score += logs_(others + j, beta) - logs_(j, beta);
  }
  return score;
}

void TopicScores::count(State& state, std::size_t d, const DocumentWords& words, Topic k, Change change) {
  const std::int32_t sign = change == Change::join ? 1 : -1;
  for (const std::uint32_t v : words.types()) lists_.count(state.mix.word_topic, v, k, sign * words.count(v));
  state.mix.block_topic.row(0)[k] += sign * words.length();
  if (!state.mix.document_topic.empty()) state.mix.document_topic.row(d)[k] += sign * words.length();
  state.documents[k] += sign;
  const auto at = std::ranges::lower_bound(in_use_, k);
  const bool was_in_use = at != in_use_.end() && *at == k;
  if (state.documents[k] > 0 && !was_in_use) in_use_.insert(at, k);
  if (state.documents[k] == 0) in_use_.erase(at);
  refresh(state, k);
}

}  // namespace themata::dmm
