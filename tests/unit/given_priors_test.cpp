#include <gtest/gtest.h>

#include <fstream>

#include "support.hpp"
#include "themata/io/error.hpp"
#include "themata/io/npy.hpp"
#include "themata/store/given_folder.hpp"

namespace themata {
namespace {

class GivenPriorsTest : public ::testing::Test {
 protected:
  GivenPriors given_{
      {0.5, 1, 2},
      WordPrior({1, 2, 3, 4}, {{3, 1, 0.5}, {0, 2, 1}}),
      {"weather", "rain", "sport"},
      {{0, 2}, {}, {1}, {0, 1, 2}, {2}},
      {3, 0, 0},
      {{{.name = "year", .center = 1990, .scale = 2.5}, {.name = "party", .levels = {"D", "R"}}},
       {1, 0.4, 0, 1, -0.4, 1, 1, 0, 0, 1, 1.2, 1, 1, -1.2, 0}},
      nullptr};
  GivenShape shape_{3, 4, 5};
  test::TemporaryFolder folder_;
};

TEST_F(GivenPriorsTest, ComeBackAsTheyWereWritten) {
  write_given(folder_.path(), given_, shape_);
  const GivenPriors back = read_given(folder_.path(), shape_);
  EXPECT_EQ(back.alpha_weights, given_.alpha_weights);
  EXPECT_EQ(back.word_prior.weights(), given_.word_prior.weights());
  EXPECT_EQ(back.word_prior.seed(1, 3), 0.5);
  EXPECT_EQ(back.word_prior.seeds().size(), 2U);
  EXPECT_EQ(back.topic_names, given_.topic_names);
  EXPECT_EQ(back.allowed, given_.allowed);
  EXPECT_EQ(back.parents, given_.parents);
  EXPECT_EQ(back.covariates.values, given_.covariates.values);
  EXPECT_EQ(back.covariates.column_names(), (std::vector<std::string>{"intercept", "year", "party=R"}));
  EXPECT_EQ(back.covariates.fields[0].center, 1990);
  EXPECT_EQ(back.covariates.fields[0].scale, 2.5);
  EXPECT_EQ(back.covariates.fields[1].levels, (std::vector<std::string>{"D", "R"}));
}

TEST_F(GivenPriorsTest, RefuseDamagedCovariates) {
  write_given(folder_.path(), given_, shape_);
  const auto file = folder_.path() / "given" / "covariates.json";
  for (const char* text :
       {"", "{}",
        R"({"fields": [{"name": "year", "center": 1, "scale": 0}, {"name": "party", "levels": ["D", "R"]}]})",
        R"({"fields": [{"center": 1, "scale": 1}, {"name": "party", "levels": ["D", "R"]}]})",
        R"({"fields": [{"name": "year", "center": 1, "scale": 1}, {"name": "party", "levels": ["D", "D"]}]})",
        R"({"fields": [{"name": "year", "center": 1, "scale": 1}]})"}) {
    std::ofstream(file) << text;
    EXPECT_THROW(read_given(folder_.path(), shape_), InputError) << text;
  }
}

TEST_F(GivenPriorsTest, OnlyNodesOfATreeNeedANameEach) {
  given_.topic_names = {"weather", "", ""};
  write_given(folder_.path(), given_, shape_);
  EXPECT_THROW(read_given(folder_.path(), shape_), InputError);
  std::filesystem::remove(folder_.path() / "given" / "topic-parents.npy");
  EXPECT_EQ(read_given(folder_.path(), shape_).topic_names, given_.topic_names);
}

TEST_F(GivenPriorsTest, LeaveNoFolderWhereThereIsNothingToSay) {
  write_given(folder_.path(), {}, shape_);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "given"));
  EXPECT_TRUE(read_given(folder_.path(), shape_).word_prior.is_symmetric());
}

TEST_F(GivenPriorsTest, RefuseWhatDoesNotFit) {
  write_given(folder_.path(), given_, shape_);
  EXPECT_THROW(read_given(folder_.path(), {4, 4, 5}), InputError);
  EXPECT_THROW(read_given(folder_.path(), {3, 5, 5}), InputError);
  EXPECT_THROW(read_given(folder_.path(), {3, 4, 6}), InputError);
  const std::vector<double> wrong{1, -1, 1};
  write_npy(folder_.path() / "given" / "alpha-weights.npy", std::span<const double>(wrong), {3});
  EXPECT_THROW(read_given(folder_.path(), shape_), InputError);
}

TEST_F(GivenPriorsTest, FollowTheTopicsToOtherNumbers) {
  const std::vector<std::uint16_t> order{2, 0, 1};
  const GivenPriors moved = renumbered(given_, order, 3);
  EXPECT_EQ(moved.alpha_weights, (std::vector<double>{2, 0.5, 1}));
  EXPECT_EQ(moved.topic_names, (std::vector<std::string>{"sport", "weather", "rain"}));
  EXPECT_EQ(moved.word_prior.seed(0, 0), 1);
  EXPECT_EQ(moved.word_prior.seed(2, 3), 0.5);
  EXPECT_EQ(moved.parents, (std::vector<std::uint32_t>{1, 3, 1}));
  EXPECT_EQ(moved.allowed[0], (std::vector<std::uint16_t>{0, 1}));
  EXPECT_EQ(moved.allowed[2], (std::vector<std::uint16_t>{2}));
}

}  // namespace
}  // namespace themata
