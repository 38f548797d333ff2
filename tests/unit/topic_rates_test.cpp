#include "themata/models/topic_rates.hpp"

#include <gtest/gtest.h>

namespace themata {
namespace {

/// Three topics, one word, and two documents, with correlated affinities.
TopicRates three_topics() {
  TopicRates rates;
  rates.eta = {10, 11, 12};
  rates.log_rates = {1, 2, 3, 4};
  rates.branch_nodes = {3};
  rates.variances = {1};
  rates.label_begin = {0, 2, 3};
  rates.labels = {0, 2, 1};
  rates.affinities = {0.1, 0.3, 1.2};
  rates.covariance = {1, 0.2, 0.3, 0.2, 2, 0.4, 0.3, 0.4, 3};
  rates.all_affinities = {0.1, 0.2, 0.3, 1.1, 1.2, 1.3};
  return rates;
}

TEST(TopicRates, AreRenumberedWithTheirAffinitiesAndCovariance) {
  const std::vector<std::uint16_t> order{2, 0, 1};
  const TopicRates found = renumbered(three_topics(), order);
  EXPECT_EQ(found.eta, (std::vector<double>{12, 10, 11}));
  EXPECT_EQ(found.labels, (std::vector<std::uint16_t>{0, 1, 2}));
  EXPECT_EQ(found.affinities, (std::vector<double>{0.3, 0.1, 1.2}));
  EXPECT_EQ(found.covariance, (std::vector<double>{3, 0.3, 0.4, 0.3, 1, 0.2, 0.4, 0.2, 2}));
  EXPECT_EQ(found.all_affinities, (std::vector<double>{0.3, 0.1, 0.2, 1.3, 1.1, 1.2}));
}

}  // namespace
}  // namespace themata
