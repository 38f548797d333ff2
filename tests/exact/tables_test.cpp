#include <gtest/gtest.h>

#include <numeric>

#include "support/antoniak.hpp"
#include "themata/sampling/state/hyper.hpp"

// l_k against the Antoniak distribution by the Stirling recursion (docs/theory/proof.md).
namespace themata::testing {
namespace {

constexpr double concentrations[] = {0.003, 0.1, 1, 7, 60};

TEST(Tables, DistributionSumsToOne) {
  for (const double c : concentrations)
    for (const std::size_t m : {1U, 2U, 17U, 50U}) {
      const auto distribution = antoniak_distribution(m, c);
      EXPECT_NEAR(std::accumulate(distribution.begin(), distribution.end(), 0.0), 1, 1e-12);
    }
}

TEST(Tables, OfOneDocument) {
  for (const double c : concentrations)
    for (const std::size_t m : {1U, 2U, 3U, 10U, 50U})
      EXPECT_GT(tables_p(sampling::draw_tables, {m}, c), p_limit) << m << " tokens, concentration " << c;
}

TEST(Tables, OfSeveralDocuments) {
  for (const double c : concentrations)
    EXPECT_GT(tables_p(sampling::draw_tables, {50, 1, 1, 7, 20, 20, 3}, c), p_limit) << c;
}

}  // namespace
}  // namespace themata::testing
