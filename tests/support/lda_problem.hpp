#pragma once

#include <utility>
#include <vector>

#include "support/occupancy.hpp"
#include "support/samplers.hpp"
#include "themata/lda/model.hpp"

// LDA with two topics on eight tokens: 256 states.
namespace themata::testing {

/// A million sweeps. The noise of the total variation is then about .0035 to .005.
inline constexpr ChainLength lda_length{100, 10'000, 1};
inline constexpr double lda_tv_limit = 0.006;

struct LdaProblem {
  Problem problem;
  std::vector<double> alpha;
  double beta;
  Posterior posterior;

  lda::Model model(const NamedSampler& sampler) const {
    lda::Settings settings;
    settings.topics = alpha.size();
    settings.sampler = sampler.choice;
    settings.blocks = sampler.blocks;
    return lda::Model(settings);
  }
  /// Runs any kernels from a state of one topic whose vocabulary is cut into `blocks`.
  Agreement compare(const Kernels<lda::State>& kernels, std::uint32_t blocks,
                    const ChainLength& length) const {
    Pool alone(1);
    const std::vector<admixture::Topic> z(problem.tokens(), 0);
    const lda::Model restorer = model({"", {}, blocks});
    return compare_with_enumeration(kernels, restorer.restore(problem.corpus(), z, alpha, beta, alone),
                                    problem, posterior, length);
  }
};

/// Labels do not matter here, so states are compared up to them.
inline LdaProblem symmetric_lda() {
  const std::vector<double> alpha{0.5, 0.5};
  const Posterior labelled = lda_posterior(eight_tokens(), alpha, 0.3);
  return {eight_tokens(), alpha, 0.3, up_to_labels(labelled)};
}

inline LdaProblem asymmetric_lda() {
  const std::vector<double> alpha{1.2, 0.3};
  return {eight_tokens_uneven(), alpha, 0.5, lda_posterior(eight_tokens_uneven(), alpha, 0.5)};
}

}  // namespace themata::testing
