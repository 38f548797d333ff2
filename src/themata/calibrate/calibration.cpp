#include "themata/calibrate/calibration.hpp"

#include <algorithm>
#include <cassert>

#include "themata/diagnose/spectrum.hpp"

namespace themata {

namespace {

bool is_constant(const std::vector<CalibrationCase>& cases, std::size_t quantity) {
  return std::all_of(cases.begin(), cases.end(), [&](const CalibrationCase& one) {
    return one.truth[quantity].second == cases.front().truth[quantity].second;
  });
}

}  // namespace

std::vector<RankTest> calibrate(const CalibrationProblem& problem, const CalibrationRun& run, Pool& pool) {
  assert((run.draws + 1) % rank_bins == 0);
  std::vector<CalibrationCase> cases(run.data_sets);
  pool.for_each(cases.size(), [&](std::size_t i) { cases[i] = problem.run(run, i); });
  std::vector<RankTest> tests;
  for (std::size_t q = 0; q < cases.front().truth.size(); ++q) {
    if (is_constant(cases, q)) continue;
    RankTest test{cases.front().truth[q].first, run.draws + 1, {}, 0};
    for (std::size_t i = 0; i < cases.size(); ++i) {
      Stream ties(chain_key(run.seed, static_cast<std::uint32_t>(i + 1)), Purpose::data, 0, 2 + q);
      test.ranks.push_back(rank_among(cases[i].truth[q].second, cases[i].draws[q], ties));
      test.effective_draws += effective_size(cases[i].draws[q]) / static_cast<double>(cases.size());
    }
    tests.push_back(std::move(test));
  }
  return tests;
}

}  // namespace themata
