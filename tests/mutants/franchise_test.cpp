#include <gtest/gtest.h>

#include "mutants/plain_franchise.hpp"

// Planted bugs in the franchise's samplers.
namespace themata::testing {
namespace {

/// Seats, then what `update` does: of one of the franchises, against every seating.
template <class Update>
bool passes(FranchiseMistake mistake, const Update& update) {
  const Kernels<franchise::State> kernels{{"plain", [&](franchise::State& state, const Context& context) {
                                             Stream stream = context.stream(Purpose::token, 0);
                                             PlainFranchise plain(state, context, mistake);
                                             update(plain, stream);
                                             plain.store(context);
                                           }}};
  static const FranchiseProblem problem = franchise_problem(discounted_franchise());
  const FranchiseAgreement found = compare(problem, kernels, ChainLength{100, 300, 5});
  return found.topics.excess < excess_limit && found.worst_z() < z_limit;
}

bool gibbs_passes(FranchiseMistake mistake) {
  return passes(mistake, [](PlainFranchise& plain, Stream& stream) {
    plain.draw_seats(stream);
    plain.draw_dishes(stream);
  });
}

bool split_merge_passes(FranchiseMistake mistake) {
  return passes(mistake, [](PlainFranchise& plain, Stream& stream) {
    plain.draw_seats(stream);
    for (int i = 0; i < 5; ++i) plain.split_or_merge(stream);
  });
}

TEST(FranchiseMutants, PlainGibbsPassesAndItsMutantsFail) {
  EXPECT_TRUE(gibbs_passes(FranchiseMistake::none));
  EXPECT_FALSE(gibbs_passes(FranchiseMistake::new_table_of_new_topic));
  EXPECT_FALSE(gibbs_passes(FranchiseMistake::keeps_own_word));
  EXPECT_FALSE(gibbs_passes(FranchiseMistake::no_discount_for_new));
  EXPECT_FALSE(gibbs_passes(FranchiseMistake::words_one_by_one));
  EXPECT_FALSE(gibbs_passes(FranchiseMistake::topics_by_tokens));
}

TEST(FranchiseMutants, PlainSplitMergePassesAndItsMutantsFail) {
  EXPECT_TRUE(split_merge_passes(FranchiseMistake::none));
  EXPECT_FALSE(split_merge_passes(FranchiseMistake::without_q));
  EXPECT_FALSE(split_merge_passes(FranchiseMistake::without_gamma));
  EXPECT_FALSE(split_merge_passes(FranchiseMistake::sides_stand_still));
}

}  // namespace
}  // namespace themata::testing
