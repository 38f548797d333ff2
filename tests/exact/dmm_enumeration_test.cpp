#include <gtest/gtest.h>

#include "support/dmm_problem.hpp"

// The mixture's sampler against every assignment of six documents (docs/theory/dmm.md, "Proof").
namespace themata::testing {
namespace {

/// Half a million sweeps. The noise of the total variation is then about .004 (52 partitions) to .008 (243
/// assignments).
constexpr ChainLength dmm_length{100, 5'000, 11};
constexpr double dmm_tv_limit = 0.012;

void expect_right(const DmmProblem& problem) {
  const DmmAgreement found = compare(problem, dmm::Model(problem.settings).kernels(), dmm_length);
  EXPECT_LT(found.topics.total_variation, dmm_tv_limit);
  EXPECT_LT(found.topics.excess, excess_limit);
  EXPECT_LT(found.topics.noise, dmm_tv_limit) << "too short a chain to tell anything";
  EXPECT_LT(found.worst_z(), z_limit);
  for (const auto& [name, value] : {std::pair{"total_variation", found.topics.total_variation},
                                    {"noise", found.topics.noise},
                                    {"excess", found.topics.excess},
                                    {"worst_z", found.topics.worst_z},
                                    {"alpha_z", found.alpha_z},
                                    {"beta_z", found.beta_z}})
    ::testing::Test::RecordProperty(name, std::to_string(value));
}

TEST(DmmEnumeration, Finite) { expect_right(fixed_dmm(finite_setting())); }

TEST(DmmEnumeration, Infinite) { expect_right(fixed_dmm(infinite_setting())); }

TEST(DmmEnumeration, FiniteWithWordWeights) {
  DmmSetting setting = finite_setting();
  setting.word_weights = {0.5, 2, 1, 1.5};
  expect_right(fixed_dmm(setting));
}

TEST(DmmEnumeration, InfiniteWithWordWeights) {
  DmmSetting setting = infinite_setting();
  setting.word_weights = {0.5, 2, 1, 1.5};
  expect_right(fixed_dmm(setting));
}

TEST(DmmEnumeration, FiniteWithAlphaAndBetaLearned) { expect_right(learned_dmm(finite_setting(), {2, 1.5})); }

TEST(DmmEnumeration, InfiniteWithAlphaAndBetaLearned) {
  expect_right(learned_dmm(infinite_setting(), {2, 1.5}));
}

TEST(DmmEnumerationItself, PriorOfAllStatesSumsToOne) {
  const Problem problem = six_documents();
  for (const DmmSetting& setting : {finite_setting(), infinite_setting()}) {
    double sum = 0;
    for (const Topics& z : dmm_states(problem, setting))
      sum += std::exp(log_urn(setting, setting.alpha, topics_of_documents(problem, z)));
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

TEST(DmmLogJoint, IsThatOfDocumentsDrawnOneByOne) {
  const Corpus corpus = random_problem(40, 20, 8).corpus();
  const Problem problem = problem_of(corpus);
  Pool alone(1);
  for (const DmmSetting& setting : {finite_setting(), infinite_setting()}) {
    const dmm::Model model(settings_of(setting));
    const dmm::State state = model.init(corpus, {5}, alone);
    ASSERT_NO_THROW(model.check(state, corpus));
    const Topics z(state.mix.topics.begin(), state.mix.topics.end());
    const double expected = log_urn(setting, setting.alpha, topics_of_documents(problem, z)) +
                            log_words_of(problem, setting, setting.beta, z);
    EXPECT_NEAR(model.log_joint(state, corpus, alone), expected, 1e-9 * std::abs(expected));
  }
}

}  // namespace
}  // namespace themata::testing
