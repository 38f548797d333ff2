#include <gtest/gtest.h>

#include "mutants/plain_dmm.hpp"
#include "support/dmm_geweke.hpp"

// Planted bugs in the mixture's sampler.
namespace themata::testing {
namespace {

/// Against every state of six documents.
bool passes(const DmmProblem& problem, DmmMistake mistake) {
  return compare(problem, {plain_dmm_kernel(problem.settings, mistake)}, ChainLength{100, 300, 5}).is_right();
}

bool finite_passes(DmmMistake mistake) {
  static const DmmProblem problem = fixed_dmm(finite_setting());
  return passes(problem, mistake);
}

bool infinite_passes(DmmMistake mistake) {
  static const DmmProblem problem = fixed_dmm(infinite_setting());
  return passes(problem, mistake);
}

TEST(DmmMutants, PlainFiniteSamplerPassesAndItsMutantsFail) {
  EXPECT_TRUE(finite_passes(DmmMistake::none));
  EXPECT_FALSE(finite_passes(DmmMistake::keeps_itself));
  EXPECT_FALSE(finite_passes(DmmMistake::keeps_itself_in_m));
  EXPECT_FALSE(finite_passes(DmmMistake::words_one_by_one));
  EXPECT_FALSE(finite_passes(DmmMistake::no_rising_total));
  EXPECT_FALSE(finite_passes(DmmMistake::topics_by_tokens));
  EXPECT_FALSE(finite_passes(DmmMistake::no_alpha));
  EXPECT_FALSE(finite_passes(DmmMistake::one_empty_topic));
  EXPECT_FALSE(finite_passes(DmmMistake::first_empty_topic));
}

TEST(DmmMutants, PlainInfiniteSamplerPassesAndItsMutantsFail) {
  EXPECT_TRUE(infinite_passes(DmmMistake::none));
  EXPECT_FALSE(infinite_passes(DmmMistake::keeps_itself));
  EXPECT_FALSE(infinite_passes(DmmMistake::words_one_by_one));
  EXPECT_FALSE(infinite_passes(DmmMistake::no_rising_total));
  EXPECT_FALSE(infinite_passes(DmmMistake::new_topic_by_beta));
  EXPECT_FALSE(infinite_passes(DmmMistake::new_topic_weighs_1));
  EXPECT_FALSE(infinite_passes(DmmMistake::topics_by_tokens));
}

/// Geweke's test of the model's kernels (alpha, beta, topics), one of them replaced.
bool geweke_passes(const DmmSetting& setting, std::size_t place, const Kernel<dmm::State>& kernel) {
  const dmm::Model model(geweke_dmm(setting, DmmHyper::learned));
  auto kernels = model.kernels();
  kernels.at(place) = kernel;
  return geweke(model, kernels, dmm_geweke_corpus(), dmm_statistics(setting), ChainLength{80, 300, 51})
             .worst_z() < z_limit;
}

bool topics_pass(const DmmSetting& setting, DmmMistake mistake) {
  return geweke_passes(setting, 2, plain_dmm_kernel(geweke_dmm(setting, DmmHyper::learned), mistake));
}

bool alpha_passes(const DmmSetting& setting, const DmmAlphaRecipe& recipe) {
  return geweke_passes(setting, 0, plain_alpha_kernel(geweke_dmm(setting, DmmHyper::learned), recipe));
}

TEST(DmmMutants, WrongTopicsFailGewekesTest) {
  EXPECT_TRUE(topics_pass(finite_setting(), DmmMistake::none));
  EXPECT_FALSE(topics_pass(finite_setting(), DmmMistake::keeps_itself));
  EXPECT_FALSE(topics_pass(finite_setting(), DmmMistake::words_one_by_one));
  EXPECT_FALSE(topics_pass(finite_setting(), DmmMistake::first_empty_topic));
  EXPECT_TRUE(topics_pass(infinite_setting(), DmmMistake::none));
  EXPECT_FALSE(topics_pass(infinite_setting(), DmmMistake::keeps_itself));
  EXPECT_FALSE(topics_pass(infinite_setting(), DmmMistake::new_topic_by_beta));
}

TEST(DmmMutants, WrongAlphaFailsGewekesTest) {
  EXPECT_TRUE(alpha_passes(finite_setting(), {}));
  EXPECT_FALSE(alpha_passes(finite_setting(), {.topics = 1})) << "K + 1";
  EXPECT_FALSE(alpha_passes(finite_setting(), {.documents = 1})) << "M + 1: the empty document counted";
  EXPECT_FALSE(alpha_passes(finite_setting(), {.j = 1})) << "tables with j in place of j - 1";
  EXPECT_TRUE(alpha_passes(infinite_setting(), {}));
  EXPECT_FALSE(alpha_passes(infinite_setting(), {.topics = 1})) << "a topic too many";
  EXPECT_FALSE(alpha_passes(infinite_setting(), {.in_q = 1})) << "Beta(alpha + 1, M) and one Gamma alone";
}

}  // namespace
}  // namespace themata::testing
