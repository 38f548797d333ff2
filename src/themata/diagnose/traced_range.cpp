#include "themata/diagnose/traced_range.hpp"

#include <algorithm>
#include <vector>

#include "themata/store/trace_file.hpp"

namespace themata {

std::optional<TracedRange> traced_range(const FitFolder& fit, const std::string& column) {
  std::vector<double> values;
  for (const std::uint32_t chain : fit.chains()) {
    const std::optional<Trace> trace = fit.trace(chain);
    if (!trace) continue;
    const std::vector<double>& all = trace->column(column);
    const std::size_t first = std::min(trace->first_after(fit.burn_in()), all.size());
    values.insert(values.end(), all.begin() + static_cast<std::ptrdiff_t>(first), all.end());
  }
  constexpr std::size_t few = 20;
  if (values.size() < few) return std::nullopt;
  std::ranges::sort(values);
  const std::size_t tail = values.size() / 20;
  return TracedRange{values[tail], values[values.size() - 1 - tail]};
}

}  // namespace themata
