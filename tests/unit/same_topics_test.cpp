// The numbers of a draw's topics beside those of another draw of its chain.

#include "themata/models/same_topics.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "themata/align/unclear_topics.hpp"
#include "themata/models/lda/draw.hpp"
#include "themata/random/stream.hpp"

namespace themata {
namespace {

using Topics = std::vector<std::uint16_t>;

/// A draw of LDA; topic k has prior weight k + 1, so that it is seen where its weight has gone.
Draw draw_of(const Topics& z, std::size_t n_topics) {
  std::vector<double> alpha(n_topics);
  std::iota(alpha.begin(), alpha.end(), 1.0);
  return Draw(std::make_unique<lda::Draw>(alpha, .1), LargeVector<std::uint16_t>(z.begin(), z.end()));
}

/// A reference whose topics are called as they were saved.
Draw reference_of(const Topics& z, std::size_t n_topics) {
  Draw draw = draw_of(z, n_topics);
  draw.order.resize(n_topics);
  std::iota(draw.order.begin(), draw.order.end(), std::uint16_t{0});
  return draw;
}

Topics random_topics_of_tokens(std::size_t n, std::size_t n_topics, std::uint64_t entity) {
  Stream stream({5}, Purpose::data, 0, entity);
  Topics z(n);
  for (std::uint16_t& k : z) k = static_cast<std::uint16_t>(static_cast<double>(n_topics) * stream.uniform());
  return z;
}

Topics random_order(std::size_t n_topics, std::uint64_t entity) {
  Stream stream({6}, Purpose::data, 0, entity);
  Topics order(n_topics);
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  for (std::size_t i = n_topics; i > 1; --i)
    std::swap(order[i - 1], order[static_cast<std::size_t>(static_cast<double>(i) * stream.uniform())]);
  return order;
}

/// How many tokens have the same topic in both.
std::size_t in_common(const Draw& a, const Draw& b) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < a.z.size(); ++i) n += a.z[i] == b.z[i] ? 1 : 0;
  return n;
}

TEST(SameTopics, OfEqualDrawsAreFoundWhateverTheirNumbers) {
  for (std::uint64_t trial = 0; trial < 20; ++trial) {
    const std::size_t n_topics = 2 + trial;
    const Draw reference = reference_of(random_topics_of_tokens(500, n_topics, trial), n_topics);
    const Draw switched = in_order(reference, random_order(n_topics, trial));
    const Draw back = numbered_as(switched, reference, {});
    EXPECT_EQ(back.z, reference.z);
    EXPECT_EQ(back.prior_weights(), reference.prior_weights());
    EXPECT_TRUE(back.unclear.empty());
  }
}

TEST(SameTopics, HaveAsManyTokensInCommonAsAnyPermutationGives) {
  for (std::uint64_t trial = 0; trial < 40; ++trial) {
    constexpr std::size_t n_topics = 5;
    const Draw reference = reference_of(random_topics_of_tokens(60, n_topics, 2 * trial), n_topics);
    const Draw draw = draw_of(random_topics_of_tokens(60, n_topics, 2 * trial + 1), n_topics);
    Topics order = reference.order;
    std::size_t best = 0;
    do best = std::max(best, in_common(in_order(draw, order), reference));
    while (std::ranges::next_permutation(order).found);
    EXPECT_EQ(in_common(numbered_as(draw, reference, {}), reference), best);
  }
}

TEST(SameTopics, KeepTheirNumbersWhereNothingIsGained) {
  // Exchanged, topics 0 and 1 would have as many tokens in common.
  const Draw reference = reference_of({0, 0, 1, 1, 2, 2, 2}, 3), draw = draw_of({0, 1, 0, 1, 2, 2, 2}, 3);
  const Draw numbered = numbered_as(draw, reference, {});
  EXPECT_EQ(numbered.z, draw.z);
  EXPECT_EQ(numbered.unclear, (Topics{0, 1}));
}

