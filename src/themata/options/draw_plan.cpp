#include "themata/options/draw_plan.hpp"

#include <algorithm>

namespace themata {

namespace {

/// The smallest spacing that puts at most so many draws into the sweeps. @param second  what follows 1
std::uint64_t spacing(const RunOptions& asked, std::uint64_t sweeps, std::uint64_t most_draws,
                      std::uint64_t second) {
  const bool given = asked.thin != automatic;
  std::uint64_t thin = given ? asked.thin : 1;
  if (!given && sweeps / thin > most_draws) thin = second;
  while (sweeps / thin > most_draws) thin *= 2;
  return thin;
}

bool is_beyond(const RunOptions& asked, std::uint64_t sweeps) {
  return asked.burn_in != automatic && sweeps > asked.burn_in;
}

}  // namespace

DrawWindow window_of(const RunOptions& asked, std::uint64_t least, std::uint64_t most) {
  if (is_beyond(asked, least))
    return {asked.burn_in, spacing(asked, most - asked.burn_in, std::max<std::uint64_t>(1, asked.keep), 2)};
  constexpr std::uint64_t fewest = 4;  // fewer would be too coarse for a half
  // The multiples of 5 keep burn-in at exactly half of 200, 300, 400, 600, ... sweeps.
  const std::uint64_t thin = spacing(asked, most, 2 * std::max(asked.keep, fewest), 5);
  return {thin * (least / thin / 2), thin};
}

bool may_end_early(const RunOptions& asked) { return asked.time_limit > 0; }

DrawPlan::DrawPlan(const RunOptions& asked)
    : asked_(asked), scheduled_(kept_schedule(with_defaults(asked))) {}

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
