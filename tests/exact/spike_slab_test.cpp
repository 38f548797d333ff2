#include "themata/sampling/phi/spike_slab.hpp"

#include <gtest/gtest.h>

#include "support/geweke_models.hpp"
#include "support/spike_problem.hpp"
#include "themata/counts/spike_distribution.hpp"

// Words that are switched on and off: the distribution of the active sets, and the sampler, against adding up
// every set.
namespace themata::testing {
namespace {

using sampling::PhiDraw;
using sampling::Sampler;
using sampling::TopicScan;

TEST(SpikeDistribution, IsThatOfTheSetsAddedUp) {
  for (const std::vector<double>& counts : std::vector<std::vector<double>>{
           {0, 0, 0, 0, 0, 0}, {3, 0, 1, 0, 0}, {0, 9, 0, 0, 0, 0}, {1, 2, 3}, {0}, {4}})
    for (const double pi : {0.02, 0.5, 0.97})
      for (const double beta : {0.01, 0.6, 5.0}) {
        SpikeTopic topic{static_cast<std::uint32_t>(counts.size()), 0, 0};
        std::vector<double> by_size(counts.size() + 1);  // probability of s further active types
        for (const double n : counts) {
          topic.with_tokens += n > 0 ? 1 : 0;
          topic.tokens += static_cast<std::int64_t>(n);
        }
        for (std::size_t set = 1; set < std::size_t{1} << counts.size(); ++set) {
          double weight = 1, active = 0;
          for (std::size_t v = 0; v < counts.size(); ++v) {
            const bool on = (set >> v & 1) != 0;
            weight *= on ? pi : counts[v] > 0 ? 0 : 1 - pi;
            active += on ? 1 : 0;
          }
          const auto tokens = static_cast<double>(topic.tokens);
          if (weight > 0)
            by_size[static_cast<std::size_t>(active) - topic.with_tokens] +=
                weight * std::exp(std::lgamma(active * beta) - std::lgamma(active * beta + tokens));
        }
        double sum = 0;
        for (const double x : by_size) sum += x;
        const SpikeDistribution distribution = spike_distribution(topic, beta, pi);
        for (std::size_t s = 0; s < by_size.size(); ++s) {
          const bool inside =
              s >= distribution.first && s - distribution.first < distribution.log_weights.size();
          const double found =
              inside ? std::exp(distribution.log_weights[s - distribution.first] - distribution.log_sum) : 0;
          EXPECT_NEAR(found, by_size[s] / sum, 1e-12) << "s = " << s << " of V = " << counts.size();
        }
      }
}

class SpikeSlab : public ::testing::TestWithParam<NamedSampler> {};

TEST_P(SpikeSlab, AgreesWithEnumeration) {
  const Agreement found = spike_lda().compare(GetParam(), {100, 25'000, 1});
  constexpr double tv_limit = 0.006;
  EXPECT_LT(found.total_variation, tv_limit);
  EXPECT_LT(found.excess, excess_limit);
  EXPECT_LT(found.noise, tv_limit) << "too short a chain to tell anything";
  EXPECT_LT(found.worst_z, z_limit);
}

TEST(SpikeSlabOfTopics, AgreesWithEnumerationWhereEachLearnsItsPi) {
  const lda::Model model = topic_pi_model(TopicScan::sparse);
  const Agreement found = topic_pi_lda().compare(model, model.kernels(), {100, 12'000, 1});
  constexpr double tv_limit = 0.01;
  EXPECT_LT(found.total_variation, tv_limit);
  EXPECT_LT(found.excess, excess_limit);
  EXPECT_LT(found.noise, tv_limit) << "too short a chain to tell anything";
  EXPECT_LT(found.worst_z, z_limit);
}

/// With the two scans that draw from the conditional: where pi is near 0 light's proposals move a token so
/// seldom that batches of any reasonable length are too short.
class SpikeSlabGeweke : public ::testing::TestWithParam<NamedSampler> {};

TEST_P(SpikeSlabGeweke, PassesWithPiLearned) {
  lda::Settings settings = geweke_lda(GetParam(), lda::LearnAlpha::no);
  settings.sampler.learn_pi = true;
  settings.pi = 0.5;
  const lda::Model model(settings);
  const auto statistics = [](const lda::State& state, const Corpus& corpus) {
    Statistics out = lda_statistics(state, corpus);
    out.emplace_back("pi", state.mix.pi);
    return out;
  };
  const GewekeResult found =
      geweke(model, model.kernels(), geweke_corpus(), statistics, ChainLength{100, 2000, 35});
  expect_rows_right(found);
  EXPECT_GT(found.fewest_times, 20);
}

TEST_P(SpikeSlabGeweke, PassesWithThePiOfEachTopicLearned) {
  lda::Settings settings = geweke_lda(GetParam(), lda::LearnAlpha::no);
  settings.sampler.learn_topic_pi = true;
  settings.sampler.pi_prior = {2, 3};
  settings.pi = 0.5;
  const lda::Model model(settings);
  const auto statistics = [](const lda::State& state, const Corpus& corpus) {
    Statistics out = lda_statistics(state, corpus);
    const std::vector<double>& pi = state.mix.topic_pi;
    out.emplace_back("pi_1", pi[0]);
    out.emplace_back("pi_1 pi_2", pi[0] * pi[1]);
    out.emplace_back("pi_1 n_1", pi[0] * static_cast<double>(sampling::topic_sizes(state.mix)[0]));
    return out;
  };
  const GewekeResult found =
      geweke(model, model.kernels(), geweke_corpus(), statistics, ChainLength{100, 1000, 36});
  expect_rows_right(found);
  EXPECT_GT(found.fewest_times, 20);
}

const NamedSampler dense{"dense", {Sampler::partially_collapsed, TopicScan::dense, PhiDraw::spike_slab}, 1};
const NamedSampler sparse{
    "sparse", {Sampler::partially_collapsed, TopicScan::sparse, PhiDraw::spike_slab}, 2};
const NamedSampler light{"light", {Sampler::partially_collapsed, TopicScan::light, PhiDraw::spike_slab}, 1};

INSTANTIATE_TEST_SUITE_P(Scans, SpikeSlab, ::testing::Values(dense, sparse, light), SamplerName());
INSTANTIATE_TEST_SUITE_P(Scans, SpikeSlabGeweke, ::testing::Values(dense, sparse), SamplerName());

TEST(SpikeSlabWordPart, IsTheSumOverEverySet) {
  const SpikeProblem problem = spike_lda();
  Pool alone(1);
  lda::Settings settings;
  settings.topics = 2;
  settings.pi = problem.pi;
  const Topics z{0, 1, 0, 0, 1, 1, 0, 0};
  const lda::State state =
      lda::Model(settings).restore(problem.lda.problem.corpus(), sampling::TokenTopics(z.begin(), z.end()),
                                   problem.lda.alpha, problem.lda.beta, alone);
  double expected = 0;
  for (const auto& n : Counts(problem.lda.problem, z, 2).n)
    expected += log_spike_words(n, problem.lda.beta, problem.pi);
  EXPECT_NEAR(sampling::log_word_part(state.mix, alone), expected, 1e-10);
}

}  // namespace
}  // namespace themata::testing
