#include "themata/simulation/sticks.hpp"

#include <fmt/format.h>

#include <numeric>

#include "themata/io/error.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/sticks.hpp"
#include "themata/simulation/address.hpp"

namespace themata::simulate {

namespace {

/// Appends sticks until `rest` is negligible.
void break_discounted(Stream& stream, const SimulateOptions& options, std::size_t most,
                      std::vector<double>& psi) {
  double rest = 1;
  while (rest >= 0x1p-53 && psi.size() < most) {
    const double after = *options.gamma + static_cast<double>(psi.size() + 1) * *options.discount;
    const double kept = portable_exp(draw_log_beta(stream, after, 1 - *options.discount));
    psi.push_back(rest * (1 - kept));
    rest *= kept;
  }
  psi.back() += rest;
}

}  // namespace

void check_sticks(const SimulateOptions& options) {
  constexpr double most_gamma = 1000;  // corresponds to about 37,000 topics
  if (*options.gamma > most_gamma)
    throw UsageError(fmt::format("`gamma` is {:g}; expected at most {:.0f} of {}", *options.gamma, most_gamma,
                                 options.model));
}

std::vector<double> draw_sticks(const SimulateOptions& options, Key key) {
  const std::size_t most = options.topics.value_or(most_simulated_topics);
  Stream stream = part_stream(key, Part::weights, 0);
  std::vector<double> psi;
  if (options.discount.value_or(0) > 0)
    break_discounted(stream, options, most, psi);
  else
    break_sticks(stream, *options.gamma, 1, psi);
  if (psi.size() > most) {
    psi[most - 1] = std::accumulate(psi.begin() + static_cast<std::ptrdiff_t>(most) - 1, psi.end(), 0.0);
    psi.resize(most);
  }
  return psi;
}

}  // namespace themata::simulate
