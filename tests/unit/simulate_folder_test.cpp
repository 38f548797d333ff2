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
  options.length = 1.5;
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
  options.documents = 300;
  options.tokens = 30'000;
  options.types = 500;
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
  options.documents = 3;
  options.length = 1e-9;
  options.types = 1;
  EXPECT_EQ(simulate_corpus(options, path()).tokens, 0U);
  EXPECT_EQ(open_corpus(path()).vocabulary, std::vector<std::string>{"w0"});
}

TEST_F(SimulatedFolder, WrongOptionsLeaveNothing) {
  SimulateOptions options = testing::small_lda();
  options.model = "lsa";
  EXPECT_EQ(refusal(options),
            "'lsa': no such model to simulate; there are lda, labeled-lda, hdp, franchise, lida, ftm, sstm, "
            "hpc, pcm, dmm, dp-dmm, "
            "zipf, similar-topics, and of matrices ibp, icdp");
  options = testing::small_lda();
  options.gamma = 1;
  EXPECT_EQ(refusal(options), "`gamma` means nothing for lda");
  options = testing::small_zipf();
  options.tokens.reset();
  EXPECT_EQ(refusal(options), "simulate zipf needs `tokens`");
  options = testing::small_zipf();
  options.alpha = 0;
  EXPECT_EQ(refusal(options), "`alpha` is 0; expected a number above 0, at most 1000000000000");
  options = testing::small_lda();
  options.topics = 70'000;
  EXPECT_EQ(refusal(options), "`topics` is 70000; expected a number from 1, at most 65535");
  options = testing::small_lda();
  options.length_sd = 3;
  EXPECT_EQ(refusal(options), "`length-sd` goes with `lengths` log-normal, not poisson");
  options = testing::small_lda();
  options.lengths = "long";
  EXPECT_EQ(refusal(options), "`lengths` is 'long'; expected poisson, or fixed, or log-normal");
}

TEST_F(SimulatedFolder, ATableBeyondTheMachinesMemoryIsRefused) {
  SimulateOptions options = testing::small_lda();
  options.types = 4'000'000'000;
  options.topics = 65'535;
  const std::string message = message_of<ResourceError>([&] { simulate_corpus(options, path()); });
  EXPECT_NE(message.find("fewer topics or word types need less"), std::string::npos) << message;
  EXPECT_TRUE(nothing_is_there());
}

}  // namespace
}  // namespace themata
