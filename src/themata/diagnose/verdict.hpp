#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "themata/align/unclear_topics.hpp"
#include "themata/diagnose/rank_diagnostics.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

// Whether a fit has settled, as far as its traces after burn-in can tell (docs/theory/diagnostics.md, "Has it
// settled?"). They are judged by log p(w | z), the word part, and by the number of topics where that varies:
// whether they still drift, and whether chains, or the halves of each, differ, by more than chance and by
// more than matters.

/// A straight line through a series, and how far it rises by chance.
struct Trend {
  double slope = 0;           ///< per value of the series, averaged over chains
  double standard_error = 0;  ///< of the slope; counts neighbors that resemble each other
  /// By more than chance (three standard errors), and by more than one standard deviation over the whole
  /// series.
  bool is_clear = false;
};

/// @param chains  at least 8 values each
Trend trend_of(const Chains& chains);

enum class Settled {
  yes,
  improving,      ///< the word part still rises, in a line or in all chains from half to half
  drifting,       ///< the word part falls, or the number of topics changes
  chains_differ,  ///< no trend, but split R-hat is above settled_rhat
  unknown         ///< too few rows of the trace
};

/// The largest split R-hat of a settled fit. Means need a smaller one (judgement.hpp).
inline constexpr double settled_rhat = 1.05;
/// The effective sample size that ends a fit which runs until it has settled (ess below).
inline constexpr double least_ess_to_end = 40;
/// What does not matter, however clear it is: the means of the chains' halves are no further apart. Nats per
/// token of the word part, half a percent of the perplexity; and a part of the number of topics.
inline constexpr double small_word_difference = .005, small_topic_difference = .025;
/// Rows after burn-in that a verdict needs.
inline constexpr std::size_t least_rows_for_verdict = 20;

struct FitVerdict {
  Settled settled = Settled::unknown;
  /// What the word part gains in 100 sweeps, in nats per token, and by how much the number of topics grows.
  double gain = 0, topics_gained = 0;
  double rhat = 0;  ///< the larger split R-hat of both; NaN if neither has one
  double ess = 0;   ///< the smaller effective sample size of both, over all chains; 0 if unknown
  /// How far apart the means of the chains' halves are: of the word part in nats per token, and of the number
  /// of topics as a part of their mean.
  double words_apart = 0, topics_apart = 0;
  /// A clear trend or difference that is too small to matter.
  bool has_small_trend = false;
  /// Whether the number of topics was judged: it varies in some chain.
  bool has_topics = false;
  std::size_t n_chains = 1;
  std::uint32_t best_chain = 1;  ///< with the largest mean of the word part after burn-in

  /// Whether the halves of all chains are as close as matters, in both.
  bool is_close() const {
    return words_apart <= small_word_difference && topics_apart <= small_topic_difference;
  }
  /// One sentence: "Settled: ...", or "Not settled: ...".
  std::string text() const;
};

/// @throws InputError if a trace is damaged
FitVerdict verdict_of(const FitFolder& fit, std::uint64_t burn_in);

/// @param unclear  by chain, topics that run into each other; those of the best chain are a sentence more
nlohmann::json to_json(const FitVerdict& verdict, const std::map<std::uint32_t, UnclearTopics>& unclear);

/// The sentence that the manifest of a complete fit has; "" in folders of older versions.
std::string verdict_text(const FitFolder& fit);
/// What it says of topics that cannot be told apart; "" where it says nothing.
std::string unclear_text(const FitFolder& fit);
/// Whether the manifest says that the fit has not settled.
bool is_unsettled(const FitFolder& fit);

}  // namespace themata
