#include "themata/diagnose/verdict.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "themata/diagnose/spectrum.hpp"

namespace themata {

namespace {

struct SeriesLine {
  double slope = 0, variance = 0;  ///< of the slope
  double spread = 0;               ///< standard deviation of the residuals
};

/// Least squares. The variance is that of independent residuals times their inefficiency.
SeriesLine line_through(const std::vector<double>& series) {
  const auto n = static_cast<double>(series.size());
  const double middle = (n - 1) / 2, mean = std::accumulate(series.begin(), series.end(), 0.0) / n;
  double across = 0, along = 0;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const double t = static_cast<double>(i) - middle;
    across += t * (series[i] - mean);
    along += t * t;
  }
  SeriesLine line{.slope = across / along};
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
struct TraceRows {
  std::uint32_t chain;
  Trace trace;
  std::size_t first;
  std::size_t n() const { return trace.n_rows() - first; }
};

/// Of the chains that have a trace.
std::vector<TraceRows> rows_of(const FitFolder& fit, std::uint64_t burn_in) {
  std::vector<TraceRows> chains;
  for (const std::uint32_t chain : fit.chains())
    if (auto trace = fit.trace(chain)) {
      const std::size_t first = trace->first_after(burn_in);
      chains.push_back({chain, std::move(*trace), first});
    }
  return chains;
}

/// The mean of the word part; -infinity if there are no rows.
double level_of(const TraceRows& rows) {
  const std::vector<double>& words = rows.trace.column("word_part");
  if (rows.n() == 0 || words.empty()) return -std::numeric_limits<double>::infinity();
  const auto from = words.begin() + static_cast<std::ptrdiff_t>(rows.first);
  return std::accumulate(from, words.end(), 0.0) / static_cast<double>(rows.n());
}

/// The last n values of a column; empty if a chain lacks it.
Chains last_of(const std::vector<TraceRows>& chains, const std::string& name, std::size_t n) {
  Chains values;
  for (const TraceRows& rows : chains) {
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

double mean_of(const Chains& chains) {
  double sum = 0, n = 0;
  for (const std::vector<double>& chain : chains) {
    sum = std::accumulate(chain.begin(), chain.end(), sum);
    n += static_cast<double>(chain.size());
  }
  return sum / n;
}

double tokens_of(const FitFolder& fit) { return fit.manifest.at("corpus").at("tokens").get<double>(); }

/// What one column says.
struct Judged {
  Trend trend;
  double rhat = 0, ess = 0;
  double apart = 0;  ///< between the means of the chains' halves
};

Judged judged(const Chains& chains) {
  Judged result{trend_of(chains), split_rhat(chains), ess_bulk(chains)};
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const std::vector<double>& chain : chains) {
    const auto half = static_cast<std::ptrdiff_t>(chain.size() / 2);
    for (const auto from : {chain.begin(), chain.end() - half}) {
      const double mean = std::accumulate(from, from + half, 0.0) / static_cast<double>(half);
      low = std::min(low, mean);
      high = std::max(high, mean);
    }
  }
  result.apart = high - low;
  return result;
}

/// The verdict on the columns. @param topics  without trend and difference if their number is fixed
Settled settled_by(const FitVerdict& verdict, const Chains& words, const Judged& of_words,
                   const Judged& of_topics) {
  const bool close_words = verdict.words_apart <= small_word_difference,
             close_topics = verdict.topics_apart <= small_topic_difference;
  if (of_words.trend.is_clear && !close_words)
    return of_words.trend.slope > 0 ? Settled::improving : Settled::drifting;
  if (of_topics.trend.is_clear && !close_topics) return Settled::drifting;
  const bool words_differ = of_words.rhat > settled_rhat && !close_words,
             topics_differ = of_topics.rhat > settled_rhat && !close_topics;
  if (!words_differ && !topics_differ) return Settled::yes;
  return climbs(words, of_words.trend) ? Settled::improving : Settled::chains_differ;
}

std::string text_of_settled(const FitVerdict& verdict) {
  const bool topics = verdict.has_topics, chains = verdict.n_chains > 1;
  if (!verdict.has_small_trend) {
    const std::string agree =
        chains ? fmt::format(", and {} chains agree in {}", verdict.n_chains, topics ? "them" : "it") : "";
    return fmt::format("Settled: the log likelihood of the words {} no trend after burn-in{}.",
                       topics ? "and the number of topics have" : "has", agree);
  }
  const std::string of_topics =
      topics ? fmt::format(" and by {:.2g}% in the number of topics", 100 * verdict.topics_apart) : "";
  return fmt::format(
      "Settled: after burn-in the halves of {} differ by {:.2g} per token in the words' log likelihood{}, "
      "too little to matter.",
      chains ? "the chains" : "the chain", verdict.words_apart, of_topics);
}

std::string as_sentence(std::string text) {
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text + ".";
}

/// What a chain on its way leaves open.
std::string chains_too(const FitVerdict& verdict) {
  if (verdict.n_chains < 2 || !(verdict.rhat > settled_rhat) || verdict.is_close()) return ".";
  return fmt::format(", and the {} chains differ (R-hat {:.2f}).", verdict.n_chains, verdict.rhat);
}

}  // namespace

Trend trend_of(const Chains& chains) {
  Trend trend;
  double variance = 0, spread = 0;
  const auto n = static_cast<double>(chains.size());
  for (const std::vector<double>& chain : chains) {
    const SeriesLine line = line_through(chain);
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
  const std::vector<TraceRows> chains = rows_of(fit, burn_in);
  verdict.n_chains = chains.size();
  if (chains.empty()) return verdict;
  verdict.best_chain = std::ranges::max_element(chains, {}, level_of)->chain;
  const std::size_t n = std::ranges::min_element(chains, {}, &TraceRows::n)->n();
  if (n < least_rows_for_verdict) return verdict;
  Chains words = last_of(chains, "word_part", n);
  if (words.empty() || !is_finite(words)) words = last_of(chains, "lp__", n);
  if (words.empty() || !is_finite(words)) return verdict;
  const Chains topics = last_of(chains, "topics", n);
  const std::vector<double> sweeps = last_of(chains, "sweep", n).front();
  const double rows = 100 * static_cast<double>(n - 1) / (sweeps.back() - sweeps.front());  // in 100 sweeps
  const Judged of_words = judged(words);
  verdict.rhat = of_words.rhat;
  verdict.ess = of_words.ess;
  verdict.gain = of_words.trend.slope * rows / tokens_of(fit);
  verdict.words_apart = of_words.apart / tokens_of(fit);
  Judged of_topics;
  verdict.has_topics = !topics.empty() && varies(topics);
  if (verdict.has_topics) {
    of_topics = judged(topics);
    verdict.topics_gained = of_topics.trend.slope * rows;
    verdict.topics_apart = of_topics.apart / mean_of(topics);
    verdict.rhat = std::fmax(verdict.rhat, of_topics.rhat);
    verdict.ess = std::fmin(verdict.ess, of_topics.ess);
  }
  if (!std::isfinite(verdict.ess)) verdict.ess = 0;
  verdict.settled = settled_by(verdict, words, of_words, of_topics);
  verdict.has_small_trend =
      of_words.trend.is_clear || of_topics.trend.is_clear || verdict.rhat > settled_rhat;
  return verdict;
}

std::string FitVerdict::text() const {
  switch (settled) {
    case Settled::yes:
      return text_of_settled(*this);
    case Settled::improving:
      return fmt::format(
          "Not settled: the words' log likelihood still rises by {:.2g} per token in 100 sweeps{}", gain,
          chains_too(*this));
    case Settled::drifting:
      return fmt::format(
          "Not settled: in 100 sweeps the words' log likelihood changes by {:.2g} per token{}{}", gain,
          has_topics ? fmt::format(" and the number of topics by {:.3g}", topics_gained) : "",
          chains_too(*this));
    case Settled::chains_differ:
      return fmt::format("Not settled: {} differ in the words' log likelihood{} (R-hat {:.2f}).",
                         n_chains > 1 ? "chains" : "the halves of the chain",
                         has_topics ? " or the number of topics" : "", rhat);
    case Settled::unknown:
      break;
  }
  return fmt::format(
      "Too short to tell whether it has settled: fewer than {} rows of the trace after burn-in.",
      least_rows_for_verdict);
}

nlohmann::json to_json(const FitVerdict& verdict, const std::map<std::uint32_t, UnclearTopics>& unclear) {
  static constexpr std::array names{"yes", "improving", "drifting", "chains-differ", "unknown"};
  nlohmann::json json = {{"settled", names[static_cast<std::size_t>(verdict.settled)]},
                         {"text", verdict.text()},
                         {"best_chain", verdict.best_chain}};
  for (const auto& [chain, topics] : unclear)
    if (const auto listed = topics.topics(); !listed.empty())
      json["unclear_topics"][std::to_string(chain)] = listed;
  if (const auto best = unclear.find(verdict.best_chain); best != unclear.end())
    if (const std::string said = best->second.text(); !said.empty()) {
      json["unclear"] = as_sentence(said);
      json["text"] = verdict.text() + " " + as_sentence(said);
    }
  if (verdict.settled == Settled::unknown) return json;
  json["word_part_gain_per_token"] = verdict.gain;
  json["topics_gained"] = verdict.topics_gained;
  json["ess"] = verdict.ess;
  json["word_part_apart_per_token"] = verdict.words_apart;
  json["topics_apart"] = verdict.topics_apart;
  json["rhat"] = std::isfinite(verdict.rhat) ? nlohmann::json(verdict.rhat) : nlohmann::json();
  return json;
}

std::string verdict_text(const FitFolder& fit) {
  const auto verdict = fit.manifest.find("verdict");
  return verdict == fit.manifest.end() ? "" : verdict->value("text", "");
}

std::string unclear_text(const FitFolder& fit) {
  const auto verdict = fit.manifest.find("verdict");
  return verdict == fit.manifest.end() ? "" : verdict->value("unclear", "");
}

bool is_unsettled(const FitFolder& fit) {
  const auto verdict = fit.manifest.find("verdict");
  return verdict != fit.manifest.end() && verdict->value("settled", "") != "yes";
}

}  // namespace themata
