#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/sampling/phi/draw_phi.hpp"
#include "themata/sampling/phi/phi_sums.hpp"
#include "themata/sampling/phi/word_gammas.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "themata/sampling/phi/draw_sparse_phi.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "themata/random/log_gammas-inl.hpp"
#include "themata/sampling/simd/set_slots-inl.hpp"

#ifndef THEMATA_SAMPLING_SPARSE_DIRICHLET_ONCE
#define THEMATA_SAMPLING_SPARSE_DIRICHLET_ONCE
namespace themata::sampling {

/// Draws of topics without tokens of the word go to its list above this value, and to its tail below.
constexpr float largest_in_tail = 0.02F;
/// Draws below this value are left out. Compared with a topic's total, which is above least_total, they are
/// too small for a single-precision sum of weights to resolve.
constexpr double least_draw = 1e-12;
constexpr float log_least_draw = -27.631021F;

/// A word's draws by slot.
struct WordMasses {
  const float* logs;           ///< slots, aligned to a cache line
  const std::int32_t* counts;  ///< slots, aligned likewise
  const float* allowed;        ///< 0, or minus infinity for a topic that cannot be chosen
  float* masses;               ///< output, slots
  std::size_t slots;
};

}  // namespace themata::sampling
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::sampling::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Appends the masses of the topics that hold tokens of the word, and of the other topics unless they are
/// left out.
void append_masses(const WordMasses& word, std::vector<MassEntry>& out) {
  const hn::CappedTag<float, slot_group> f;
  const hn::RebindToSigned<decltype(f)> ints;
  for (std::size_t first = 0; first < word.slots; first += hn::Lanes(f)) {
    const auto logs = hn::Add(hn::Load(f, word.logs + first), hn::LoadU(f, word.allowed + first));
    const auto has_tokens = hn::RebindMask(f, hn::Gt(hn::Load(ints, word.counts + first), hn::Zero(ints)));
    const auto is_live = hn::Gt(logs, hn::Set(f, std::numeric_limits<float>::lowest()));
    const auto is_seen = hn::Or(hn::Ge(logs, hn::Set(f, log_least_draw)), hn::And(has_tokens, is_live));
    const auto in_reach = hn::Min(hn::Max(logs, hn::Set(f, -80.0F)), hn::Set(f, 80.0F));
    hn::Store(themata::HWY_NAMESPACE::exp_of(in_reach), f, word.masses + first);
    for_set_slots(f, is_seen, [&](std::size_t j) HWY_ATTR {
      const std::size_t k = first + j;
      const bool in_tail = word.counts[k] == 0 && word.masses[k] <= largest_in_tail;
      out.push_back({static_cast<Topic>(k), in_tail, word.masses[k]});
    });
  }
}

}  // namespace themata::sampling::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::sampling {

HWY_EXPORT(append_masses);

namespace {

constexpr double least_total = 1e-3;

/// Gamma(beta, 1) draws of many topics; draws below least_draw cost nothing. The density, x^(beta-1) e^-x
/// over Gamma(beta), is bounded by x^(beta-1) up to 1 and by e^-x beyond. A topic receives a proposal from
/// these two bounds with probability equal to their total mass, so the number of topics before the next
/// proposal is geometric. A rejected proposal stands for a draw that is left out.
class SmallDraws {
 public:
  explicit SmallDraws(double beta)
      : beta_(beta),
        of_least_(portable_exp(beta * portable_log(least_draw))),
        up_to_one_((1 - of_least_) / beta),
        beyond_(portable_exp(-1)) {
    const double proposed = (up_to_one_ + beyond_) * portable_exp(-portable_lgamma(beta));
    // Above this value it is cheaper to draw all topics with SIMD.
    constexpr double worth_skipping = 0.05;
    log_skipped_ = proposed < worth_skipping ? portable_log(1 - proposed) : 0;
  }

