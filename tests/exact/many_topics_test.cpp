#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "support/chains.hpp"

// The samplers whose loops differ with the number of topics, against the plain one: too many states to count,
// so the mean of the log joint has to agree.
namespace themata::testing {
namespace {

struct Mean {
  double value, error;
};

/// Of log p(w, z) along a chain, by batches.
Mean mean_log_joint(sampling::SamplerChoice choice, std::uint32_t blocks, std::size_t topics) {
  const Corpus corpus = random_problem(60, 40, 5).corpus();
  lda::Settings settings;
  settings.topics = topics;
  settings.beta = 0.1;
  settings.sampler = choice;
  settings.blocks = blocks;
  const lda::Model model(settings);
  Pool pool(1);
  std::vector<double> batches;
  constexpr std::uint64_t burn_in = 200, batch = 100, n_batches = 30;
  double sum = 0;
  std::uint64_t sweep = 0;
  hash_after(
      model, [&] { return model.kernels(); }, corpus, {.sweeps = burn_in + batch * n_batches},
      [&](const auto& state) {
        if (++sweep <= burn_in) return;
        sum += model.log_joint(state, corpus, pool) / batch;
        if ((sweep - burn_in) % batch > 0) return;
        batches.push_back(sum);
        sum = 0;
      });
  const double mean = std::accumulate(batches.begin(), batches.end(), 0.0) / n_batches;
  double squares = 0;
  for (const double x : batches) squares += (x - mean) * (x - mean);
  return {mean, std::sqrt(squares / (n_batches - 1) / n_batches)};
}

class ManyTopics : public ::testing::TestWithParam<std::size_t> {};

TEST_P(ManyTopics, HaveTheLogJointOfTheCollapsedSampler) {
  using sampling::Sampler;
  const Mean plain = mean_log_joint({.sampler = Sampler::collapsed}, 1, GetParam());
  const auto expect_alike = [&](const Mean& other, const char* name) {
    const double error = std::hypot(plain.error, other.error);
    EXPECT_LT(std::abs(other.value - plain.value), 4.5 * error)
        << name << ": " << plain.value << ", " << other.value;
    EXPECT_LT(error, 0.005 * std::abs(plain.value)) << "too short a chain to tell anything";
  };
  expect_alike(mean_log_joint({}, 1, GetParam()), "one block");
  expect_alike(mean_log_joint({}, 5, GetParam()), "five blocks");
  expect_alike(mean_log_joint({.block_scan = sampling::BlockScan::lists}, 5, GetParam()), "by lists");
  expect_alike(mean_log_joint({.sampler = Sampler::partially_collapsed}, 1, GetParam()), "given Phi");
}

INSTANTIATE_TEST_SUITE_P(Topics, ManyTopics, ::testing::Values(16, 100, 150));

}  // namespace
}  // namespace themata::testing
