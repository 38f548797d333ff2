#include "themata/random/sticks.hpp"

#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"

namespace themata {

void break_sticks(Stream& stream, double gamma, double rest, std::vector<double>& psi) {
  while (rest >= 0x1p-53) {
    const double kept = portable_exp(-draw_exponential(stream) / gamma);  // 1 - b, b ~ Beta(1, gamma)
    psi.push_back(rest * (1 - kept));
    rest *= kept;
  }
  if (!psi.empty()) psi.back() += rest;
}

}  // namespace themata
