#include "themata/diagnose/verdict.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "themata/random/distributions.hpp"
#include "themata/random/stream.hpp"

namespace themata {
namespace {

/// Autoregressive series of order 1 about a straight line.
Chains series_about_a_line(std::uint64_t seed, std::size_t n_chains, double coefficient, double slope,
                           std::size_t length) {
  Chains chains(n_chains);
  for (std::size_t c = 0; c < n_chains; ++c) {
    Stream stream(Key{seed}, Purpose::data, 0, c);
    double x = draw_normal(stream) / std::sqrt(1 - coefficient * coefficient);
    for (std::size_t i = 0; i < length; ++i) {
      chains[c].push_back(x + slope * static_cast<double>(i));
      x = coefficient * x + draw_normal(stream);
    }
  }
  return chains;
}

double proportion_with_clear_trend(std::size_t n_chains, double coefficient, double slope,
                                   std::size_t length = 200) {
  constexpr std::uint64_t series = 200;
  double clear = 0;
  for (std::uint64_t seed = 1; seed <= series; ++seed)
    clear += trend_of(series_about_a_line(seed, n_chains, coefficient, slope, length)).is_clear ? 1 : 0;
  return clear / series;
}

TEST(Verdict, SeriesWithoutATrendSeldomHaveAClearOne) {
  EXPECT_LE(proportion_with_clear_trend(1, 0, 0), 0.02);
  EXPECT_LE(proportion_with_clear_trend(2, 0.5, 0), 0.02);
  EXPECT_LE(proportion_with_clear_trend(2, 0.9, 0), 0.05);
  EXPECT_LE(proportion_with_clear_trend(2, 0.5, 0, least_rows_for_verdict), 0.08);
}

TEST(Verdict, ARiseOfThreeStandardDeviationsIsClear) {
  EXPECT_GE(proportion_with_clear_trend(1, 0, 3.0 / 200), 0.98);
  EXPECT_GE(proportion_with_clear_trend(2, 0.5, 3.0 / 200 / std::sqrt(1 - 0.25)), 0.95);
}

TEST(Verdict, ATrendThatIsSmallerThanTheNoiseIsNotClear) {
  EXPECT_LE(proportion_with_clear_trend(4, 0, 0.5 / 200), 0.02);
}

TEST(Verdict, TheSlopeIsThatOfTheLine) {
  Chains chains{{}, {}};
  for (int i = 0; i < 50; ++i) {
    chains[0].push_back(2.0 * i);
    chains[1].push_back(4.0 * i + 1);
  }
  const Trend trend = trend_of(chains);
  EXPECT_NEAR(trend.slope, 3, 1e-12);
  EXPECT_TRUE(trend.is_clear);
}

/// Two chains of 100 rows: what they start at, rise by in all, and differ by; tokens have noise of their own.
struct Shape {
  double words = -6, rise = 0, difference = 0;  // nats per token
  double topics = 1000, born = 0, topic_difference = 0;
  bool fixed = false;  // as many topics in every row
};

FitVerdict verdict_on(const Shape& shape) {
  constexpr double tokens = 1e6, noise = 1e-5;
  const auto files = std::make_shared<MemoryFiles>();
  for (const int chain : {1, 2}) {
    std::string text = "lp__,sweep,word_part,topics\n";
    Stream stream(Key{5}, Purpose::data, 0, static_cast<std::uint64_t>(chain));
    for (int i = 1; i <= 100; ++i) {
      const double at = i / 100.0, other = chain == 2 ? 1 : 0;
      const double words =
                       shape.words + shape.rise * at + shape.difference * other + noise * draw_normal(stream),
                   by = shape.born * at + shape.topic_difference * other + draw_normal(stream),
                   topics = shape.topics + (shape.fixed ? 0 : by);
      text += fmt::format("{0},{1},{0},{2}\n", words * tokens, 10 * i, std::round(topics));
    }
    files->put(fmt::format("trace-{}.csv", chain), text);
  }
  const FitFolder fit{Place(files),
                      {{"status", "running"},
                       {"chains", {{{"chain", 1}}, {{"chain", 2}}}},
                       {"corpus", {{"tokens", tokens}}},
                       {"options", nlohmann::json::object()}}};
  return verdict_of(fit, 0);
}

TEST(Verdict, ChainsThatStandStillAndAgreeAreSettled) {
  const FitVerdict verdict = verdict_on({});
  EXPECT_EQ(verdict.settled, Settled::yes);
  EXPECT_FALSE(verdict.has_small_trend);
  EXPECT_NE(verdict.text().find("2 chains agree"), std::string::npos) << verdict.text();
}

TEST(Verdict, WhatIsClearButTooSmallToMatterIsSettledAndSaysSo) {
  for (const Shape& shape : {Shape{.rise = .006}, Shape{.difference = .004}, Shape{.topic_difference = 20},
                             Shape{.born = 30}, Shape{.rise = -.006, .difference = .001}}) {
    const FitVerdict verdict = verdict_on(shape);
    EXPECT_EQ(verdict.settled, Settled::yes) << verdict.text();
    EXPECT_GT(verdict.rhat, settled_rhat);
    EXPECT_TRUE(verdict.has_small_trend);
    EXPECT_NE(verdict.text().find("too little to matter"), std::string::npos) << verdict.text();
    EXPECT_NEAR(verdict.words_apart, std::abs(shape.rise) / 2 + std::abs(shape.difference), 5e-4);
    EXPECT_NEAR(verdict.topics_apart, (shape.born / 2 + shape.topic_difference) / 1000, 2e-3);
  }
}

TEST(Verdict, WhatMattersIsNotSettled) {
  EXPECT_EQ(verdict_on({.rise = .02}).settled, Settled::improving);
  EXPECT_EQ(verdict_on({.rise = -.02}).settled, Settled::drifting);
  EXPECT_EQ(verdict_on({.born = 100}).settled, Settled::drifting);
  EXPECT_EQ(verdict_on({.difference = .01}).settled, Settled::chains_differ);
  EXPECT_EQ(verdict_on({.topic_difference = 50}).settled, Settled::chains_differ);
  const std::string text = verdict_on({.rise = .02, .topic_difference = 50}).text();
  EXPECT_NE(text.find("still rises by 0.002 per token in 100 sweeps, and the 2 chains differ (R-hat"),
            std::string::npos)
      << text;
}

TEST(Verdict, AFixedNumberOfTopicsIsNotMentioned) {
  for (const auto& [shape, begins] :
       {std::pair{Shape{}, "Settled: the log likelihood of the words has no trend"},
        {Shape{.rise = .006}, "Settled: after burn-in the halves"},
        {Shape{.rise = .02}, "Not settled: the words' log likelihood still rises"},
        {Shape{.rise = -.02}, "Not settled: in 100 sweeps the words'"},
        {Shape{.difference = .01}, "Not settled: chains differ in the words'"}}) {
    const std::string varying = verdict_on(shape).text();
    Shape fixed = shape;
    fixed.fixed = true;
    const std::string text = verdict_on(fixed).text();
    EXPECT_TRUE(text.starts_with(begins)) << text;
    EXPECT_EQ(text.find("topics"), std::string::npos) << text;
    EXPECT_EQ(varying.find("topics") == std::string::npos, varying.find("still rises") != std::string::npos)
        << varying;
  }
}

}  // namespace
}  // namespace themata
