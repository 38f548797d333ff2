#include "themata/simulation/sticks.hpp"

#include <algorithm>
#include <numeric>

#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/sticks.hpp"
#include "themata/simulation/address.hpp"

namespace themata::simulate {

namespace {

/// Appends sticks until `rest` is negligible.
void break_discounted(Stream& stream, const Sticks& sticks, std::size_t most, std::vector<double>& psi) {
  double rest = 1;
  while (rest >= 0x1p-53 && psi.size() < most) {
    const double after = sticks.concentration + static_cast<double>(psi.size() + 1) * sticks.discount;
    const double kept = portable_exp(draw_log_beta(stream, after, 1 - sticks.discount));
    psi.push_back(rest * (1 - kept));
    rest *= kept;
  }
  psi.back() += rest;
}

}  // namespace

std::vector<double> draw_sticks(const Sticks& sticks, Key key) {
  const std::size_t most = std::min<std::uint64_t>(sticks.most, most_simulated_topics);
  Stream stream = part_stream(key, Part::weights, 0);
  std::vector<double> psi;
  if (sticks.discount > 0)
    break_discounted(stream, sticks, most, psi);
  else
    break_sticks(stream, sticks.concentration, 1, psi);
  if (psi.size() > most) {
    psi[most - 1] = std::accumulate(psi.begin() + static_cast<std::ptrdiff_t>(most) - 1, psi.end(), 0.0);
    psi.resize(most);
  }
  return psi;
}

}  // namespace themata::simulate
