#include <gtest/gtest.h>

#include "mutants/plain_baselines.hpp"
#include "mutants/plain_kernels.hpp"
#include "support/hdp_problem.hpp"
#include "support/lda_problem.hpp"
#include "themata/models/hdp/weights.hpp"

// Planted bugs that the enumerations of tests/exact must catch (docs/theory/proof.md).
namespace themata::testing {
namespace {

/// Shorter than the proofs' chains, so that a mistake has to be plain to be caught.
constexpr ChainLength lda_mutant_length{100, 2'000, 5}, hdp_mutant_length{100, 1'000, 5};

/// The checks of the exact suite, all but the absolute limit of the total variation, which belongs to longer
/// chains.
template <class Step>
bool lda_passes(const Step& step, std::uint32_t blocks) {
  const Kernels<lda::State> kernels{on_mix<lda::State>(step)};
  return asymmetric_lda().compare(kernels, blocks, lda_mutant_length).is_right();
}

bool collapsed_passes(const CollapsedRecipe& recipe) {
  return lda_passes([recipe](sampling::State& s, const Context& c) { draw_topics_plainly(s, c, recipe); }, 2);
}

TEST(LdaMutants, PlainCollapsedKernelPassesAndItsMutantsFail) {
  EXPECT_TRUE(collapsed_passes({}));
  EXPECT_FALSE(collapsed_passes({.taken = {.document = 0}})) << "token left in m";
  EXPECT_FALSE(collapsed_passes({.taken = {.word = 0}})) << "token left in n_kv";
  EXPECT_FALSE(collapsed_passes({.taken = {.topic = 0}})) << "token left in n_k";
  EXPECT_FALSE(collapsed_passes({.prior_factor = 2})) << "prior counted twice";
  EXPECT_FALSE(collapsed_passes({.beta_of_totals = -0.5 * 2})) << "K beta below in place of V beta";
}

TEST(LdaMutants, PlainBlockKernelPassesAndItsMutantsFail) {
  EXPECT_TRUE(lda_passes(PlainBlockKernel(BlockRecipe{}), 3));
  EXPECT_FALSE(lda_passes(PlainBlockKernel({.mass = BlockMass::drawn_once}), 3)) << "M not redrawn";
  EXPECT_FALSE(lda_passes(PlainBlockKernel({.mass = BlockMass::drawn_with_beta_alone}), 3))
      << "M with beta in place of |b| beta";
  EXPECT_FALSE(lda_passes(PlainBlockKernel({.taken_from_block = 0}), 3)) << "token left in the block's total";
}

bool buckets_pass(BucketMistake mistake) {
  const Kernels<lda::State> kernels{on_mix<lda::State>(PlainBucketKernel(mistake))};
  return symmetric_lda().compare(kernels, 2, lda_mutant_length).is_right();
}

TEST(LdaMutants, PlainBucketKernelPassesAndItsMutantsFail) {
  EXPECT_TRUE(buckets_pass(BucketMistake::none));
  EXPECT_FALSE(buckets_pass(BucketMistake::smoothing_with_token)) << "S of before the token was taken out";
  EXPECT_FALSE(buckets_pass(BucketMistake::document_with_token)) << "R of before the token was taken out";
  EXPECT_FALSE(buckets_pass(BucketMistake::word_without_prior)) << "no prior in the word's bucket";
  EXPECT_FALSE(buckets_pass(BucketMistake::word_list_without_births)) << "list not kept in step";
}

bool light_passes(LightMistake mistake) { return lda_passes(PlainLightKernel(mistake), 2); }

TEST(LdaMutants, PlainLightKernelPassesAndItsMutantsFail) {
  EXPECT_TRUE(light_passes(LightMistake::none));
  EXPECT_FALSE(light_passes(LightMistake::tests_inverted)) << "moves where u is above the ratio";
  EXPECT_FALSE(light_passes(LightMistake::word_density_left_out)) << "word proposal taken for symmetric";
  EXPECT_FALSE(light_passes(LightMistake::document_with_token)) << "document proposal that has the token";
}

bool phi_passes(const PhiRecipe& recipe) {
  const auto step = [recipe](sampling::State& s, const Context& c) {
    draw_topics_given_phi_plainly(s, c, recipe);
  };
  return lda_passes(step, 1);
}

TEST(LdaMutants, PlainPhiKernelPassesAndItsMutantsFail) {
  EXPECT_TRUE(phi_passes({}));
  EXPECT_FALSE(phi_passes({.beta_factor = 1e-3})) << "Phi without beta";
  EXPECT_FALSE(phi_passes({.beta_factor = 2})) << "Phi with beta twice";
  EXPECT_FALSE(phi_passes({.taken_from_document = 0})) << "token left in m";
}

bool passes_with(const LdaProblem& problem, const CollapsedRecipe& recipe) {
  const Kernels<lda::State> kernels{on_mix<lda::State>(
      [recipe](sampling::State& s, const Context& c) { draw_topics_plainly(s, c, recipe); })};
  return problem.compare(kernels, 2, lda_mutant_length).is_right();
}

TEST(LdaMutants, TheProblemOfSeedsTellsAKernelWithoutThem) {
  const LdaProblem problem = seeded_lda();
  const NamedSampler collapsed{"", {sampling::Sampler::collapsed, sampling::TopicScan::dense}, 2};
  EXPECT_TRUE(problem.compare(problem.model(collapsed).kernels(), 2, lda_mutant_length).is_right());
  EXPECT_FALSE(passes_with(problem, {})) << "one beta for all words";
}

TEST(LdaMutants, TheProblemOfLabelsTellsAKernelWithoutThem) {
  const LdaProblem problem = labelled_lda();
  const NamedSampler collapsed{"", {sampling::Sampler::collapsed, sampling::TopicScan::dense}, 2};
  EXPECT_TRUE(problem.compare(problem.model(collapsed).kernels(), 2, lda_mutant_length).is_right());
  EXPECT_FALSE(passes_with(problem, {})) << "every topic for every document";
}

/// The weights' kernels of the HDP, with a change before or in place of the draw of Psi.
using ChangeWeights = std::function<void(hdp::State&, const Context&)>;

bool hdp_passes(const ChangeWeights& weights) {
  const Kernels<hdp::State> kernels{{"weights", weights},
                                    on_mix<hdp::State>([](sampling::State& s, const Context& c) {
                                      draw_topics_plainly(s, c, CollapsedRecipe{});
                                    })};
  return open_hdp().compare(kernels, 1, hdp_mutant_length).is_right();
}

void psi(hdp::State& state, const Context& context) { hdp::draw_psi(state, context, sampling::max_topics); }

TEST(HdpMutants, RightWeightsPass) {
  EXPECT_TRUE(hdp_passes([](hdp::State& state, const Context& context) {
    hdp::draw_tables(state, context);
    psi(state, context);
  }));
}

TEST(HdpMutants, TablesWithJInPlaceOfJLessOne) {
  EXPECT_FALSE(hdp_passes([](hdp::State& state, const Context& context) {
    const auto at_least = sampling::document_counts_at_least(state.mix, context.corpus, context.pool);
    state.tables.assign(state.mix.slots(), 0.0);
    for (std::size_t k = 0; k < at_least.size(); ++k) {
      if (at_least[k].empty()) continue;
      Stream stream = context.stream(Purpose::tables, k);
      const double c = state.alpha * state.psi[k];
      std::uint64_t tables = 0;
      for (std::size_t j = 0; j < at_least[k].size(); ++j)
        tables += draw_binomial(stream, at_least[k][j], c / (c + static_cast<double>(j) + 1));
      state.tables[k] = static_cast<double>(std::max<std::uint64_t>(tables, 1));
    }
    psi(state, context);
  }));
}

TEST(HdpMutants, TablesWithoutEachDocumentsFirst) {
  EXPECT_FALSE(hdp_passes([](hdp::State& state, const Context& context) {
    hdp::draw_tables(state, context);
    const auto at_least = sampling::document_counts_at_least(state.mix, context.corpus, context.pool);
    for (std::size_t k = 0; k < at_least.size(); ++k)
      if (!at_least[k].empty())
        state.tables[k] = std::max(1.0, state.tables[k] - static_cast<double>(at_least[k][0]));
    psi(state, context);
  }));
}

TEST(HdpMutants, NoSticksSoThatNoTopicIsEverBorn) {
  EXPECT_FALSE(hdp_passes([](hdp::State& state, const Context& context) {
    hdp::draw_tables(state, context);
    psi(state, context);
    const auto sizes = sampling::topic_sizes(state.mix);
    for (std::size_t k = 0; k < state.psi.size(); ++k)
      if (sizes[k] == 0) state.psi[k] = state.mix.prior[k] = 0;
  }));
}

TEST(HdpMutants, TheWholeRestIsOneStick) {
  EXPECT_FALSE(hdp_passes([](hdp::State& state, const Context& context) {
    hdp::draw_tables(state, context);
    psi(state, context);
    const auto sizes = sampling::topic_sizes(state.mix);
    const auto first = static_cast<std::size_t>(std::find(sizes.begin(), sizes.end(), 0) - sizes.begin());
    for (std::size_t k = 0; k < state.psi.size(); ++k) {
      if (sizes[k] > 0 || k == first) continue;
      state.psi[first] += state.psi[k];
      state.psi[k] = state.mix.prior[k] = 0;
    }
    state.mix.prior[first] = state.alpha * state.psi[first];
  }));
}

TEST(HdpMutants, PsiWithGammaPlusOne) {
  EXPECT_FALSE(hdp_passes([](hdp::State& state, const Context& context) {
    hdp::draw_tables(state, context);
    state.gamma += 1;
    psi(state, context);
    state.gamma -= 1;
  }));
}

TEST(HdpMutants, OneTableATopic) {
  EXPECT_FALSE(hdp_passes([](hdp::State& state, const Context& context) {
    const auto sizes = sampling::topic_sizes(state.mix);
    state.tables.assign(sizes.size(), 0.0);
    for (std::size_t k = 0; k < sizes.size(); ++k) state.tables[k] = sizes[k] > 0 ? 1 : 0;
    psi(state, context);
  }));
}

}  // namespace
}  // namespace themata::testing
