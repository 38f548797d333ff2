#include <gtest/gtest.h>

#include <functional>

#include "support/problems.hpp"
#include "themata/io/checksum.hpp"
#include "themata/models/dmm/model.hpp"

// Chains of the mixture: the same bits for any number of threads, and after a stop and a resume.
namespace themata::testing {
namespace {

/// To the last bit.
std::string hash_of(const dmm::State& state, const Corpus& corpus) {
  const dmm::Saved saved = dmm::saved_of(state, corpus);
  const std::vector<double> numbers{saved.alpha, saved.beta};
  Checksum checksum;
  checksum.add(std::span<const sampling::Topic>(saved.z));
  checksum.add(std::span<const double>(numbers));
  return checksum.text();
}

struct MixturePlan {
  int threads = 1;
  std::uint64_t resumed_at = 0;  ///< the sweep before which the state is made again from what is saved
  std::uint64_t seed = 7;
};

class ChainOfTheMixture : public ::testing::TestWithParam<dmm::Settings> {
 protected:
  const Corpus corpus_ = random_problem(300, 400, 3).corpus();
  const dmm::Model model_{GetParam()};

  std::string hash(
      const MixturePlan& plan,
      const std::function<void(const dmm::State&)>& inspect = [](const auto&) {}) const {
    Pool pool(plan.threads);
    const Key key = chain_key(plan.seed, 1);
    dmm::State state = model_.init(corpus_, key, pool);
    Kernels<dmm::State> kernels = model_.kernels();
    for (std::uint64_t sweep = 1; sweep <= 20; ++sweep) {
      if (sweep == plan.resumed_at) {
        state = model_.restore(corpus_, dmm::saved_of(state, corpus_), pool);
        kernels = model_.kernels();
      }
      run_sweep(kernels, state, Context{corpus_, key, sweep, pool});
      inspect(state);
    }
    return hash_of(state, corpus_);
  }
};

TEST_P(ChainOfTheMixture, IsTheSameForAnyThreads) {
  const std::string alone = hash({.threads = 1});
  for (const int threads : {2, 3}) EXPECT_EQ(hash({.threads = threads}), alone) << threads;
  EXPECT_NE(hash({.seed = 8}), alone) << "the hash must see another chain";
}

TEST_P(ChainOfTheMixture, IsTheSameWhenResumed) {
  for (const std::uint64_t sweep : {1U, 7U, 20U}) EXPECT_EQ(hash({.resumed_at = sweep}), hash({})) << sweep;
}

TEST_P(ChainOfTheMixture, IsSoundAfterEverySweep) {
  hash({.threads = 2}, [&](const dmm::State& state) { ASSERT_NO_THROW(model_.check(state, corpus_)); });
}

dmm::Settings chain_of(dmm::Form form, dmm::Start start) {
  dmm::Settings settings;
  settings.form = form;
  settings.start = start;
  settings.topics = 30;
  settings.initial_topics = 50;
  settings.learn_alpha = settings.learn_beta = true;
  return settings;
}

INSTANTIATE_TEST_SUITE_P(Forms, ChainOfTheMixture,
                         ::testing::Values(chain_of(dmm::Form::finite, dmm::Start::sequential),
                                           chain_of(dmm::Form::finite, dmm::Start::uniform),
                                           chain_of(dmm::Form::infinite, dmm::Start::sequential),
                                           chain_of(dmm::Form::infinite, dmm::Start::uniform)));

}  // namespace
}  // namespace themata::testing
