#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "support/enumeration.hpp"
#include "support/statistics.hpp"
#include "themata/random/stream.hpp"

// The number of tables of customers in a Chinese restaurant (Antoniak 1974).
namespace themata::testing {

/// P(l tables) for l = 0, ..., customers:  s(m, l) c^l G(c)/G(c + m).
inline std::vector<double> antoniak_distribution(std::size_t customers, double concentration) {
  const auto s = stirling_by_factorial(customers);
  const double m = static_cast<double>(customers);
  std::vector<double> distribution(customers + 1);
  for (std::size_t l = 1; l <= customers; ++l)
    distribution[l] =
        s[customers][l] * std::exp(static_cast<double>(l) * std::log(concentration) + std::lgamma(m) +
                                   std::lgamma(concentration) - std::lgamma(concentration + m));
  return distribution;
}

/// A draw of the total tables of counts of which at_least[j] are j + 1 or more.
using DrawTables = std::function<std::uint64_t(Stream&, const std::vector<std::uint64_t>&, double)>;

/// p-value of a chi-square test of `draw` on restaurants with these many customers and one concentration.
inline double tables_p(const DrawTables& draw, const std::vector<std::size_t>& restaurants,
                       double concentration) {
  Polynomial distribution{1};
  std::vector<std::uint64_t> at_least;
  for (const std::size_t m : restaurants) {
    distribution = product(distribution, antoniak_distribution(m, concentration));
    if (at_least.size() < m) at_least.resize(m);
    for (std::size_t j = 0; j < m; ++j) ++at_least[j];
  }
  std::vector<std::uint64_t> seen(distribution.size());
  Stream stream({71}, Purpose::data, 0, restaurants.size());
  for (int i = 0; i < 40'000; ++i) ++seen.at(draw(stream, at_least, concentration));
  return chi_square_p(seen, distribution);
}

}  // namespace themata::testing
