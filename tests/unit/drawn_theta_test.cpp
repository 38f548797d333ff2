// Draws of theta given a draw of a model have the mean and, of a Dirichlet, the variance that they should.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

#include "support.hpp"
#include "support/api.hpp"
#include "themata/models/document_proportions.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {
namespace {

Stream stream_of(std::uint64_t number) { return {chain_key(1, 1), Purpose::effect, 1, number}; }

TEST(DrawnTheta, IsDirichletInTheTopicsThatAreAskedFor) {
  const Corpus corpus = make_corpus({0, 0, 0, 0, 0, 0}, {0, 6}, 1);
  const std::vector<std::uint16_t> z{0, 0, 0, 2, 2, 3};
  const std::vector<std::vector<std::uint16_t>> all;
  const auto proportions =
      dirichlet_proportions(corpus, document_topic_counts({corpus, z, 4}), {.5, 1, .25, .25}, all);
  const std::vector<std::uint16_t> topics{0, 2};
  constexpr int draws = 20000;
  std::array<double, 2> sum{}, squares{};
  double product = 0;
  for (int i = 0; i < draws; ++i) {
    Stream stream = stream_of(static_cast<std::uint64_t>(i));
    std::array<double, 2> theta{};
    proportions->draw(0, topics, stream, theta);
    for (std::size_t k = 0; k < 2; ++k) {
      sum[k] += theta[k] / draws;
      squares[k] += theta[k] * theta[k] / draws;
    }
    product += theta[0] * theta[1] / draws;
  }
  // Weights 3.5 and 2.25 of 8 in all.
  const double mean0 = 3.5 / 8, mean2 = 2.25 / 8, variance0 = mean0 * (1 - mean0) / 9,
               covariance = -mean0 * mean2 / 9;
  const double error = std::sqrt(variance0 / draws);
  EXPECT_NEAR(sum[0], mean0, 5 * error);
  EXPECT_NEAR(sum[1], mean2, 5 * error);
  EXPECT_NEAR(squares[0] - sum[0] * sum[0], variance0, 5 * variance0 * std::sqrt(3.0 / draws));
  EXPECT_NEAR(product - sum[0] * sum[1], covariance, 5 * variance0 * std::sqrt(3.0 / draws));
}

TEST(DrawnTheta, IsZeroForTopicsThatADocumentMayNotUse) {
  const Corpus corpus = make_corpus({0, 0}, {0, 2}, 1);
  const std::vector<std::uint16_t> z{1, 1};
  const std::vector<std::vector<std::uint16_t>> allowed{{1, 2}};
  const auto proportions =
      dirichlet_proportions(corpus, document_topic_counts({corpus, z, 3}), {1, 1, 1}, allowed);
  const std::vector<std::uint16_t> topics{0, 1, 2};
  for (std::uint64_t i = 0; i < 100; ++i) {
    Stream stream = stream_of(i);
    std::array<double, 3> theta{};
    proportions->draw(0, topics, stream, theta);
    EXPECT_EQ(theta[0], 0);
    EXPECT_NEAR(theta[1] + theta[2], 1, 1e-12);
  }
}

void expect_expectations(const Options& options, double slack = 1e-4) {
  const test::TemporaryFolder folder;
  fit(Collection::from_texts(test::many_texts()), options).save((folder / "fit").string());
  const ShownFit shown = open_shown_fit(Place(folder / "fit"), std::nullopt);
  const auto proportions = shown.draw.model->proportions(shown.context());
  const std::size_t n = proportions->n_topics();
  std::vector<std::uint16_t> topics(n);
  std::iota(topics.begin(), topics.end(), std::uint16_t{0});
  for (std::size_t d = 0; d < 3; ++d) {
    std::vector<double> expected(n), drawn(n), sum(n, 0), squares(n, 0);
    proportions->row(d, expected);
    constexpr int draws = 4000;
    for (int i = 0; i < draws; ++i) {
      Stream stream = stream_of(static_cast<std::uint64_t>(draws) * d + static_cast<std::uint64_t>(i));
      proportions->draw(d, topics, stream, drawn);
      EXPECT_NEAR(std::accumulate(drawn.begin(), drawn.end(), 0.0), 1, 1e-9);
      for (std::size_t k = 0; k < n; ++k) {
        sum[k] += drawn[k] / draws;
        squares[k] += drawn[k] * drawn[k] / draws;
      }
    }
    for (std::size_t k = 0; k < n; ++k) {
      // Five and a half standard errors: 4e-8 for each of some hundred numbers.
      const double error = std::sqrt(std::max(0.0, squares[k] - sum[k] * sum[k]) / draws);
      EXPECT_NEAR(sum[k], expected[k], 5.5 * error + slack) << "topic " << k << " of document " << d;
    }
  }
}

class DrawsOfTheta : public ::testing::TestWithParam<const char*> {};

TEST_P(DrawsOfTheta, HaveTheExpectationGivenTheDraw) { expect_expectations(test::small_options(GetParam())); }
INSTANTIATE_TEST_SUITE_P(Models, DrawsOfTheta,
                         ::testing::Values("lda", "hdp", "franchise", "ftm", "lida", "sstm", "hpc", "dmm",
                                           "dp-dmm"));

// Sticks of a process with such a discount become small too slowly to draw them all. What topics without
// tokens have is large here; each draw leaves out its own, the expectation leaves out the mean.
TEST(DrawsOfTheta, HaveTheExpectationWithALargeDiscount) {
  Options options = test::small_options("franchise");
  options.set("document-discount", .97).set("discount", .9).set("learn", "none");
  expect_expectations(options, .03);
}

}  // namespace
}  // namespace themata
