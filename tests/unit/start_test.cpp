#include "themata/sampling/state/start.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "support/problems.hpp"
#include "support/statistics.hpp"
#include "support/targets.hpp"
#include "themata/chain/pool.hpp"

namespace themata::sampling {
namespace {

using testing::Problem;

/// What a token's own number says of one document: that all have the same topic, and which.
std::vector<Topic> by_document(const Corpus& corpus, std::span<const Topic> z) {
  std::vector<Topic> topics;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    if (corpus.length(d) == 0) continue;
    const auto first = z.begin() + static_cast<std::ptrdiff_t>(corpus.offsets()[d]);
    const auto last = first + static_cast<std::ptrdiff_t>(corpus.length(d));
    EXPECT_EQ(std::count(first, last, *first), last - first) << d;
    topics.push_back(*first);
  }
  return topics;
}

/// log p(words | topic k) by the words of the documents before, one after the other, in double precision.
double log_likeness(const Problem& problem, const std::vector<std::size_t>& before,
                    const std::map<std::size_t, Topic>& chosen, std::size_t d, Topic k) {
  constexpr double beta = 0.25;
  std::vector<double> words(problem.types, beta);
  for (const std::size_t other : before)
    for (const std::uint32_t w : problem.documents[other])
      if (chosen.at(other) == k) ++words[w];
  const double total = std::accumulate(words.begin(), words.end(), 0.0);
  double sum = 0;
  for (const std::uint32_t w : problem.documents[d]) sum += std::log(words[w] / total);
  return sum;
}

/// Adds up the probability of every assignment over the orders of the documents. So few are not put into
/// batches.
void add_up(const Problem& problem, const std::vector<double>& weights, std::vector<std::size_t>& order,
            std::map<std::size_t, Topic>& chosen, double probability,
            std::map<std::vector<Topic>, double>& distribution) {
  if (chosen.size() == order.size()) {
    std::vector<Topic> topics;
    for (const auto& [d, k] : chosen) topics.push_back(k);
    distribution[topics] += probability;
    return;
  }
  const std::vector<std::size_t> before(order.begin(),
                                        order.begin() + static_cast<std::ptrdiff_t>(chosen.size()));
  const std::size_t d = order[chosen.size()];
  std::vector<double> share(weights.size());
  for (std::size_t k = 0; k < share.size(); ++k)
    share[k] = weights[k] * std::exp(log_likeness(problem, before, chosen, d, static_cast<Topic>(k)));
  const double total = std::accumulate(share.begin(), share.end(), 0.0);
  for (std::size_t k = 0; k < share.size(); ++k) {
    chosen[d] = static_cast<Topic>(k);
    add_up(problem, weights, order, chosen, probability * share[k] / total, distribution);
    chosen.erase(d);
  }
}

TEST(StartOfDocuments, HasTheDistributionOfDocumentsOneAfterTheOther) {
  const Problem problem{{{0, 0, 1}, {1, 2}, {0, 1, 1, 3, 3}}, 4};
  const std::vector<double> weights{0.5, 1, 0.75};
  std::vector<std::size_t> order{0, 1, 2};
  std::map<std::vector<Topic>, double> distribution;
  do {
    std::map<std::size_t, Topic> chosen;
    add_up(problem, weights, order, chosen, 1.0 / 6, distribution);
  } while (std::next_permutation(order.begin(), order.end()));
  std::vector<double> probability;
  std::map<std::vector<Topic>, std::size_t> place;
  for (const auto& [topics, p] : distribution) {
    place[topics] = probability.size();
    probability.push_back(p);
  }
  ASSERT_EQ(probability.size(), 27);
  std::vector<std::uint64_t> counts(probability.size());
  const Corpus corpus = problem.corpus();
  Pool pool(1);
  for (std::uint64_t seed = 1; seed <= 100'000; ++seed)
    ++counts[place.at(by_document(corpus, draw_document_topics(corpus, {seed}, {weights, 0.25}, pool)))];
  EXPECT_GT(testing::chi_square_p(counts, probability), 1e-4);
}

TEST(StartOfDocuments, IsTheSameOnAnyThreadsAndInstructionSet) {
  const Corpus corpus = testing::random_problem(700, 90, 4).corpus();
  const std::vector<double> weights(37, 0.1);
  Pool alone(1);
  const auto expected = draw_document_topics(corpus, {5}, {weights, 0.01}, alone);
  const auto topics = by_document(corpus, expected);
  EXPECT_GT(std::set<Topic>(topics.begin(), topics.end()).size(), 10);
  EXPECT_LT(*std::max_element(topics.begin(), topics.end()), 37);
  for (const int threads : {2, 3, 8}) {
    Pool pool(threads);
    EXPECT_EQ(draw_document_topics(corpus, {5}, {weights, 0.01}, pool), expected) << threads;
  }
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const testing::ForcedTarget forced(target);
    EXPECT_EQ(draw_document_topics(corpus, {5}, {weights, 0.01}, alone), expected) << hwy::TargetName(target);
  }
  EXPECT_NE(draw_document_topics(corpus, {6}, {weights, 0.01}, alone), expected);
}

TEST(StartOfDocuments, HoldsLongDocumentsOfTwoVocabulariesApart) {
  Problem problem{testing::Documents(40), 200};
  for (std::size_t d = 0; d < 40; ++d)
    for (std::uint32_t i = 0; i < 20'001; ++i)
      problem.documents[d].push_back(i % 100 + (d % 2 == 0 ? 0 : 100));
  problem.documents[7].clear();
  const Corpus corpus = problem.corpus();
  Pool pool(2);
  for (const double beta : {1e-300, 0.01, 1e6}) {
    const auto z = draw_document_topics(corpus, {1}, {std::vector<double>{1, 0, 1}, beta}, pool);
    const auto topics = by_document(corpus, z);
    std::set<Topic> even, odd;
    for (std::size_t d = 0; d < 40; ++d)
      if (d != 7) (d % 2 == 0 ? even : odd).insert(z[corpus.offsets()[d]]);
    EXPECT_EQ(even.size(), 1) << beta;
    EXPECT_EQ(odd.size(), 1) << beta;
    EXPECT_NE(even, odd) << beta;
    EXPECT_FALSE(even.contains(1) || odd.contains(1)) << "of weight 0";
  }
}

}  // namespace
}  // namespace themata::sampling
