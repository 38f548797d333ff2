// R's posterior is asked again, where it is installed (Debian: r-base-core, r-cran-posterior): the recorded
// results are its own.

#include "support/posterior.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "support.hpp"

namespace themata {
namespace {

class Posterior : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::system("Rscript -e 'stopifnot(requireNamespace(\"posterior\"))' > /dev/null 2>&1") != 0)
      GTEST_SKIP() << "Rscript or its package posterior is missing (Debian: r-base-core, r-cran-posterior)";
  }
  test::TemporaryFolder folder_;
};

TEST_F(Posterior, SaysTodayWhatIsRecorded) {
  const std::string command =
      fmt::format("Rscript '{0}/reference.R' results '{0}' > '{1}'", testing::posterior_folder().string(),
                  (folder_ / "now.tsv").string());
  ASSERT_EQ(std::system(command.c_str()), 0);
  const auto now = testing::read_posterior_cases(folder_ / "now.tsv");
  const auto recorded = testing::read_posterior_cases(testing::posterior_folder() / "results.tsv");
  ASSERT_GT(now.size(), 0U);
  ASSERT_EQ(now.size(), recorded.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i].name == "all-stand") continue;  // rounding alone
    for (std::size_t m = 0; m < testing::measures.size(); ++m)
      EXPECT_LT(testing::distance_of(now[i].expected[m], recorded[i].expected[m]), testing::posterior_limit)
          << now[i].name << " " << testing::measures[m];
  }
}

}  // namespace
}  // namespace themata
