#include "themata/options/draw_plan.hpp"

#include <algorithm>

namespace themata {

namespace {

/// Spacings of draws, each a multiple of the one before.
using Steps = std::uint64_t (*)(std::uint64_t step);

std::uint64_t doubled(std::uint64_t step) { return 2 * step; }

// With the first of these and 15 draws or more, and with the second and any number, half of the sweeps at
// which fits are judged (200, 300, 400, 600, 800, ...) is a multiple of the spacing.
std::uint64_t by_five(std::uint64_t step) { return step == 1 ? 5 : 2 * step; }
std::uint64_t by_twenty_five(std::uint64_t step) { return step < 25 ? 5 * step : 2 * step; }

/// The smallest spacing that puts at most so many draws into the sweeps.
std::uint64_t spacing(const RunOptions& asked, std::uint64_t sweeps, std::uint64_t most_draws, Steps next) {
  const bool given = asked.thin != automatic;
  std::uint64_t thin = given ? asked.thin : 1;
  while (sweeps / thin > most_draws) thin = given ? doubled(thin) : next(thin);
  return thin;
}

bool is_beyond(const RunOptions& asked, std::uint64_t sweeps) {
  return asked.burn_in != automatic && sweeps > asked.burn_in;
}

}  // namespace

DrawWindow window_of(const RunOptions& asked, std::uint64_t least, std::uint64_t most) {
  if (is_beyond(asked, least))
    return {asked.burn_in,
            spacing(asked, most - asked.burn_in, std::max<std::uint64_t>(1, asked.keep), doubled)};
  constexpr std::uint64_t fewest = 4, many = 15;  // fewer would be too coarse for a half
  const std::uint64_t draws = std::max(asked.keep, fewest);
  const std::uint64_t thin = spacing(asked, most, 2 * draws, draws < many ? by_twenty_five : by_five);
  return {thin * (least / thin / 2), thin};
}

bool may_end_early(const RunOptions& asked) { return asked.time_limit > 0 || runs_until_settled(asked); }

DrawPlan::DrawPlan(const RunOptions& asked)
    : asked_(asked),
      scheduled_(runs_until_settled(asked) ? std::vector<std::uint64_t>()
                                           : kept_schedule(with_defaults(asked))) {}

bool DrawPlan::is_scheduled(std::uint64_t sweep) const {
  return std::ranges::binary_search(scheduled_, sweep);
}

bool DrawPlan::is_due(std::uint64_t sweep) const {
  if (is_scheduled(sweep)) return true;
  return asked_.keep > 0 && may_end_early(asked_) && window_of(asked_, sweep, sweep).has(sweep);
}

bool DrawPlan::may_need(std::uint64_t draw, std::uint64_t done) const {
  if (is_scheduled(draw)) return true;
  return asked_.keep > 0 && may_end_early(asked_) && window_of(asked_, done, done).has(draw);
}

}  // namespace themata
