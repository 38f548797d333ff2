#include "themata/models/hdp/sub_cluster.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "themata/models/hdp/direct_assignment.hpp"
#include "themata/models/hdp/weights.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/rising.hpp"
#include "themata/sampling/state/word_beta.hpp"

namespace themata::hdp {

namespace {

using sampling::Topic;

constexpr int scans = 10;  ///< Gibbs scans within S before the scan that proposes

struct Token {
  std::size_t place;  ///< in the layout's order
  std::size_t document;
  std::uint32_t word;
};

/// The counts of a sub-topic.
struct Side {
  std::vector<std::int32_t> words, documents;
  std::int32_t tokens = 0;

  void add(const Token& token, std::int32_t by) {
    words[token.word] += by;
    documents[token.document] += by;
    tokens += by;
  }
};

/// S and its allocation into left (0) and right (1). The first two tokens do not move.
class SplitAllocation {
 public:
  /// @param weight  Psi of the whole of S
  SplitAllocation(const State& state, const Corpus& corpus, std::vector<Token> tokens, double weight)
      : alpha_(state.alpha),
        betas_(state.mix),
        total_beta_(betas_.total(0)),
        weight_(weight),
        tokens_(std::move(tokens)),
        side_(tokens_.size()) {
    for (Side& side : sides_) {
      side.words.resize(corpus.n_types());
      side.documents.resize(corpus.n_documents());
    }
  }

  /// Starts with the first two tokens, allocates each further token given those before it, and then runs the
  /// scans.
  void launch(Stream& stream) {
    for (std::size_t t = 0; t < 2; ++t) {
      side_[t] = t;
      sides_[t].add(tokens_[t], 1);
    }
    const auto draw = [&](std::size_t, double left) { return stream.uniform() < left ? 0U : 1U; };
    for (std::size_t t = 2; t < tokens_.size(); ++t) seat(t, draw);
    for (int scan = 0; scan < scans; ++scan) propose(stream);
  }

  /// Draws each token's side in turn. Returns the log probability of the draws.
  double propose(Stream& stream) {
    return scan([&](std::size_t, double left) { return stream.uniform() < left ? 0U : 1U; });
  }

  /// Moves each token to a given side in turn. Returns the log probability that a proposal would do the same.
  double follow(const std::vector<std::size_t>& target) {
    return scan([&](std::size_t t, double) { return target[t]; });
  }

  /// The log ratio of the joint density after the split to that of S as one topic. @param share  each side's
  /// proportion of the weight
  double log_ratio(const std::array<double, 2>& share) const {
    double sum = sampling::log_split(betas_, sides_[0].words, sides_[1].words);
    const double prior = alpha_ * weight_;
    for (std::size_t d = 0; d < sides_[0].documents.size(); ++d) {
      const std::int32_t left = sides_[0].documents[d], right = sides_[1].documents[d];
      sum += log_rising(prior * share[0], left) + log_rising(prior * share[1], right) -
             log_rising(prior, left + right);
    }
    return sum;
  }

  /// Numbers of documents with tokens on each side, which are the parameters of the Beta density h.
  std::array<double, 2> documents() const {
    std::array<double, 2> n{};
    for (std::size_t s = 0; s < 2; ++s)
      for (const std::int32_t tokens : sides_[s].documents) n[s] += tokens > 0 ? 1 : 0;
    return n;
  }

  const std::vector<Token>& tokens() const { return tokens_; }
  std::size_t side(std::size_t t) const { return side_[t]; }

 private:
  template <class Choose>
  double scan(const Choose& choose) {
    double log_probability = 0;
    for (std::size_t t = 2; t < tokens_.size(); ++t) {
      sides_[side_[t]].add(tokens_[t], -1);
      log_probability += portable_log(seat(t, choose));
    }
    return log_probability;
  }

  /// Allocates a token without a side. Returns the choice's probability.
  template <class Choose>
  double seat(std::size_t t, const Choose& choose) {
    const double left = mass(sides_[0], tokens_[t]), right = mass(sides_[1], tokens_[t]);
    side_[t] = choose(t, left / (left + right));
    sides_[side_[t]].add(tokens_[t], 1);
    return (side_[t] == 0 ? left : right) / (left + right);
  }

  double mass(const Side& side, const Token& token) const {
    return (side.documents[token.document] + alpha_ * weight_ / 2) *
           (side.words[token.word] + betas_.of(token.word)) / (side.tokens + total_beta_);
  }

