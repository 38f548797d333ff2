#include <gtest/gtest.h>

#include <memory>

#include "support/chains.hpp"

// Planted bugs that the comparison of hashes must catch.
namespace themata::testing {
namespace {

class ChainMutants : public ::testing::Test {
 protected:
  const Corpus corpus_ = random_problem(100, 80, 3).corpus();
  const lda::Model model_{chain_lda({}, 3)};

  /// The model's kernels and one more.
  std::string hash(const ChainPlan& plan, const std::function<Kernel<lda::State>()>& make_kernel) {
    const auto kernels = [&] {
      auto list = model_.kernels();
      list.push_back(make_kernel());
      return list;
    };
    return hash_after(model_, kernels, corpus_, plan);
  }
};

TEST_F(ChainMutants, WorkCutByTheNumberOfThreads) {
  const auto make = [] {
    return Kernel<lda::State>{"mutant", [](lda::State& state, const Context& context) {
                                // A stream a piece, and as many pieces as threads.
                                const auto pieces = static_cast<std::size_t>(context.pool.threads());
                                std::vector<double> sums(pieces);
                                context.pool.for_each(pieces, [&](std::size_t i) {
                                  sums[i] = context.stream(Purpose::hyper, 500 + i).uniform();
                                });
                                for (const double x : sums) state.mix.beta *= 1 + 1e-9 * x;
                              }};
  };
  EXPECT_EQ(hash({.threads = 2}, make), hash({.threads = 2}, make));
  EXPECT_NE(hash({.threads = 1}, make), hash({.threads = 2}, make));
}

TEST_F(ChainMutants, GeneratorThatIsNotSaved) {
  const auto make = [] {
    const auto hidden = std::make_shared<Stream>(Key{3}, Purpose::hyper, 0, 900);
    return Kernel<lda::State>{"mutant", [hidden](lda::State& state, const Context&) {
                                state.mix.beta *= 1 + 1e-9 * hidden->uniform();
                              }};
  };
  EXPECT_EQ(hash({}, make), hash({}, make));
  EXPECT_NE(hash({.resumed_at = 9}, make), hash({}, make));
}

TEST_F(ChainMutants, StateThatIsNotSaved) {
  // Counts that are wrong until they are made again: a chain that goes on from them differs from a resumed
  // one.
  const auto make = [] {
    return Kernel<lda::State>{"mutant",
                              [](lda::State& state, const Context&) { ++state.mix.word_topic.row(0)[0]; }};
  };
  EXPECT_NE(hash({.resumed_at = 9}, make), hash({}, make));
}

}  // namespace
}  // namespace themata::testing
