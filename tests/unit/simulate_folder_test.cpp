#include <numeric>

#include "support.hpp"
#include "support/simulation.hpp"
#include "themata/io/error.hpp"
#include "themata/io/npy.hpp"
#include "themata/simulate/simulate.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {
namespace {

using namespace test;

class SimulatedFolder : public ::testing::Test {
 protected:
  std::filesystem::path path() const { return folder_ / "corpus"; }
  bool nothing_is_there() const { return std::filesystem::is_empty(folder_.path()); }
  std::string refusal(const SimulateOptions& options) const {
    const std::string message = message_of<UsageError>([&] { simulate_corpus(options, path()); });
    EXPECT_TRUE(nothing_is_there());
    return message;
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(SimulatedFolder, OpensAsAnyCorpusAndHoldsWhatWasDrawn) {
  const SimulateOptions options = testing::small_lda();
  const SimulateReport report = simulate_corpus(options, path());
  const CorpusFolder folder = open_corpus(path());
  const testing::Drawn drawn = testing::draw_all(options);
  EXPECT_EQ(report.documents, 500U);
  EXPECT_EQ(report.topics, 5U);
  EXPECT_EQ(folder.corpus.n_types(), 60U);
  EXPECT_TRUE(std::ranges::equal(folder.corpus.tokens(), drawn.words));
  EXPECT_TRUE(std::ranges::equal(folder.corpus.offsets(), drawn.offsets));
  EXPECT_EQ(folder.vocabulary[7], "w07");
  const auto topics = map_npy<std::uint16_t>(path() / "truth/topics.npy");
  EXPECT_TRUE(std::ranges::equal(topics.values, drawn.topics));
  const auto weights = map_npy<double>(path() / "truth/topic-weights.npy");
  EXPECT_TRUE(std::ranges::equal(weights.values, drawn.mixture.weights));
  const auto phi = map_npy<float>(path() / "truth/topic-word.npy");
  EXPECT_EQ(phi.shape, (Shape{5, 60}));
  EXPECT_NEAR(std::accumulate(phi.values.begin(), phi.values.begin() + 60, 0.0), 1, 1e-6);
}

TEST_F(SimulatedFolder, KeepsEmptyDocumentsAndSaysWhy) {
  SimulateOptions options = testing::small_hdp();
  options.read("length", "1.5");
  const SimulateReport report = simulate_corpus(options, path());
  const CorpusFolder folder = open_corpus(path());
  const std::vector<DocumentRow> rows = read_documents(folder);
  ASSERT_EQ(rows.size(), 500U);
  EXPECT_GT(report.empty_documents, 50U);
  EXPECT_EQ(report.empty_documents, count_empty(folder.corpus));
  for (std::size_t d = 0; d < rows.size(); ++d) {
    ASSERT_EQ(rows[d].row, d + 1);
    ASSERT_EQ(rows[d].id, std::to_string(d + 1));
    ASSERT_EQ(rows[d].empty.empty(), folder.corpus.length(d) > 0);
  }
}

TEST_F(SimulatedFolder, OfZipfHasATruthOnlyWhereAskedForAndIsTheSameCorpus) {
  SimulateOptions options = testing::small_zipf();
  options.read("documents", "300");
  options.read("tokens", "30000");
  options.read("types", "500");
  simulate_corpus(options, path());
  EXPECT_FALSE(std::filesystem::exists(path() / "truth"));
  const std::string manifest = read_bytes(path() / "manifest.json"), hash = open_corpus(path()).hash();
  std::filesystem::remove_all(path());
  simulate_corpus(options, path());
  EXPECT_EQ(read_bytes(path() / "manifest.json"), manifest) << "equal options, equal bytes";
  std::filesystem::remove_all(path());
  options.truth = true;
  simulate_corpus(options, path());
  EXPECT_EQ(open_corpus(path()).hash(), hash);
  EXPECT_EQ(map_npy<float>(path() / "truth/topic-word.npy").shape, (Shape{40, 500}));
}

TEST_F(SimulatedFolder, MayHoldNoTokenAtAll) {
  SimulateOptions options = testing::small_lda();
  options.read("documents", "3");
  options.read("length", "1e-9");
  options.read("types", "1");
  EXPECT_EQ(simulate_corpus(options, path()).tokens, 0U);
  EXPECT_EQ(open_corpus(path()).vocabulary, std::vector<std::string>{"w0"});
}

TEST_F(SimulatedFolder, WrongOptionsLeaveNothing) {
  using testing::small_lda, testing::small_zipf, testing::with;
  EXPECT_EQ(refusal(with(SimulateOptions("zipf"), {{"documents", "5"}, {"types", "5"}})),
            "`tokens` is missing; expected a value, as zipf has no default for it");
  EXPECT_EQ(refusal(small_zipf({{"alpha", "0"}})),
            "`alpha` is 0; expected a number above 0, up to 1000000000000");
  EXPECT_EQ(refusal(small_lda({{"topics", "70000"}})),
            "`topics` is 70000; expected a number from 1 to 65535");
  EXPECT_EQ(refusal(small_lda({{"length-sd", "3"}})),
            "`length-sd` can be used only with `lengths` log-normal, not poisson");
  EXPECT_EQ(refusal(small_lda({{"lengths", "long"}})),
            "`lengths` is 'long'; expected poisson, or fixed, or log-normal");
  EXPECT_EQ(refusal(with(SimulateOptions("similar-topics"), {{"types", "13"}})),
            "`types` is 13; expected 12");
}

TEST_F(SimulatedFolder, WhatDoesNotExistNamesWhatDoes) {
  EXPECT_EQ(
      message_of<UsageError>([] { SimulateOptions("lsa"); }),
      "'lsa' cannot be simulated; expected lda, labeled-lda, hdp, franchise, lida, ftm, sstm, hpc, pcm, "
      "dmm, dp-dmm, dmr, zipf, similar-topics, ibp or icdp");
  SimulateOptions options = testing::small_lda();
  EXPECT_EQ(message_of<UsageError>([&] { options.read("labels", "1"); }),
            "`labels` cannot be used with lda; it belongs to labeled-lda or hpc");
  EXPECT_EQ(message_of<UsageError>([&] { options.read("lables", "1"); }), "simulate has no option `lables`");
  EXPECT_EQ(message_of<UsageError>([&] { options.read("pi", "-inf"); }), "`pi` is '-inf'; expected a number");
}

/// What is said of one option is also there as data.
TEST_F(SimulatedFolder, AWrongOptionIsAnOptionFault) {
  const auto fault_of = [&](const std::string& model, const GivenOptions& given) {
    try {
      simulate_corpus(testing::with(SimulateOptions(model), given), path());
    } catch (const UsageError& error) {
      return error.fault().value_or(OptionFault{});
    }
    return OptionFault{};
  };
  const OptionFault missing = fault_of("lda", {{"documents", "5"}});
  EXPECT_EQ(missing.option, "types");
  EXPECT_EQ(missing.value, "missing");
  const OptionFault labels =
      fault_of("hpc", {{"documents", "5"}, {"types", "9"}, {"topics", "3"}, {"labels", "4"}});
  EXPECT_EQ(labels.option, "labels");
  EXPECT_EQ(labels.value, "4");
  EXPECT_EQ(labels.expected, "at most 3, the value of `topics`");
  const OptionFault delta = fault_of("lida", {{"documents", "5"}, {"delta", "-0.5"}, {"sigma", "0.25"}});
  EXPECT_EQ(delta.option, "delta");
  EXPECT_EQ(delta.expected, "a number above minus `sigma`, -0.25");
  const OptionFault sticks = fault_of("dp-dmm", {{"documents", "5"}, {"types", "9"}, {"alpha", "2000"}});
  EXPECT_EQ(sticks.option, "alpha");
  EXPECT_EQ(sticks.expected, "a number above 0, up to 1000");
}

TEST_F(SimulatedFolder, ATableBeyondTheMachinesMemoryIsRefused) {
  SimulateOptions options = testing::small_lda();
  options.read("types", "4000000000");
  options.read("topics", "65535");
  const std::string message = message_of<ResourceError>([&] { simulate_corpus(options, path()); });
  EXPECT_NE(message.find("fewer topics or word types need less"), std::string::npos) << message;
  EXPECT_TRUE(nothing_is_there());
}

}  // namespace
}  // namespace themata
