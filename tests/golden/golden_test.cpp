// What older versions wrote stays readable, and a chain's bits change only knowingly: the fixtures were
// written by the version of the format in their name (tests/golden/make_fixtures.sh).

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "support.hpp"
#include "themata/fit/fit.hpp"
#include "themata/models/registry.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {
namespace {

namespace fs = std::filesystem;

class Golden : public ::testing::TestWithParam<const char*> {
 protected:
  fs::path fixtures_ = test::folder_of_tests() / "golden" / "version-1";
  fs::path fit_ = fixtures_ / GetParam();
  fs::path scratch_ = fs::temp_directory_path() / (std::string("themata-golden-") + GetParam());

  void SetUp() override { fs::remove_all(scratch_); }
  void TearDown() override { fs::remove_all(scratch_); }
};

TEST(GoldenCorpus, OpensAsItWasWritten) {
  const CorpusFolder folder = open_corpus(test::folder_of_tests() / "golden" / "version-1" / "corpus");
  EXPECT_EQ(folder.corpus.n_documents(), 6U);
  EXPECT_EQ(folder.corpus.length(2), 0U);
  EXPECT_EQ(read_documents(folder)[2].id, "nothing");
  EXPECT_FALSE(read_documents(folder)[2].empty.empty());
}

TEST_P(Golden, AFitOpensAsItWasWritten) {
  const FitFolder fit = open_fit(fit_);
  EXPECT_EQ(fit.status(), "complete");
  EXPECT_EQ(state_hash(fit.checkpoint(1)), fit.manifest.at("chains").at(0).at("state_hash"));
  EXPECT_EQ(fit.kept_sweeps(1).size(), 5U);
  const CorpusFolder corpus = open_corpus(fixtures_ / "corpus");
  EXPECT_EQ(fit.summarized_draw(1).z.size(), corpus.corpus.n_tokens());
}

TEST_P(Golden, TheSameChainIsDrawnAgain) {
  const FitFolder fit = open_fit(fit_);
  const FitOptions options = options_from_json(fit.manifest.at("options"), "manifest.json");
  ASSERT_EQ(start_fit(fixtures_ / "corpus", options, scratch_, {}), FitEnd::complete);
  EXPECT_EQ(open_fit(scratch_).manifest.at("chains").at(0).at("state_hash"),
            fit.manifest.at("chains").at(0).at("state_hash"))
      << "the chain's bits have changed; if that was meant, run tests/golden/make_fixtures.sh and say so in "
         "CHANGELOG";
}

INSTANTIATE_TEST_SUITE_P(Version1, Golden,
                         ::testing::Values("lda", "hdp", "lda-dense", "hdp-sparse", "lda-learned",
                                           "hdp-learned"),
                         [](const auto& given) {
                           std::string name = given.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace themata
