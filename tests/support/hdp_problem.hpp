#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/occupancy.hpp"
#include "support/samplers.hpp"
#include "themata/models/hdp/model.hpp"

// The HDP on seven tokens: 877 partitions.
namespace themata::testing {

/// 200,000 sweeps, twice as many as the mutants need to fail. The noise of the total variation is then about
/// .016.
inline constexpr ChainLength hdp_length{100, 2'000, 1};
inline constexpr double hdp_tv_limit = 0.021;

struct HdpProblem {
  Problem problem;
  HdpSetting setting;
  Posterior posterior;

  hdp::Model model(const NamedSampler& sampler) const {
    hdp::Settings settings;
    settings.word_prior = WordPrior(setting.word_weights, {});
    sampler.apply_to(settings);
    return hdp::Model(settings);
  }
  /// Runs any kernels from a state of one topic whose vocabulary is cut into `blocks`.
  Agreement compare(const Kernels<hdp::State>& kernels, std::uint32_t blocks,
                    const ChainLength& length) const {
    Pool alone(1);
    const hdp::Saved start{
        sampling::TokenTopics(problem.tokens(), 0), {1.0}, setting.alpha, setting.beta, setting.gamma};
    const hdp::Model restorer = model({"", {}, blocks});
    return compare_with_enumeration(kernels, restorer.restore(problem.corpus(), start, alone), problem,
                                    posterior, length);
  }
};

/// What a right sampler keeps to after hdp_length.
inline void expect_posterior(const Agreement& found) {
  EXPECT_LT(found.total_variation, hdp_tv_limit);
  EXPECT_LT(found.excess, excess_limit);
  EXPECT_LT(found.noise, hdp_tv_limit) << "too short a chain to tell anything";
  EXPECT_LT(found.worst_z, z_limit);
  ::testing::Test::RecordProperty("noise", std::to_string(found.noise));
  ::testing::Test::RecordProperty("total_variation", std::to_string(found.total_variation));
}

inline HdpProblem hdp_problem(const HdpSetting& setting) {
  return {seven_tokens(), setting, hdp_posterior(seven_tokens(), setting)};
}

/// Concentrations at which hundreds of partitions matter.
inline HdpProblem open_hdp() { return hdp_problem({1, 0.5, 1.5}); }

/// The program's defaults, at which few do and topics seldom appear.
inline HdpProblem default_hdp() { return hdp_problem({0.1, 0.01, 1}); }

/// Word types with weights.
inline HdpProblem weighted_hdp() { return hdp_problem({1, 0.5, 1.5, {0.4, 2, 1}}); }

}  // namespace themata::testing
