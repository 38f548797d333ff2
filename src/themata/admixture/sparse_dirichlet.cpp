#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "themata/admixture/partially_collapsed.hpp"
#include "themata/admixture/word_beta.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"

namespace themata::admixture {

namespace {

/// Draws of topics without the word go to its list above this, to its tail below.
constexpr float largest_in_tail = 0.02F;
/// Draws below this are left out: beside a topic's total, which is above least_total, they are beyond what a
/// single-precision sum of weights can tell from 0.
constexpr double least_draw = 1e-12;
constexpr double least_total = 1e-3;

/// Gamma(beta, 1) draws of many topics, of which those below least_draw cost nothing. Their density, x^(beta-1) e^-x over
/// Gamma(beta), lies below x^(beta-1) up to 1 and below e^-x from there on. A topic is proposed a draw from these two with
/// the probability that they have together, so how many topics come before the next that is has a geometric law; what is
/// refused has the law of the draws left out.
class SmallDraws {
 public:
  explicit SmallDraws(double beta)
      : beta_(beta),
        of_least_(portable_exp(beta * portable_log(least_draw))),
        up_to_one_((1 - of_least_) / beta),
        beyond_(portable_exp(-1)) {
    const double proposed = (up_to_one_ + beyond_) * portable_exp(-portable_lgamma(beta));
    log_skipped_ = proposed < 1 ? portable_log(1 - proposed) : 0;
  }

  /// Whether draws are worth skipping: the two laws together are less than 1, for beta below about .6.
  bool may_skip() const { return log_skipped_ < 0; }
  /// Topics to pass over.
  std::uint64_t skip(Stream& stream) const {
    const double n = std::floor(portable_log(stream.uniform()) / log_skipped_);
    return n < 1e9 ? static_cast<std::uint64_t>(n) : 1'000'000'000;
  }
  /// 0 where the draw is one of those left out.
  double draw(Stream& stream) const {
    const double at = stream.uniform() * (up_to_one_ + beyond_), u = stream.uniform();
    if (at < up_to_one_) {
      const double x = portable_exp(portable_log(of_least_ + beta_ * at) / beta_);
      return u < 1 - x || u < portable_exp(-x) ? x : 0;
    }
    const double x = 1 + draw_exponential(stream);
    return u < portable_exp((beta_ - 1) * portable_log(x)) ? x : 0;
  }

 private:
  double beta_, of_least_, up_to_one_, beyond_, log_skipped_ = 0;
};

/// Draws of phi's topics, each proportional to phi_kv: Gamma(n_kv + beta_kv, 1).
class SparseDirichlet {
 public:
  SparseDirichlet(const State& state, const Context& context)
      : state_(state), context_(context), betas_(state) {
    for (std::size_t k = 0; k < state.lanes(); ++k)
      if (state.prior[k] > 0) live_.push_back(static_cast<Topic>(k));
  }

  void draw_word(std::size_t v, std::vector<MassEntry>& out) const {
    Stream stream = context_.stream(Purpose::topic, v);
    const std::int32_t* counts = state_.word_topic.row(v);
    for (const Topic k : live_)
      if (counts[k] > 0)
        out.push_back({k, false, static_cast<float>(draw_gamma(stream, counts[k] + betas_.at(k, v), 1))});
    const auto add = [&](Topic k, double mass) {
      if (counts[k] == 0 && mass >= least_draw)
        out.push_back({k, mass <= static_cast<double>(largest_in_tail), static_cast<float>(mass)});
    };
    if (const float* seeded = betas_.seeded(v); seeded != nullptr) {
      for (const Topic k : live_)
        if (counts[k] == 0) add(k, draw_gamma(stream, static_cast<double>(seeded[k]), 1));
      return;
    }
    const SmallDraws draws(betas_.of(v));
    if (!draws.may_skip()) {
      for (const Topic k : live_)
        if (counts[k] == 0) add(k, draw_gamma(stream, betas_.of(v), 1));
      return;
    }
    for (std::uint64_t i = draws.skip(stream); i < live_.size(); i += 1 + draws.skip(stream))
      add(live_[i], draws.draw(stream));
  }

  /// The shares of a topic do not depend on its total, so one whose total is small may be drawn afresh, in logs.
  std::vector<float> draw_topic(std::size_t k) const {
    Stream stream = context_.stream(Purpose::topic, state_.word_topic.rows() + k);
    std::vector<double> logs(state_.word_topic.rows());
    for (std::size_t v = 0; v < logs.size(); ++v)
      logs[v] = draw_log_gamma(stream, state_.word_topic.row(v)[k] + betas_.at(k, v));
    const double top = *std::ranges::max_element(logs);
    std::vector<float> masses(logs.size());
    for (std::size_t v = 0; v < logs.size(); ++v) {
      const double mass = portable_exp(logs[v] - top);
      masses[v] = mass < 1e-30 ? 0.0F : static_cast<float>(mass);
    }
    return masses;
  }

 private:
  const State& state_;
  const Context& context_;
  WordBeta betas_;
  std::vector<Topic> live_;
};

}  // namespace

void draw_sparse_phi(State& state, const Context& context, std::uint32_t groups_without_row) {
  const SparseDirichlet law(state, context);
  state.sparse_phi.draw({[&](std::size_t v, std::vector<MassEntry>& out) { law.draw_word(v, out); },
                         least_total, [&](std::size_t k) { return law.draw_topic(k); }},
                        state.word_topic.rows(), state.prior, context.pool, groups_without_row);
}

}  // namespace themata::admixture
