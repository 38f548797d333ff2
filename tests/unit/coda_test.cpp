// R's coda is asked again, where it is installed (Debian: r-base-core, r-cran-coda): the recorded results are
// its own.

#include "support/coda.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "support.hpp"
#include "themata/diagnose/spectrum.hpp"

namespace themata {
namespace {

class Coda : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::system("Rscript -e 'stopifnot(requireNamespace(\"coda\"))' > /dev/null 2>&1") != 0)
      GTEST_SKIP() << "Rscript or its package coda is missing (Debian: r-base-core, r-cran-coda)";
  }
  test::TemporaryFolder folder_;
};

TEST_F(Coda, SaysTodayWhatIsRecorded) {
  const std::string command = fmt::format("Rscript '{0}/reference.R' results '{0}' > '{1}'",
                                          testing::coda_folder().string(), (folder_ / "now.tsv").string());
  ASSERT_EQ(std::system(command.c_str()), 0);
  const auto now = testing::read_coda_cases(folder_ / "now.tsv");
  const auto recorded = testing::read_coda_cases(testing::coda_folder() / "results.tsv");
  ASSERT_EQ(now.size(), recorded.size());
  EXPECT_LT(testing::distance_from_coda(now, effective_size), testing::coda_limit);
  for (std::size_t i = 0; i < now.size(); ++i)
    EXPECT_NEAR(now[i].spectrum0, recorded[i].spectrum0, testing::coda_limit * recorded[i].spectrum0)
        << now[i].name;
}

}  // namespace
}  // namespace themata
