#include <fmt/core.h>

#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>

#include "themata/diagnose/fit_diagnosis.hpp"
#include "themata/diagnose/verdict.hpp"
#include "themata/evaluate/quality.hpp"
#include "themata/io/error.hpp"
#include "themata/report/facts.hpp"

namespace themata::report_parts {

using nlohmann::json;

namespace {

constexpr std::size_t most_tokens_counted = 200'000'000;
constexpr int digits = 6;

json finite_or_null(double value) { return std::isfinite(value) ? json(value) : json(); }

/// Nothing if the traces are too short.
std::optional<FitDiagnosis> diagnosis_of(const ReportSource& source) {
  try {
    return diagnose_fit(source.shown.fit, {.burn_in = {}, .topics = false}, source.pool);
  } catch (const InputError&) {  // damaged ones were refused where they are drawn
    return std::nullopt;
  }
}

std::string verdict_word(const FitFolder& fit, const std::optional<FitDiagnosis>& diagnosis) {
  const json verdict = fit.manifest.value("verdict", json::object());
  std::string settled = verdict.value("settled", "unknown");
  if (settled == "unknown") return settled;
  if (settled != "yes") return "unsettled";
  if (!unclear_text(fit).empty()) return "unclear";
  const Outcome outcome = diagnosis ? diagnosis->judgement.outcome : Outcome::agreed;
  return outcome == Outcome::nearly || outcome == Outcome::disagreed ? "nearly" : "settled";
}

/// The fit's own verdict; where that is "Settled" and the page's word is not, with the reason.
std::string verdict_sentence(const FitFolder& fit, const std::string& word,
                             const std::optional<FitDiagnosis>& diagnosis) {
  std::string text = verdict_text(fit);
  constexpr std::string_view settled = "Settled: ";
  if (word != "nearly" || !text.starts_with(settled) || diagnosis->judgement.shows.empty()) return text;
  text.replace(0, settled.size(), "Nearly settled: ");
  return fmt::format("{} But {}", text, diagnosis->judgement.shows.front());
}

json rows_json(const FitDiagnosis& diagnosis) {
  json rows = json::array();
  for (const Diagnosis& each : diagnosis.quantities)
    rows.push_back({{"name", title_of(each.name)},
                    {"mean", finite_or_null(each.mean)},
                    {"sd", finite_or_null(each.sd)},
                    {"rhat", finite_or_null(each.rhat)},
                    {"ess_bulk", finite_or_null(each.ess_bulk)},
                    {"ess_tail", finite_or_null(each.ess_tail)}});
  return rows;
}

/// Standard deviation over the topics that have it.
json sd_of_npmi(const FitQuality& quality) {
  if (quality.npmi.topics < 2) return {};
  double squares = 0;
  for (const TopicQuality& topic : quality.topics)
    if (topic.npmi) squares += (*topic.npmi - *quality.npmi.value) * (*topic.npmi - *quality.npmi.value);
  return rounded(std::sqrt(squares / static_cast<double>(quality.npmi.topics - 1)), digits);
}

}  // namespace

json diagnosis_json(const ReportSource& source) {
  const FitFolder& fit = source.shown.fit;
  const std::optional<FitDiagnosis> diagnosis = diagnosis_of(source);
  const std::string word = verdict_word(fit, diagnosis);
  json result = {{"verdict", word},
                 {"text", verdict_sentence(fit, word, diagnosis)},
                 {"rows", json::array()},
                 {"shows", json::array()},
                 {"does_not_show", json::array()}};
  if (!diagnosis) return result;
  result["rows"] = rows_json(*diagnosis);
  result["shows"] = diagnosis->judgement.shows;
  result["does_not_show"] = diagnosis->judgement.does_not_show;
  return result;
}

std::optional<FitQuality> quality_of(const ReportSource& source) {
  const std::size_t tokens = source.corpus().n_tokens();
  if (tokens == 0 || tokens > most_tokens_counted) return std::nullopt;
  return fit_quality(source.shown, source.shown.corpus, {}, source.pool);
}

json quality_json(const std::optional<FitQuality>& quality) {
  if (!quality) return {};
  json result = {{"npmi", nullptr},
                 {"exclusivity", nullptr},
                 {"diversity", nullptr},
                 {"effective_topics", rounded(quality->effective_topics, 1)},
                 {"words", WordRanking().n_words}};
  if (quality->npmi.value)
    result["npmi"] = {{"mean", rounded(*quality->npmi.value, digits)}, {"sd", sd_of_npmi(*quality)}};
  if (quality->exclusivity.value) result["exclusivity"] = rounded(*quality->exclusivity.value, digits);
  for (const Diversity& each : quality->diversity)
    if (each.words == WordRanking().n_words) result["diversity"] = rounded(each.share);
  return result;
}

}  // namespace themata::report_parts
