#include "themata/diagnose/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "themata/diagnose/spectrum.hpp"

namespace themata {

namespace {

struct Line {
  double slope = 0, variance = 0;  ///< of the slope
  double spread = 0;               ///< standard deviation of the residuals
};

/// Least squares. The variance is that of independent residuals times their inefficiency.
Line line_through(const std::vector<double>& series) {
  const auto n = static_cast<double>(series.size());
  const double middle = (n - 1) / 2, mean = std::accumulate(series.begin(), series.end(), 0.0) / n;
  double across = 0, along = 0;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const double t = static_cast<double>(i) - middle;
    across += t * (series[i] - mean);
    along += t * t;
  }
  Line line{.slope = across / along};
  std::vector<double> residuals(series.size());
  double squares = 0;
  for (std::size_t i = 0; i < series.size(); ++i) {
    residuals[i] = series[i] - mean - line.slope * (static_cast<double>(i) - middle);
    squares += residuals[i] * residuals[i];
  }
  line.spread = std::sqrt(squares / (n - 2));
  const double inefficiency = line.spread > 0 ? inefficiency_factor(residuals) : 1;
  line.variance = line.spread * line.spread * std::max(1.0, inefficiency) / along;
  return line;
}

bool varies(const Chains& chains) {
  return std::ranges::any_of(chains, [&](const auto& chain) {
    return std::ranges::any_of(chain, [&](double x) { return x != chains.front().front(); });
  });
}

bool is_finite(const Chains& chains) {
  return std::ranges::all_of(chains, [](const auto& chain) {
    return std::ranges::all_of(chain, [](double x) { return std::isfinite(x); });
  });
}

/// The trace of a chain and its first row after burn-in.
struct Rows {
  std::uint32_t chain;
  Trace trace;
  std::size_t first;
  std::size_t n() const { return trace.n_rows() - first; }
};

/// Of the chains that have a trace.
std::vector<Rows> rows_of(const FitFolder& fit, std::uint64_t burn_in) {
  std::vector<Rows> chains;
  for (const std::uint32_t chain : fit.chains())
    if (auto trace = fit.trace(chain)) {
      const std::size_t first = trace->first_after(burn_in);
      chains.push_back({chain, std::move(*trace), first});
    }
  return chains;
}

/// The mean of the word part; -infinity if there are no rows.
double level_of(const Rows& rows) {
  const std::vector<double>& words = rows.trace.column("word_part");
  if (rows.n() == 0 || words.empty()) return -std::numeric_limits<double>::infinity();
  const auto from = words.begin() + static_cast<std::ptrdiff_t>(rows.first);
  return std::accumulate(from, words.end(), 0.0) / static_cast<double>(rows.n());
}

/// The last n values of a column; empty if a chain lacks it.
Chains last_of(const std::vector<Rows>& chains, const std::string& name, std::size_t n) {
  Chains values;
  for (const Rows& rows : chains) {
    const std::vector<double>& column = rows.trace.column(name);
    if (column.empty()) return {};
    values.emplace_back(column.end() - static_cast<std::ptrdiff_t>(n), column.end());
  }
  return values;
}

/// Whether the halves of the chains differ, and the later ones are higher: a climb that bends has no clear
/// line.
bool climbs(const Chains& words, const Trend& trend) {
  return trend.slope > 0 && std::ranges::all_of(words, [](const std::vector<double>& chain) {
           return split_rhat({chain}) > settled_rhat;
         });
}

double tokens_of(const FitFolder& fit) { return fit.manifest.at("corpus").at("tokens").get<double>(); }

}  // namespace

Trend trend_of(const Chains& chains) {
  Trend trend;
  double variance = 0, spread = 0;
  const auto n = static_cast<double>(chains.size());
  for (const std::vector<double>& chain : chains) {
    const Line line = line_through(chain);
    trend.slope += line.slope / n;
    variance += line.variance / (n * n);
    spread += line.spread / n;
  }
  trend.standard_error = std::sqrt(variance);
  constexpr double by_chance = 3;  // standard errors
  const double rise = std::abs(trend.slope) * static_cast<double>(chains.front().size());
  trend.is_clear = std::abs(trend.slope) > by_chance * trend.standard_error && rise > spread;
  return trend;
}

