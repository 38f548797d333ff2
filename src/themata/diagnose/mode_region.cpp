#include "themata/diagnose/mode_region.hpp"

#include <cmath>
#include <limits>

#include "themata/store/trace_file.hpp"

namespace themata {

namespace {

constexpr double region = 0.01;  ///< relative to the best log posterior

std::optional<ModeRegion> first_at_least(const Trace& trace, double threshold) {
  const std::vector<double>&lp = trace.column("lp__"), &sweeps = trace.column("sweep"),
        &seconds = trace.column("seconds");
  if (sweeps.empty() || seconds.empty()) return std::nullopt;
  for (std::size_t i = 0; i < lp.size(); ++i)
    if (std::isfinite(lp[i]) && lp[i] >= threshold)
      return ModeRegion{static_cast<std::uint64_t>(sweeps[i]), seconds[i], lp[i]};
  return std::nullopt;
}

}  // namespace

std::map<std::uint32_t, std::optional<ModeRegion>> times_to_mode_region(const FitFolder& fit) {
  std::map<std::uint32_t, Trace> traces;
  double best = -std::numeric_limits<double>::infinity();
  for (const std::uint32_t chain : fit.chains()) {
    std::optional<Trace> trace = fit.trace(chain);
    if (!trace) continue;
    for (const double lp : trace->column("lp__"))
      if (std::isfinite(lp)) best = std::max(best, lp);
    traces.emplace(chain, std::move(*trace));
  }
  std::map<std::uint32_t, std::optional<ModeRegion>> times;
  for (const auto& [chain, trace] : traces)
    times[chain] = first_at_least(trace, best - region * std::abs(best));
  return times;
}

}  // namespace themata
