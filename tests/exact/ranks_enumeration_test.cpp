#include <gtest/gtest.h>

#include "support/hdp_problem.hpp"
#include "support/lda_problem.hpp"
#include "support/rank_chains.hpp"
#include "themata/cluster/in_process.hpp"

// Chains that several ranks sample together, against the posterior (docs/theory/proof.md). That they are
// the chains of one process is in tests/invariance; this looks at what they draw.
namespace themata::testing {
namespace {

constexpr std::size_t batches = 100;

/// @param make  the model and the state of a rank with its share, and the documents that it has
template <class Make>
Agreement compare_over_ranks(std::size_t n_ranks, const Problem& problem, const Posterior& posterior,
                             const Make& make) {
  const Corpus corpus = problem.corpus();
  const std::size_t length = 150 * proof_scale();
  Visits visits(batches, length, posterior.states.size());
  run_ranks(n_ranks, [&](const Communicator& ranks) {
    const auto share = sampling::share_of(corpus, static_cast<std::uint32_t>(n_ranks), ranks);
    const Corpus part = sampling::documents_of(corpus, share);
    Pool alone(1);
    const auto model = make.model(share);
    auto state = make.state(model, part, alone);
    const auto kernels = model.kernels();
    constexpr std::size_t warm_up = 500;
    for (std::size_t sweep = 1; sweep <= batches * length + warm_up; ++sweep) {
      run_sweep(kernels, state, Context{part, {2}, sweep, alone});
      if (sweep <= warm_up) continue;
      const auto mine = sampling::to_corpus_order(part, state.mix.layout, state.mix.topics);
      const auto all = ranks.gather(std::span<const sampling::Topic>(mine));
      if (ranks.rank() == 0) visits.add(posterior.place({all.begin(), all.end()}));
    }
  });
  return visits.compare(posterior, summarise(problem, posterior));
}

void expect_right(const Agreement& found, double most_noise) {
  EXPECT_LT(found.noise, most_noise) << "too short a chain to tell anything";
  EXPECT_LT(found.excess, excess_limit);
  EXPECT_LT(found.worst_z, z_limit);
}

class RanksEnumeration : public ::testing::TestWithParam<std::size_t> {};

struct MakeLda {
  LdaProblem lda = asymmetric_lda();
  std::uint32_t blocks = 1;
  sampling::SamplerChoice sampler = {};
  lda::Model model(const sampling::Share& share) const {
    lda::Settings settings;
    settings.topics = lda.alpha.size();
    settings.blocks = blocks;
    settings.sampler = sampler;
    settings.share = share;
    return lda::Model(settings);
  }
  lda::State state(const lda::Model& model, const Corpus& part, Pool& pool) const {
    const sampling::TokenTopics z(part.n_tokens(), 0);
    return model.restore(part, z, lda.alpha, lda.beta, pool);
  }
};

struct MakeHdp {
  HdpProblem hdp = open_hdp();
  std::uint32_t blocks = 1;
  sampling::SamplerChoice sampler = {};
  hdp::Model model(const sampling::Share& share) const {
    hdp::Settings settings;
    settings.blocks = blocks;
    settings.sampler = sampler;
    settings.share = share;
    return hdp::Model(settings);
  }
  hdp::State state(const hdp::Model& model, const Corpus& part, Pool& pool) const {
    const HdpSetting& at = hdp.setting;
    return model.restore(
        part, {sampling::TokenTopics(part.n_tokens(), 0), {1.0}, at.alpha, at.beta, at.gamma}, pool);
  }
};

TEST_P(RanksEnumeration, Lda) {
  const MakeLda make{.blocks = static_cast<std::uint32_t>(GetParam())};
  expect_right(compare_over_ranks(GetParam(), make.lda.problem, make.lda.posterior, make), .045);
}

TEST_P(RanksEnumeration, Hdp) {
  const MakeHdp make{.blocks = static_cast<std::uint32_t>(GetParam())};
  expect_right(compare_over_ranks(GetParam(), make.hdp.problem, make.hdp.posterior, make), .085);
}

TEST_P(RanksEnumeration, LdaGivenPhi) {
  for (const auto& sampler : {given_phi(sampling::TopicScan::dense), given_lists()}) {
    const MakeLda make{.blocks = static_cast<std::uint32_t>(GetParam()), .sampler = sampler};
    expect_right(compare_over_ranks(GetParam(), make.lda.problem, make.lda.posterior, make), .045);
  }
}

TEST_P(RanksEnumeration, HdpGivenPhi) {
  const MakeHdp make{.blocks = static_cast<std::uint32_t>(GetParam()),
                     .sampler = given_phi(sampling::TopicScan::sparse)};
  expect_right(compare_over_ranks(GetParam(), make.hdp.problem, make.hdp.posterior, make), .12);
}

INSTANTIATE_TEST_SUITE_P(Ranks, RanksEnumeration, ::testing::Values(2, 3));

}  // namespace
}  // namespace themata::testing
