#include <gtest/gtest.h>

#include "support/franchise_problem.hpp"
#include "support/hdp_problem.hpp"

// The franchise's samplers against the posterior of every seating of seven tokens (docs/theory/proof.md).
namespace themata::testing {
namespace {

using seating::SplitMerge;

/// Which updates make up a sweep.
struct FranchiseSweep {
  const char* name;
  FranchiseSetting setting;
  bool dishes;
  SplitMerge split_merge;
};

std::ostream& operator<<(std::ostream& out, const FranchiseSweep& sweep) { return out << sweep.name; }

Kernels<franchise::State> kernels_of(const FranchiseSweep& sweep) {
  franchise::Settings settings = settings_of(sweep.setting);
  settings.split_merge = sweep.split_merge;
  Kernels<franchise::State> kernels = franchise::Model(settings).kernels();
  if (!sweep.dishes)
    std::erase_if(kernels, [](const auto& kernel) { return kernel.name == "topics of tables"; });
  return kernels;
}

class FranchiseEnumeration : public ::testing::TestWithParam<FranchiseSweep> {};

TEST_P(FranchiseEnumeration, HasThePosterior) {
  const FranchiseAgreement found =
      compare(franchise_problem(GetParam().setting), kernels_of(GetParam()), hdp_length);
  EXPECT_LT(found.topics.total_variation, hdp_tv_limit);
  EXPECT_LT(found.topics.excess, excess_limit);
  EXPECT_LT(found.topics.noise, hdp_tv_limit) << "too short a chain to tell anything";
  EXPECT_LT(found.worst_z(), z_limit);
  RecordProperty("noise", std::to_string(found.topics.noise));
  RecordProperty("total_variation", std::to_string(found.topics.total_variation));
}

constexpr SplitMerge without{.proposals = 0};
constexpr SplitMerge by_one_pass{SplitMerge::Pick::uniform, 0, 3};
constexpr SplitMerge by_scans{SplitMerge::Pick::uniform, 2, 3};
constexpr SplitMerge pick_by_size{SplitMerge::Pick::by_size, 0, 3};
constexpr SplitMerge pick_by_likeness{SplitMerge::Pick::by_likeness, 0, 3};
constexpr SplitMerge pick_by_likeness_and_scans{SplitMerge::Pick::by_likeness, 2, 3};
constexpr SplitMerge allocate_at_once{SplitMerge::Pick::uniform, 0, 3, SplitMerge::Allocation::parallel};
constexpr SplitMerge allocate_at_once_by_scans{SplitMerge::Pick::uniform, 2, 3,
                                               SplitMerge::Allocation::parallel};

INSTANTIATE_TEST_SUITE_P(
    Sweeps, FranchiseEnumeration,
    ::testing::Values(
        FranchiseSweep{"gibbs", plain_franchise(), true, without},
        FranchiseSweep{"gibbs_discounted", discounted_franchise(), true, without},
        FranchiseSweep{"gibbs_negative", negative_franchise(), true, without},
        FranchiseSweep{"seats_alone", plain_franchise(), false, without},
        FranchiseSweep{"one_pass", plain_franchise(), false, by_one_pass},
        FranchiseSweep{"one_pass_discounted", discounted_franchise(), true, by_one_pass},
        FranchiseSweep{"one_pass_negative", negative_franchise(), false, by_one_pass},
        FranchiseSweep{"scans", plain_franchise(), true, by_scans},
        FranchiseSweep{"scans_discounted", discounted_franchise(), false, by_scans},
        FranchiseSweep{"by_size", discounted_franchise(), true, pick_by_size},
        FranchiseSweep{"by_likeness", plain_franchise(), false, pick_by_likeness},
        FranchiseSweep{"by_likeness_discounted", discounted_franchise(), false, pick_by_likeness_and_scans},
        FranchiseSweep{"at_once", plain_franchise(), false, allocate_at_once},
        FranchiseSweep{"at_once_by_scans", discounted_franchise(), true, allocate_at_once_by_scans}),
    SamplerName());

TEST(FranchiseEnumerationItself, WithoutDiscountsIsTheHdps) {
  const FranchiseProblem mine = franchise_problem(plain_franchise());
  const HdpProblem other = open_hdp();
  ASSERT_EQ(mine.posterior.states.size(), other.posterior.states.size());
  for (std::size_t i = 0; i < mine.posterior.states.size(); ++i)
    EXPECT_NEAR(mine.posterior.probability[i],
                other.posterior.probability[other.posterior.place(mine.posterior.states[i])], 1e-12);
}

TEST(FranchiseEnumerationItself, SeatingsHaveProbabilitiesThatSumToOne) {
  const Problem problem = seven_tokens();
  for (const FranchiseSetting& setting : {plain_franchise(), discounted_franchise(), negative_franchise()}) {
    double sum = 0;
    for_each_franchise(problem, [&](const Franchise& state) {
      double log_p = log_seated(setting.topics, state.dishes);
      for (const Topics& document : state.seats) log_p += log_seated(setting.documents, document);
      sum += std::exp(log_p);
    });
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

TEST(FranchiseLogJoint, IsThatOfCustomersSeatedOneByOne) {
  const Corpus corpus = random_problem(30, 20, 8).corpus();
  const Problem problem = problem_of(corpus);
  Pool alone(1);
  for (const FranchiseSetting& setting : {plain_franchise(), discounted_franchise(), negative_franchise()}) {
    const franchise::Model model(settings_of(setting));
    const franchise::State state = model.init(corpus, {5}, alone);
    ASSERT_NO_THROW(model.check(state, corpus));
    const double expected = log_joint(problem, setting, franchise_of(state, corpus));
    EXPECT_NEAR(model.log_joint(state, corpus, alone), expected, 1e-9 * std::abs(expected));
  }
}

}  // namespace
}  // namespace themata::testing