  double alpha_;
  sampling::WordBeta betas_;
  double total_beta_, weight_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> side_;
  std::array<Side, 2> sides_;
};

/// log of gamma / (u (1 - u) h(u)).
double log_weight_ratio(double gamma, const std::array<double, 2>& share, const std::array<double, 2>& n) {
  return portable_log(gamma) - n[0] * portable_log(share[0]) - n[1] * portable_log(share[1]) +
         portable_lgamma(n[0]) + portable_lgamma(n[1]) - portable_lgamma(n[0] + n[1]);
}

class Proposer {
 public:
  Proposer(State& state, const Context& context)
      : state_(state), context_(context), rest_(gather_rest(state, context.corpus, context.pool)) {}

  void propose(std::uint64_t number) {
    Stream stream = context_.stream(Purpose::whole_topic, number);
    const auto n = static_cast<std::uint32_t>(state_.mix.topics.size());
    if (n < 2) return;
    const std::uint32_t first = stream.below(n);
    const std::uint32_t second = (first + 1 + stream.below(n - 1)) % n;
    const Topic a = state_.mix.topics[first], b = state_.mix.topics[second];
    const double weight = a == b ? state_.psi[a] : state_.psi[a] + state_.psi[b];
    SplitAllocation allocation(state_, context_.corpus, gather(first, second), weight);
    allocation.launch(stream);
    if (a == b)
      split(stream, allocation, a);
    else
      merge(stream, allocation, a, b);
  }

 private:
  /// The tokens of the topics of two tokens; these two come first.
  std::vector<Token> gather(std::size_t first, std::size_t second) const {
    const sampling::State& mix = state_.mix;
    std::vector<Token> tokens(2);
    for (std::size_t d = 0; d < context_.corpus.n_documents(); ++d)
      for (std::size_t i = context_.corpus.offsets()[d]; i < context_.corpus.offsets()[d + 1]; ++i) {
        if (mix.topics[i] != mix.topics[first] && mix.topics[i] != mix.topics[second]) continue;
        const Token token{i, d, mix.layout.words[i]};
        if (i == first || i == second)
          tokens[i == first ? 0 : 1] = token;
        else
          tokens.push_back(token);
      }
    return tokens;
  }

  void split(Stream& stream, SplitAllocation& allocation, std::size_t topic) {
    const double log_proposed = allocation.propose(stream);
    const std::array<double, 2> n = allocation.documents();
    std::array<double, 2> share = n;
    draw_dirichlet(stream, share);
    const double log_accept =
        allocation.log_ratio(share) + log_weight_ratio(state_.gamma, share, n) - log_proposed;
    if (portable_log(stream.uniform()) >= log_accept) return;
    const std::size_t fresh = rest_;
    const double rest = state_.psi[fresh];
    for (std::size_t t = 0; t < allocation.tokens().size(); ++t)
      if (allocation.side(t) == 1) move(allocation.tokens()[t], fresh);
    name_anew(state_, fresh);
    set_weight(state_, fresh, state_.psi[topic] * share[1]);
    set_weight(state_, topic, state_.psi[topic] * share[0]);
    rest_ = empty_slot(state_, context_.corpus, context_.pool);
    set_weight(state_, rest_, rest);
  }

  void merge(Stream& stream, SplitAllocation& allocation, std::size_t left, std::size_t right) {
    std::vector<std::size_t> target;
    for (const Token& token : allocation.tokens())
      target.push_back(state_.mix.topics[token.place] == left ? 0 : 1);
    const double log_proposed = allocation.follow(target);
    const double whole = state_.psi[left] + state_.psi[right];
    const std::array<double, 2> share{state_.psi[left] / whole, state_.psi[right] / whole};
    const double log_accept = log_proposed - allocation.log_ratio(share) -
                              log_weight_ratio(state_.gamma, share, allocation.documents());
    if (portable_log(stream.uniform()) >= log_accept) return;
    for (const Token& token : allocation.tokens()) move(token, left);
    set_weight(state_, left, whole);
    set_weight(state_, right, 0);
  }

  void move(const Token& token, std::size_t to) {
    sampling::State& mix = state_.mix;
    const Topic from = std::exchange(mix.topics[token.place], static_cast<Topic>(to));
    const auto shift = [&](std::int32_t* row) {
      --row[from];
      ++row[to];
    };
    shift(mix.word_topic.row(token.word));
    shift(mix.block_topic.row(mix.layout.block_of[token.word]));
    if (!mix.document_topic.empty()) shift(mix.document_topic.row(token.document));
  }

  State& state_;
  const Context& context_;
  std::size_t rest_;  ///< slot of the rest
};

}  // namespace

void split_and_merge(State& state, const Context& context, std::size_t proposals) {
  Proposer proposer(state, context);
  for (std::size_t p = 0; p < proposals; ++p) proposer.propose(p);
}

}  // namespace themata::hdp
