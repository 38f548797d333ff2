#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace themata {

/// Why a number cannot be estimated.
enum class Obstacle {
  none,
  constant,    ///< all draws are the same
  not_finite,  ///< a draw is not finite
  too_short,   ///< fewer than least_draws_for_ess draws per chain: no effective sample sizes
  few_values   ///< a quantile is at the end of the range: no tail ESS
};

/// Diagnostics of one quantity over several chains. Unknown numbers are NaN.
struct Diagnosis {
  std::string name;
  double mean = 0, sd = 0;  ///< over all draws
  double mcse = 0;          ///< of the mean
  double rhat = 0, ess_bulk = 0, ess_tail = 0;
  double inefficiency =
      0;  ///< inefficiency: draws of a chain per independent draw: all draws / the sum of effective_size
  Obstacle obstacle = Obstacle::none;
};

/// A column of a trace in words: "log posterior" for lp__, "2nd largest topic" for size.2, "topic 3" for
/// topic.3; other names do not change.
std::string title_of(std::string_view column);

/// A topic of the draw that is shown, aligned with the topics of all other draws.
struct TopicDiagnosis {
  Diagnosis proportion;            ///< of its proportion of the tokens
  double distance = 0;             ///< mean Hellinger distance to its matches, 0 to 1
  std::vector<std::string> words;  ///< its most probable ones
};

/// The draws of a chain that are used.
struct ChainWindow {
  std::uint32_t chain = 1;
  std::uint64_t first_sweep = 0, last_sweep = 0;
  std::size_t draws = 0;
  std::size_t left_out = 0;  ///< draws after burn-in but before the part that all chains have
};

enum class Outcome {
  agreed,
  nearly,  ///< they differ, but not by much (rough_rhat_limit)
  disagreed,
  too_few_draws
};
/// "Converged", "Nearly converged: run longer", "Not converged: chains disagree" or "Too few draws to tell";
/// for a single chain, its halves disagree.
std::string_view name_of(Outcome outcome, std::size_t n_chains);

/// What to do next.
struct Advice {
  std::uint64_t sweeps = 0;     ///< resume the fit to this many in all; 0: as many as there are
  std::uint64_t burn_in = 0;    ///< then diagnose again with this burn-in; 0: with the same
  bool several_chains = false;  ///< fit several chains, which are compared with each other
};

/// The judgement in plain words, one sentence each.
struct Judgement {
  Outcome outcome = Outcome::agreed;  ///< of the quantities that do not depend on how topics are numbered
  std::vector<std::string> shows, does_not_show;
  Advice advice;
};

/// Whether the chains of a fit agree, and whether they are long enough.
struct FitDiagnosis {
  std::string model;
  std::uint64_t burn_in = 0, sweeps = 0;  ///< sweeps of the longest chain
  double sweeps_a_draw = 1;               ///< sweeps between rows of the trace
  std::vector<ChainWindow> chains;
  std::vector<Diagnosis> quantities;   ///< of the trace, the log posterior first
  std::size_t topic_draws = 0;         ///< kept draws per chain, for `topics`
  std::vector<TopicDiagnosis> topics;  ///< by number; none if topics were not asked for, or draws are too few
  Judgement judgement;

  /// The topics with the largest R-hat of their proportions, at most n of them; those without R-hat last.
  std::vector<TopicDiagnosis> worst_topics(std::size_t n) const;
};

}  // namespace themata