  /// Whether topics are skipped: if beta is below about .002.
  bool skips() const { return log_skipped_ < 0; }
  /// Number of topics to skip.
  std::uint64_t skip(Stream& stream) const {
    const double n = std::floor(portable_log(stream.uniform()) / log_skipped_);
    return n < 1e9 ? static_cast<std::uint64_t>(n) : 1'000'000'000;
  }
  /// 0 if the draw is left out.
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

/// Scratch for a word.
struct WordWorkspace {
  WordShapes shapes;
  Matrix<float> rows;  ///< logs and masses, slots each
};

/// The draws of Phi that are large enough to keep.
class SparseDirichlet {
 public:
  SparseDirichlet(const State& state, const Context& context)
      : state_(state), context_(context), gammas_(state, context), allowed_(state.slots(), -INFINITY) {
    for (std::size_t k = 0; k < state.slots(); ++k) {
      if (!(state.prior[k] > 0)) continue;
      allowed_[k] = 0;
      live_.push_back(static_cast<Topic>(k));
    }
  }

  void draw_word(std::size_t v, WordWorkspace& workspace, std::vector<MassEntry>& out) const {
    const WordBeta& betas = gammas_.betas();
    if (const SmallDraws draws(betas.of(v)); betas.seeded(v) == nullptr && draws.skips())
      return draw_and_skip(v, draws, out);
    if (workspace.rows.columns() != state_.slots()) workspace.rows = Matrix<float>(2, state_.slots());
    gammas_.draw_logs(v, workspace.shapes, workspace.rows.span(0));
    const WordMasses word{workspace.rows.row(0), state_.word_topic.row(v), allowed_.data(),
                          workspace.rows.row(1), state_.slots()};
    HWY_DYNAMIC_DISPATCH(append_masses)(word, out);
  }

  /// A topic's word proportions do not depend on its total, so a topic with a small total may be redrawn, in
  /// logs. All ranks together.
  std::vector<float> draw_topic(std::size_t k) const {
    Stream stream = context_.stream(Purpose::topic, state_.word_topic.rows() + k);
    const std::vector<std::int32_t> counts = counts_of_topic(state_, k);
    std::vector<double> logs(counts.size());
    for (std::size_t v = 0; v < logs.size(); ++v)
      logs[v] = draw_log_gamma(stream, counts[v] + gammas_.betas().at(k, v));
    const double top = *std::ranges::max_element(logs);
    std::vector<float> masses(logs.size());
    for (std::size_t v = 0; v < logs.size(); ++v) {
      const double mass = portable_exp(logs[v] - top);
      masses[v] = mass < 1e-30 ? 0.0F : static_cast<float>(mass);
    }
    return masses;
  }

 private:
  void draw_and_skip(std::size_t v, const SmallDraws& draws, std::vector<MassEntry>& out) const {
    Stream stream = context_.stream(Purpose::topic, v);
    const double beta = gammas_.betas().of(v);
    const std::int32_t* counts = state_.word_topic.row(v);
    for (const Topic k : live_)
      if (counts[k] > 0)
        out.push_back({k, false, static_cast<float>(draw_gamma(stream, counts[k] + beta, 1))});
    for (std::uint64_t i = draws.skip(stream); i < live_.size(); i += 1 + draws.skip(stream)) {
      const Topic k = live_[i];
      const double mass = draws.draw(stream);
      if (counts[k] == 0 && mass >= least_draw)
        out.push_back({k, mass <= static_cast<double>(largest_in_tail), static_cast<float>(mass)});
    }
  }

  const State& state_;
  const Context& context_;
  WordGammas gammas_;
  std::vector<float> allowed_;  ///< slots: 0, or minus infinity for a topic that cannot be chosen
  std::vector<Topic> live_;
};

}  // namespace

void draw_sparse_phi(State& state, const Context& context, std::uint32_t groups_without_row) {
  const SparseDirichlet distribution(state, context);
  const auto word_drawer = [&]() -> DrawWord {
    // A std::function must be copyable, and so must what it captures.
    return [&distribution, workspace = std::make_shared<WordWorkspace>()](
               std::size_t v, std::vector<MassEntry>& out) { distribution.draw_word(v, *workspace, out); };
  };
  state.sparse_phi.draw({word_drawer, least_total, [&](std::size_t k) { return distribution.draw_topic(k); }},
                        state.layout, state.prior, context.pool, groups_without_row);
}

}  // namespace themata::sampling
#endif