TEST(SameTopics, WithNamesSeedsOrWeightsOfTheirOwnStay) {
  const Draw reference = reference_of({0, 0, 0, 1, 1, 1, 2, 2, 3, 3}, 4);
  const Draw draw = draw_of({1, 1, 1, 0, 0, 0, 3, 3, 2, 2}, 4);
  const auto numbered = [&](const GivenPriors& given) {
    const Draw result = numbered_as(draw, reference, given);
    return Topics(result.z.begin(), result.z.end());
  };
  const Topics all(reference.z.begin(), reference.z.end()), none(draw.z.begin(), draw.z.end()),
      first{0, 0, 0, 1, 1, 1, 3, 3, 2, 2};
  EXPECT_EQ(numbered({}), all);
  GivenPriors named;
  named.topic_names = {"", "", "sea", "land"};
  EXPECT_EQ(numbered(named), first);
  GivenPriors seeded;
  seeded.word_prior = WordPrior({}, {{.type = 0, .topic = 2, .count = 1}});
  EXPECT_EQ(numbered(seeded), first);
  GivenPriors weighted;
  weighted.alpha_weights = {1, 1, 2, 3};
  EXPECT_EQ(numbered(weighted), first);
  weighted.alpha_weights = {1, 2, 2, 1};
  EXPECT_EQ(numbered(weighted), none);
  GivenPriors tree;
  tree.parents = {4, 0, 0, 1};
  EXPECT_EQ(numbered(tree), none);
  EXPECT_TRUE(numbered_as(draw, reference, tree).unclear.empty());
}

TEST(SameTopics, AreUnclearWhereAnotherHasAsMany) {
  // Topic 1 has gone into topic 0, and its number now is of a part of topic 2.
  const Draw reference = reference_of({0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2}, 3);
  EXPECT_EQ(numbered_as(draw_of({0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 1}, 3), reference, {}).unclear,
            (Topics{1}));
  EXPECT_EQ(numbered_as(draw_of({0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 1}, 3), reference, {}).unclear, Topics{});
  // Two topics that are mixed by a third each are far from it, by 40% of each they are not.
  const Draw two = reference_of({0, 0, 0, 0, 0, 1, 1, 1, 1, 1}, 2);
  EXPECT_EQ(numbered_as(draw_of({0, 0, 0, 0, 1, 1, 1, 1, 0, 0}, 2), two, {}).unclear, Topics{});
  EXPECT_EQ(numbered_as(draw_of({0, 0, 0, 1, 1, 1, 1, 1, 0, 0}, 2), two, {}).unclear, (Topics{0, 1}));
}

TEST(SameTopics, AreFoundAmongVeryManyTopics) {
  constexpr std::size_t n_topics = 3000;  // more than are assigned at once
  const Draw reference = reference_of(random_topics_of_tokens(20'000, n_topics, 9), n_topics);
  Topics order = reference.order;
  for (const std::size_t k : {3U, 70U, 900U, 2999U}) std::swap(order[k], order[k / 2 + 1]);
  EXPECT_EQ(numbered_as(in_order(reference, order), reference, {}).z, reference.z);
}

TEST(UnclearTopics, AreNamedWhereIntervalsWouldMixThem) {
  UnclearTopics topics(12);
  EXPECT_EQ(topics.text(), "");
  for (int draw = 0; draw < 20; ++draw)
    topics.add(draw < 2 ? Topics{0, 3} : draw < 5 ? Topics{3} : draw == 7 ? Topics{5} : Topics{});
  EXPECT_EQ(topics.topics(), (std::vector<std::size_t>{0, 3}));
  EXPECT_EQ(
      topics.text(),
      "topics 0 and 3 cannot be told apart from other topics in up to 5 of 20 kept draws, so what is said "
      "of them is of several topics at once; fewer topics may come apart");
  const std::vector<std::size_t> one{0, 7}, none{7};
  EXPECT_EQ(
      topics.text(one),
      "topic 0 cannot be told apart from another topic in 2 of 20 kept draws, so what is said of it is of "
      "several topics at once; fewer topics may come apart");
  EXPECT_EQ(topics.text(none), "");
  for (int draw = 0; draw < 20; ++draw) topics.add(Topics{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  EXPECT_TRUE(topics.text().starts_with("topics 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more cannot"));
}

}  // namespace
}  // namespace themata
