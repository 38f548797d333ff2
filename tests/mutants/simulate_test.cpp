#include <gtest/gtest.h>

#include "support/simulation.hpp"

// Planted bugs in the draws of simulated corpora.
namespace themata::testing {
namespace {

using simulate::Mixture;
using simulate::Topic;

/// An urn whose token i is new with probability a / (a + i + late), and copies one of `choice(i)` before it.
template <class Choice>
DrawTopics urn(double late, double factor, const Choice& choice) {
  return [=](Stream& stream, const Mixture& mixture, std::span<Topic> z) {
    const double a = mixture.concentration * factor;
    for (std::size_t i = 0; i < z.size(); ++i) {
      const bool fresh = i == 0 || stream.uniform() < a / (a + static_cast<double>(i) + late);
      z[i] = fresh ? static_cast<Topic>(draw_alias(stream, mixture.topics)) : z[choice(stream, i)];
    }
  };
}

std::size_t any_before(Stream& stream, std::size_t i) { return stream.below(static_cast<std::uint32_t>(i)); }

TEST(UrnMutants, PlainUrnPassesAndItsMutantsFail) {
  EXPECT_GT(urn_p(urn(0, 1, any_before)), p_limit);
  EXPECT_LT(urn_p(urn(1, 1, any_before)), p_limit) << "i + 1 tokens before token i";
  EXPECT_LT(urn_p(urn(0, 3, any_before)), p_limit) << "the concentration for each of the topics";
  const auto last = [](Stream&, std::size_t i) { return i - 1; };
  EXPECT_LT(urn_p(urn(0, 1, last)), p_limit) << "a chain: always the last token's";
  const auto never_first = [](Stream& stream, std::size_t i) {
    return i == 1 ? 0 : 1 + any_before(stream, i - 1);
  };
  EXPECT_LT(urn_p(urn(0, 1, never_first)), p_limit) << "never the first token's";
}

}  // namespace
}  // namespace themata::testing
