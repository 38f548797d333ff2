#include "themata/diagnose/later_burn_in.hpp"

#include <fmt/core.h>

#include <map>
#include <utility>
#include <vector>

#include "themata/diagnose/verdict.hpp"
#include "themata/io/error.hpp"

namespace themata {

FitFolder judged_after(FitFolder fit, std::optional<std::uint64_t> burn_in) {
  if (!burn_in || !fit.manifest.contains("verdict")) return fit;
  std::map<std::uint32_t, UnclearTopics> unclear;
  if (fit.plugin().info().aligned_draws)
    for (const std::uint32_t chain : fit.chains()) unclear[chain] = unclear_topics(fit, chain);
  fit.manifest["verdict"] = to_json(verdict_of(fit, *burn_in), unclear);
  return fit;
}

FitFolder open_fit_after(const Place& path, std::optional<std::uint64_t> burn_in) {
  FitFolder fit = open_fit(path);
  if (!burn_in) return fit;
  for (const std::uint32_t chain : fit.chains()) {
    const std::vector<std::uint64_t> draws = fit.kept_sweeps(chain);
    if (draws.empty() || draws.back() > *burn_in) continue;
    const std::string expected = fmt::format("fewer than {} sweeps", draws.back());
    throw UsageError(fmt::format("{}: the last draw of chain {} is of sweep {}; expected a `burn-in` of {}",
                                 path.string(), chain, draws.back(), expected),
                     {"burn-in", std::to_string(*burn_in), expected});
  }
  fit.later_burn_in = burn_in;
  return judged_after(std::move(fit), burn_in);
}

}  // namespace themata
