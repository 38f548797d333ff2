// gensim is asked again, where there is a Python that has it (PyPI: gensim; THEMATA_GENSIM names the Python):
// the recorded values are its own.

#include "support/gensim.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "support.hpp"

namespace themata {
namespace {

class Gensim : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const char* named = std::getenv("THEMATA_GENSIM")) python_ = named;
    if (std::system(("'" + python_ + "' -c 'import gensim' > /dev/null 2>&1").c_str()) != 0)
      GTEST_SKIP() << python_
                   << " has no gensim (PyPI: gensim); THEMATA_GENSIM may name a Python that has it";
  }
  std::string python_ = "python3";
  test::TemporaryFolder folder_;
};

TEST_F(Gensim, SaysTodayWhatIsRecorded) {
  const std::string command = fmt::format("'{0}' '{1}/reference.py' results '{1}' > '{2}'", python_,
                                          testing::gensim_folder().string(), (folder_ / "now.tsv").string());
  ASSERT_EQ(std::system(command.c_str()), 0);
  const auto now = testing::read_gensim_values(folder_ / "now.tsv");
  ASSERT_EQ(now.size(), testing::read_gensim_values(testing::gensim_folder() / "results.tsv").size());
  EXPECT_LT(testing::distance_from_gensim(now, testing::OurCoherence(WindowCounts::gensim)),
            testing::gensim_limit);
}

}  // namespace
}  // namespace themata
