#pragma once

#include <utility>
#include <vector>

#include "support/occupancy.hpp"
#include "support/samplers.hpp"
#include "themata/models/lda/model.hpp"
#include "themata/sampling/state/start.hpp"

// LDA with two topics on eight tokens: 256 states.
namespace themata::testing {

/// 400,000 sweeps, twice as many as the mutants need to fail. The noise of the total variation is then about
/// .0055 to .008.
inline constexpr ChainLength lda_length{100, 4'000, 1};
inline constexpr double lda_tv_limit = 0.01;

struct LdaProblem {
  Problem problem;
  std::vector<double> alpha;
  double beta;
  Posterior posterior;
  lda::Given given = {};

  lda::Model model(const NamedSampler& sampler) const {
    lda::Settings settings;
    settings.topics = alpha.size();
    settings.sampler = sampler.choice;
    settings.blocks = sampler.blocks;
    settings.given = given;
    return lda::Model(settings);
  }
  /// Runs any kernels from a state of one topic whose vocabulary is cut into `blocks`.
  Agreement compare(const Kernels<lda::State>& kernels, std::uint32_t blocks,
                    const ChainLength& length) const {
    Pool alone(1);
    const Corpus corpus = problem.corpus();
    const auto z = sampling::draw_uniform_topics(corpus, {3}, {1, &given.allowed}, alone);
    const lda::Model restorer = model({"", {}, blocks});
    return compare_with_enumeration(kernels, restorer.restore(corpus, z, alpha, beta, alone), problem,
                                    posterior, length);
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

/// Word types with weights, and seeds in both topics: one type in one topic, one in both.
inline LdaProblem seeded_lda() {
  const std::vector<double> alpha{0.8, 0.4};
  const Table beta{{0.15 + 1.5, 0.3, 0.6 + 0.5, 0.45}, {0.15, 0.3, 0.6 + 1, 0.45}};
  lda::Given given;
  given.word_prior = WordPrior({0.5, 1, 2, 1.5}, {{0, 0, 1.5}, {2, 1, 1}, {2, 0, 0.25}, {2, 0, 0.25}});
  const Problem problem = eight_tokens_uneven();
  return {problem, alpha, 0.3, lda_posterior(problem, Table(problem.documents.size(), alpha), beta),
          std::move(given)};
}

/// Word types with weights, and no seeds.
inline LdaProblem weighted_lda() {
  const std::vector<double> alpha{0.8, 0.4};
  const Table beta(2, {0.15, 0.3, 0.6, 0.45});
  lda::Given given;
  given.word_prior = WordPrior({0.5, 1, 2, 1.5}, {});
  const Problem problem = eight_tokens_uneven();
  return {problem, alpha, 0.3, lda_posterior(problem, Table(problem.documents.size(), alpha), beta),
          std::move(given)};
}

/// Three topics: one document may use two of them, one a single one, one every.
inline LdaProblem labelled_lda() {
  const std::vector<double> alpha{1.2, 0.3, 0.5};
  const Table allowed{{1.2, 0, 0.5}, {1.2, 0.3, 0.5}, {0, 0.3, 0}};
  lda::Given given;
  given.allowed = sampling::AllowedTopics({{2, 0, 2}, {}, {1}});
  const Problem problem{{{2, 2, 1}, {0, 1, 2}, {1, 0}}, 3};
  return {problem, alpha, 0.5, lda_posterior(problem, allowed, Table(3, std::vector<double>(3, 0.5))),
          std::move(given)};
}

}  // namespace themata::testing