FitVerdict verdict_of(const FitFolder& fit, std::uint64_t burn_in) {
  FitVerdict verdict;
  const std::vector<Rows> chains = rows_of(fit, burn_in);
  verdict.n_chains = chains.size();
  if (chains.empty()) return verdict;
  verdict.best_chain = std::ranges::max_element(chains, {}, level_of)->chain;
  const std::size_t n = std::ranges::min_element(chains, {}, &Rows::n)->n();
  if (n < least_rows_for_verdict) return verdict;
  Chains words = last_of(chains, "word_part", n);
  if (words.empty() || !is_finite(words)) words = last_of(chains, "lp__", n);
  if (words.empty() || !is_finite(words)) return verdict;
  const Chains topics = last_of(chains, "topics", n);
  const std::vector<double> sweeps = last_of(chains, "sweep", n).front();
  const double rows = 100 * static_cast<double>(n - 1) / (sweeps.back() - sweeps.front());  // in 100 sweeps
  verdict.rhat = split_rhat(words);
  verdict.ess = ess_bulk(words);
  const Trend of_words = trend_of(words);
  verdict.gain = of_words.slope * rows / tokens_of(fit);
  Trend of_topics;
  if (!topics.empty() && varies(topics)) {
    of_topics = trend_of(topics);
    verdict.topics_gained = of_topics.slope * rows;
    verdict.rhat = std::fmax(verdict.rhat, split_rhat(topics));
    verdict.ess = std::fmin(verdict.ess, ess_bulk(topics));
  }
  if (!std::isfinite(verdict.ess)) verdict.ess = 0;
  if (of_words.is_clear)
    verdict.settled = of_words.slope > 0 ? Settled::improving : Settled::drifting;
  else if (of_topics.is_clear)
    verdict.settled = Settled::drifting;
  else if (verdict.rhat > settled_rhat)
    verdict.settled = climbs(words, of_words) ? Settled::improving : Settled::chains_differ;
  else
    verdict.settled = Settled::yes;
  return verdict;
}

std::string FitVerdict::text() const {
  switch (settled) {
    case Settled::yes:
      return fmt::format(
          "Settled: the log likelihood of the words and the number of topics have no trend after burn-in{}.",
          n_chains > 1 ? fmt::format(", and {} chains agree in them", n_chains) : "");
    case Settled::improving:
      return fmt::format(
          "Not settled: the words' log likelihood still rises by {:.2g} per token in 100 sweeps.", gain);
    case Settled::drifting:
      return fmt::format(
          "Not settled: in 100 sweeps the words' log likelihood changes by {:.2g} per token and the number "
          "of topics "
          "by {:.3g}.",
          gain, topics_gained);
    case Settled::chains_differ:
      return fmt::format(
          "Not settled: {} differ in the words' log likelihood or the number of topics (R-hat {:.2f}).",
          n_chains > 1 ? "chains" : "the halves of the chain", rhat);
    case Settled::unknown:
      break;
  }
  return fmt::format(
      "Too short to tell whether it has settled: fewer than {} rows of the trace after burn-in.",
      least_rows_for_verdict);
}

nlohmann::json to_json(const FitVerdict& verdict) {
  static constexpr std::array names{"yes", "improving", "drifting", "chains-differ", "unknown"};
  nlohmann::json json = {{"settled", names[static_cast<std::size_t>(verdict.settled)]},
                         {"text", verdict.text()},
                         {"best_chain", verdict.best_chain}};
  if (verdict.settled == Settled::unknown) return json;
  json["word_part_gain_per_token"] = verdict.gain;
  json["topics_gained"] = verdict.topics_gained;
  json["ess"] = verdict.ess;
  json["rhat"] = std::isfinite(verdict.rhat) ? nlohmann::json(verdict.rhat) : nlohmann::json();
  return json;
}

std::string verdict_text(const FitFolder& fit) {
  const auto verdict = fit.manifest.find("verdict");
  return verdict == fit.manifest.end() ? "" : verdict->value("text", "");
}

bool is_unsettled(const FitFolder& fit) {
  const auto verdict = fit.manifest.find("verdict");
  return verdict != fit.manifest.end() && verdict->value("settled", "") != "yes";
}

}  // namespace themata
