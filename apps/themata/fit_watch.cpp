#include "fit_watch.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "common_options.hpp"
#include "exit_codes.hpp"
#include "interrupts.hpp"
#include "shell_word.hpp"
#include "themata/diagnose/inefficiency.hpp"
#include "themata/diagnose/verdict.hpp"
#include "themata/io/error.hpp"
#include "themata/io/json.hpp"
#include "themata/io/plural.hpp"

namespace themata::cli {

namespace {

std::string clock_time(double seconds) {
  const auto whole = static_cast<long>(seconds);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

void announce(const FitForecast& forecast) {
  fmt::print(stderr, "{}, {}, {}; needs about {:.0f} MB of memory\n",
             count_of(forecast.documents, "document"), count_of(forecast.types, "word type"),
             count_of(forecast.tokens, "token"), static_cast<double>(forecast.bytes) / 1e6);
}

/// "230/1000", "230/400" where the fit is judged at sweep 400 and may go on, or "230" of no known number.
std::string place_of(const FitProgress& p) {
  const std::uint64_t next = p.judged_at > 0 ? p.judged_at : p.sweeps;
  return next < UINT32_MAX ? fmt::format("{}/{}", p.sweep, next) : fmt::format("{}", p.sweep);
}

void print_progress(const FitProgress& p) {
  const std::string chain = p.chains > 1 ? fmt::format("chain {}/{}  ", p.chain, p.chains) : "";
  fmt::print(stderr, "\r{}sweep {}  {:.1f} M tokens/s  log posterior {:.4f} per token  {}  {}{} left\033[K",
             chain, place_of(p), p.tokens_per_second / 1e6, p.log_posterior, count_of(p.topics, "topic"),
             p.judged_at > 0 ? "at most " : "", clock_time(p.seconds_left));
  std::fflush(stderr);
}

void print_progress_event(const FitProgress& p) {
  const nlohmann::json event = {{"event", "sweep"},
                                {"chain", p.chain},
                                {"chains", p.chains},
                                {"sweep", p.sweep},
                                {"sweeps", p.sweeps},
                                {"judged_at", p.judged_at},
                                {"seconds", p.seconds},
                                {"tokens_per_second", p.tokens_per_second},
                                {"log_posterior_per_token", p.log_posterior},
                                {"topics", p.topics},
                                {"seconds_left", p.seconds_left}};
  fmt::print(stderr, "{}\n", dump_json(event));
}

/// @param before  what ends a line that is open
void print_warning(std::string_view before, const std::string& text) {
  fmt::print(stderr, "{}themata: warning: {}\n", before, with_dashes(text));
}

template <class Visit>
void for_each_inefficiency(const FitFolder& fit, const Visit& visit) {
  for (const std::uint32_t chain : fit.chains())
    for (const InefficiencySummary& summary : inefficiency_summaries(fit, chain)) visit(chain, summary);
}

void print_inefficiency_events(const FitFolder& fit) {
  for_each_inefficiency(fit, [](std::uint32_t chain, const InefficiencySummary& summary) {
    nlohmann::json event = to_json(summary);
    event.update({{"event", "inefficiency"}, {"chain", chain}, {"kind", summary.kind}});
    fmt::print(stderr, "{}\n", dump_json(event));
  });
}

nlohmann::json conclusion(const FitFolder& fit, const std::string& name) {
  nlohmann::json event{{"event", fit.status()}, {"fit", name}};
  if (fit.manifest.contains("verdict")) event["verdict"] = fit.manifest.at("verdict");
  return event;
}

/// How to go on with a fit that has not settled, by what ended it.
std::string way_on(const FitFolder& fit) {
  const nlohmann::json& options = fit.manifest.at("options");
  if (fit.manifest.value("ended_by", "") == "time")
    return fmt::format("--time-limit {:g}", 2 * options.at("time-limit").get<double>());
  const std::uint64_t rows = 2 * least_rows_for_verdict;  // half of them after burn-in
  const std::uint64_t least = rows * options.value("trace-every", std::uint64_t{0});
  const std::uint64_t sweeps = std::max(2 * options.at("sweeps").get<std::uint64_t>(), least);
  if (options.value("until", "") == "settled") return fmt::format("--until settled --sweeps {}", sweeps);
  return fmt::format("--sweeps {} --burn-in {}", sweeps, sweeps / 2);
}

void print_verdict(const FitFolder& fit, const std::string& name) {
  fmt::print("{}\n", verdict_text(fit));
  if (is_unsettled(fit)) fmt::print("Go on with: themata resume {} {}\n", shell_word(name), way_on(fit));
}

}  // namespace

LogStyle log_style(const std::string& name) {
  if (name == "json") return LogStyle::json;
  if (name == "quiet") return LogStyle::quiet;
  if (name != "auto") throw UsageError(fmt::format("--log is '{}'; expected auto, json or quiet", name));
  return ::isatty(STDERR_FILENO) == 1 ? LogStyle::line : LogStyle::plain;
}

void answer_lost_ranks(const std::string& fit) {
  answer_the_first_interrupt(
      fmt::format("themata: asked to end; if that is because a process was lost, the fit is as it was last "
                  "saved: themata resume {}\n",
                  shell_word(fit)));
}

FitWatch make_watch(LogStyle style) {
  leave_interrupts_to_the_subcommand();
  FitWatch watch;
  watch.should_stop = was_interrupted;
  if (style == LogStyle::quiet) return watch;
  watch.warn = [](const std::string& text) { print_warning("", text); };
  if (style == LogStyle::line) {
    watch.begin = announce;
    watch.report = print_progress;
    watch.warn = [](const std::string& text) { print_warning("\n", text); };
  }
  if (style == LogStyle::json) {
    watch.report = print_progress_event;
    watch.warn = [](const std::string& text) {
      fmt::print(stderr, "{}\n",
                 dump_json(nlohmann::json{{"event", "warning"}, {"text", with_dashes(text)}}));
    };
  }
  return watch;
}

void conclude(FitEnd end, const std::string& path, LogStyle style) {
  const bool complete = end == FitEnd::complete;
  const FitFolder fit = open_fit(path);
  if (style == LogStyle::line) fmt::print(stderr, "\n");
  if (style == LogStyle::json) {
    if (complete) print_inefficiency_events(fit);
    fmt::print(stderr, "{}\n", dump_json(conclusion(fit, path)));
  }
  if (!complete)
    throw Interrupted(fmt::format("interrupted and saved; resume with: themata resume {}", shell_word(path)));
  if (style == LogStyle::json) return;
  for_each_inefficiency(fit, [](std::uint32_t chain, const InefficiencySummary& summary) {
    fmt::print("inefficiency, chain {}, {}\n", chain, inefficiency_line(summary));
  });
  print_verdict(fit, path);
  fmt::print("{}: fit is complete; show its topics with: themata topics {}\n", path, shell_word(path));
}

}  // namespace themata::cli
