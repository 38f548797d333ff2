#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "support/problems.hpp"
#include "support/samplers.hpp"
#include "support/statistics.hpp"
#include "themata/models/lda/model.hpp"
#include "themata/sampling/phi/draw_phi.hpp"
#include "themata/sampling/scans/partially_collapsed.hpp"

// What the tiny posteriors of tests/exact are too small for: lists of many groups, and tails that are seldom
// drawn from.
namespace themata::testing {
namespace {

constexpr std::size_t n_topics = 150;
constexpr std::uint32_t n_types = 40;

/// A document of three tokens, after others that give its words topics.
Corpus make_words() {
  std::vector<std::vector<std::uint32_t>> documents{{0, 7, 0}};
  for (std::uint32_t d = 0; d < 12; ++d)
    for (documents.emplace_back(); documents.back().size() < 20;)
      documents.back().push_back((d * d + 3 * static_cast<std::uint32_t>(documents.back().size())) % n_types);
  return Problem{documents, n_types}.corpus();
}

lda::State make_state(const Corpus& corpus, double beta, Pool& pool) {
  lda::Settings settings;
  settings.topics = n_topics;
  settings.alpha = 0.02;
  settings.beta = beta;
  const lda::Model model(settings);
  sampling::TokenTopics z(corpus.n_tokens());
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = static_cast<sampling::Topic>(i * i % 120);
  z[1] = z[2] = 3;
  return model.restore(corpus, z, std::vector<double>(n_topics, 0.02), beta, pool);
}

using DrawPhi = void (*)(sampling::State&, const Context&, std::uint32_t);

struct Case {
  const char* name;
  DrawPhi draw;
  std::uint32_t groups_without_row;
  double beta;
};

class DoublySparse : public ::testing::TestWithParam<Case> {};

/// p(z_1 = k | the document's other tokens, Phi) from Phi looked up by search.
std::vector<double> conditional(const sampling::State& state) {
  std::vector<double> p(state.slots());
  for (std::size_t k = 0; k < n_topics; ++k)
    p[k] = state.sparse_phi.at(k, 0) * (state.prior[k] + (k == 3 ? 2 : 0));
  const double sum = std::accumulate(p.begin(), p.end(), 0.0);
  for (double& x : p) x /= sum;
  return p;
}

TEST_P(DoublySparse, DrawsATokenByItsConditional) {
  const Corpus corpus = make_words();
  Pool alone(1);
  lda::State state = make_state(corpus, GetParam().beta, alone);
  GetParam().draw(state.mix, Context{corpus, {5}, 1, alone}, GetParam().groups_without_row);
  const std::vector<double> expected = conditional(state.mix);
  const sampling::TokenTopics start = state.mix.topics;
  std::vector<double> counted(expected.size());
  constexpr int draws = 20'000;
  for (int i = 1; i <= draws; ++i) {
    state.mix.topics = start;
    sampling::draw_topics_doubly_sparse(state.mix,
                                        Context{corpus, {9}, static_cast<std::uint64_t>(i), alone});
    ++counted[state.mix.topics[0]];
  }
  double distance = 0, worst = 0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const double p = expected[k], off = counted[k] / draws - p;
    ASSERT_TRUE(p > 0 || counted[k] == 0) << k;
    distance += std::abs(off) / 2;
    if (p > 1e-4) worst = std::max(worst, std::abs(off) / std::sqrt(p * (1 - p) / draws));
  }
  EXPECT_LT(worst, z_limit) << "standard errors";
  EXPECT_LT(distance, 0.03);
}

TEST_P(DoublySparse, EveryTopicSumsToOne) {
  const Corpus corpus = make_words();
  Pool alone(1);
  lda::State state = make_state(corpus, GetParam().beta, alone);
  GetParam().draw(state.mix, Context{corpus, {5}, 1, alone}, GetParam().groups_without_row);
  for (std::size_t k = 0; k < n_topics; ++k) {
    double sum = 0;
    for (std::size_t v = 0; v < n_types; ++v) sum += state.mix.sparse_phi.at(k, v);
    EXPECT_NEAR(sum, 1, 1e-5) << k;
  }
}

/// sum_v phi_kv^2 of a topic's Dirichlet distribution.
double expected_squares(const sampling::State& state, std::size_t k) {
  double squares = 0, total = 0;
  for (std::size_t v = 0; v < n_types; ++v) {
    const double shape = state.word_topic.row(v)[k] + state.beta;
    squares += shape * (shape + 1);
    total += shape;
  }
  return squares / (total * (total + 1));
}

TEST(SparseDirichlet, HasTheSecondMomentsOfADirichlet) {
  // By far most of what is drawn are topics without the word, whose distribution is spread over hundreds of
  // orders of magnitude. At beta = .7 no draw is passed over.
  const Corpus corpus = make_words();
  Pool alone(1);
  for (const double beta : {0.01, 0.1, 0.5, 0.7}) {
    lda::State state = make_state(corpus, beta, alone);
    BatchMeans off(300, n_topics);
    for (std::uint64_t sweep = 1; sweep <= 300; ++sweep) {
      sampling::draw_sparse_phi(state.mix, Context{corpus, {5}, sweep, alone});
      for (std::size_t k = 0; k < n_topics; ++k) {
        double squares = 0;
        for (std::size_t v = 0; v < n_types; ++v) squares += std::pow(state.mix.sparse_phi.at(k, v), 2);
        off.add(squares - expected_squares(state.mix, k));
      }
    }
    EXPECT_LT(std::abs(z_score(off.estimate(), 0)), z_limit) << beta;
    EXPECT_LT(off.estimate().error, 0.01) << "too few to tell anything";
  }
}

INSTANTIATE_TEST_SUITE_P(Phi, DoublySparse,
                         ::testing::Values(Case{"DirichletByList", sampling::draw_sparse_phi, 100, 0.1},
                                           Case{"DirichletBySlot", sampling::draw_sparse_phi, 0, 0.1},
                                           Case{"SparserDirichletByList", sampling::draw_sparse_phi, 100,
                                                0.01},
                                           Case{"SparserDirichletBySlot", sampling::draw_sparse_phi, 0, 0.01},
                                           Case{"UrnByList", sampling::draw_sparse_phi_polya_urn, 100, 0.1},
                                           Case{"UrnBySlot", sampling::draw_sparse_phi_polya_urn, 0, 0.1}),
                         SamplerName());

}  // namespace
}  // namespace themata::testing
