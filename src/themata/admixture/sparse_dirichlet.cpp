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
/// More than a Gamma(1 + beta) draw for any beta of 1 or less ever is: P < 10^-16.
constexpr double largest_draw = 40;

/// Gamma(beta, 1) draws of many topics, of which those below least_draw cost nothing. A draw is G U^(1/beta) with
/// G ~ Gamma(1 + beta) and U uniform, so one whose U is below (least_draw / 40)^beta is too small, and how many such come
/// before the next that is not has a geometric law.
class SmallDraws {
 public:
  explicit SmallDraws(double beta)
      : beta_(beta),
        log_skipped_(beta * portable_log(least_draw / largest_draw)),
        skipped_(portable_exp(log_skipped_)) {}

  /// Draws to pass over.
  std::uint64_t skip(Stream& stream) const {
    const double n = std::floor(portable_log(stream.uniform()) / log_skipped_);
    return n < 1e9 ? static_cast<std::uint64_t>(n) : 1'000'000'000;
  }
  double draw(Stream& stream) const {
    const double u = skipped_ + (1 - skipped_) * stream.uniform();
    return portable_exp(draw_log_gamma(stream, 1 + beta_) + portable_log(u) / beta_);
  }

 private:
  double beta_, log_skipped_, skipped_;
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
