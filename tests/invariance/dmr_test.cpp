#include <gtest/gtest.h>

#include <functional>

#include "support/dmr_problem.hpp"
#include "themata/io/checksum.hpp"

// Chains of Dirichlet-multinomial regression: the same bits for any number of threads, and after a stop and a
// resume.
namespace themata::testing {
namespace {

dmr::Saved saved_of(const dmr::State& state, const Corpus& corpus) {
  return {sampling::to_corpus_order(corpus, state.mix.layout, state.mix.topics), state.lambda, state.mu,
          state.sigma, state.mix.beta};
}

/// To the last bit.
std::string hash_of(const dmr::State& state, const Corpus& corpus) {
  const dmr::Saved saved = saved_of(state, corpus);
  Checksum checksum;
  checksum.add(std::span<const sampling::Topic>(saved.z));
  for (const auto* numbers : {&saved.lambda, &saved.mu, &saved.sigma})
    checksum.add(std::span<const double>(*numbers));
  checksum.add(&saved.beta, sizeof saved.beta);
  return checksum.text();
}

struct RegressionPlan {
  int threads = 1;
  std::uint64_t resumed_at = 0;  ///< the sweep before which the state is made again from what is saved
  std::uint64_t seed = 7;
};

class ChainOfTheRegression : public ::testing::TestWithParam<sampling::SamplerChoice> {
 protected:
  static constexpr std::size_t documents = 700;
  const Corpus corpus_ = random_problem(documents, 300, 3).corpus();
  const dmr::Model model_{settings()};

  /// Most documents are of a kind of their own, so that rows, tables and shares are cut into pieces.
  static dmr::Settings settings() {
    std::vector<double> number, level;
    for (std::size_t d = 0; d < documents; ++d) {
      number.push_back(std::sin(static_cast<double>(d)));
      level.push_back(d % 3 == 0 ? 1 : 0);
    }
    dmr::Settings settings;
    settings.topics = 20;
    settings.design = design_of({number, level});
    settings.learn_beta = true;
    settings.sampler = GetParam();
    settings.blocks = 4;
    return settings;
  }
  std::string hash(
      const RegressionPlan& plan,
      const std::function<void(const dmr::State&)>& inspect = [](const auto&) {}) const {
    Pool pool(plan.threads);
    const Key key = chain_key(plan.seed, 1);
    dmr::State state = model_.init(corpus_, key, pool);
    const Kernels<dmr::State> kernels = model_.kernels();
    for (std::uint64_t sweep = 1; sweep <= 12; ++sweep) {
      if (sweep == plan.resumed_at) state = model_.restore(corpus_, saved_of(state, corpus_), pool);
      run_sweep(kernels, state, Context{corpus_, key, sweep, pool});
      inspect(state);
    }
    return hash_of(state, corpus_);
  }
};

TEST_P(ChainOfTheRegression, IsTheSameForAnyThreads) {
  const std::string alone = hash({.threads = 1});
  for (const int threads : {2, 3}) EXPECT_EQ(hash({.threads = threads}), alone) << threads;
  EXPECT_NE(hash({.seed = 8}), alone) << "the hash must see another chain";
}

TEST_P(ChainOfTheRegression, IsTheSameWhenResumed) {
  for (const std::uint64_t sweep : {1U, 7U, 12U}) EXPECT_EQ(hash({.resumed_at = sweep}), hash({})) << sweep;
}

TEST_P(ChainOfTheRegression, IsSoundAfterEverySweep) {
  hash({.threads = 2}, [&](const dmr::State& state) { ASSERT_NO_THROW(model_.check(state, corpus_)); });
}

INSTANTIATE_TEST_SUITE_P(Samplers, ChainOfTheRegression,
                         ::testing::Values(sampling::SamplerChoice{.block_scan = sampling::BlockScan::dense},
                                           sampling::SamplerChoice{.block_scan = sampling::BlockScan::lists},
                                           sampling::SamplerChoice{.sampler = sampling::Sampler::collapsed}));

}  // namespace
}  // namespace themata::testing
