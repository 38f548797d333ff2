#include <gtest/gtest.h>

#include <algorithm>

#include "themata/simulate/catalog.hpp"
#include "themata/simulate/options.hpp"

// What can be simulated, put together from what each model says of itself.
namespace themata {
namespace {

using simulate::OptionUse;
using simulate::Simulated;

TEST(Simulated, UsesAreOfOneOptionEach) {
  for (const Simulated* one : simulate::all_simulated())
    for (const OptionUse& use : one->uses) {
      const auto same = [&](const auto& other) { return other.place == use.place; };
      const auto field = std::ranges::find_if(simulate_fields(), same);
      ASSERT_NE(field, simulate_fields().end()) << one->name;
      EXPECT_EQ(std::ranges::count_if(simulate_fields(), same), 1) << field->name;
      EXPECT_EQ(std::ranges::count_if(one->uses, same), 1) << one->name << ' ' << field->name;
      if (use.kind == OptionUse::Kind::has_default || use.kind == OptionUse::Kind::fixed) {
        EXPECT_GE(use.value, field->least) << one->name << ' ' << field->name;
        EXPECT_LE(use.value, field->most) << one->name << ' ' << field->name;
      }
    }
}

TEST(Simulated, ModelsComeInTheRegistrysOrderVariantsBehindTheirs) {
  const std::vector<std::string_view> expected{"lda",  "labeled-lda", "hdp", "franchise", "lida",  "ftm",
                                               "sstm", "hpc",         "pcm", "dmm",       "dp-dmm"};
  EXPECT_EQ(simulate::simulated_models(), expected);
}

std::string help(std::string_view option) {
  return help_of(*std::ranges::find(simulate_fields(), option, &SimulateField::name));
}

TEST(Simulated, HelpSaysWhatAnOptionMeansForWhom) {
  EXPECT_EQ(help("seed"), "seed of the random numbers (1)");
  EXPECT_EQ(help("documents"), "documents D (similar-topics 100); ibp, icdp: rows of the matrix");
  EXPECT_EQ(help("length"), "mean length of a document, in tokens (100; similar-topics 50)");
  EXPECT_EQ(help("beta"),
            "prior weight of each word type in a topic (0.01); lida, sstm: of each that it may have (0.5)");
  EXPECT_EQ(help("labels"), "labeled-lda, hpc: labels of a document, on average (2)");
  EXPECT_EQ(
      help("alpha"),
      "lda, sstm: prior weight of each topic in a document (0.1); labeled-lda, lida, ftm, icdp: prior "
      "weight of each topic that a document may use (0.5); hdp, franchise, zipf: concentration of a "
      "document (1); dmm: prior weight of each topic in the corpus (1); dp-dmm: concentration of the topics' "
      "weights (5)");
}

}  // namespace
}  // namespace themata
