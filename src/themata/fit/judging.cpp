#include "themata/fit/judging.hpp"

#include <utility>

#include "themata/diagnose/verdict.hpp"
#include "themata/options/draw_plan.hpp"

namespace themata {

bool may_end(const FitFolder& fit, std::uint64_t burn_in) {
  const FitVerdict verdict = verdict_of(fit, burn_in);
  return verdict.settled == Settled::yes && (verdict.ess >= least_ess_to_end || verdict.is_close());
}

std::uint64_t next_judgement(const RunOptions& asked, std::uint64_t done) {
  const auto has_rows = [&](std::uint64_t sweeps) {
    const std::uint64_t every = asked.trace_every, from = window_of(asked, sweeps, sweeps).burn_in;
    const bool is_burnt_in = asked.burn_in == automatic || sweeps > asked.burn_in;
    return is_burnt_in && sweeps / every - from / every >= least_rows_for_verdict;
  };
  constexpr std::uint64_t last = UINT32_MAX;
  std::uint64_t two = 200, three = 300;
  while (two < last && (two <= done || !has_rows(two))) {
    two *= 2;
    std::swap(two, three);
  }
  return two;
}

}  // namespace themata
