#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "support.hpp"
#include "support/small_fit.hpp"
#include "support/statistics.hpp"
#include "themata/io/error.hpp"
#include "themata/models/lda/draw.hpp"
#include "themata/predict/folds.hpp"
#include "themata/predict/split.hpp"
#include "themata/store/corpus_subset.hpp"

namespace themata::testing {
namespace {

using test::message_of;
using test::TemporaryFolder;
using test::write_bytes;

TEST(NewDocuments, AreMatchedByTheTextOfTheirWords) {
  const TemporaryFolder folder;
  write_problem({{{0, 1, 2}, {}, {2, 2}}, 3}, folder / "fit");
  write_problem({{{4, 0, 0, 3}, {3, 4}, {}, {2, 1}}, 5}, folder / "new");
  const CorpusFolder of_fit = open_corpus(folder / "fit");
  const NewDocuments documents(open_corpus(folder / "new"), of_fit);
  EXPECT_EQ(documents.tokens_known(), 4U);
  EXPECT_EQ(documents.tokens_unknown(), 4U);
  EXPECT_EQ(documents.n_empty(), 2U) << "one without words, one without known words";
  EXPECT_EQ(documents.n_unknown(1), 2U);
  const auto unknown = documents.unknown_words();
  ASSERT_EQ(unknown.size(), 2U);
  EXPECT_EQ(unknown[0].word, "w3");
  const Batch all = make_batch(documents, 0, 1000, 1);
  EXPECT_EQ(all.types, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(all.documents, (std::vector<std::vector<std::uint32_t>>{{0, 0}, {}, {}, {2, 1}}));
  const Batch last = make_batch(documents, 3, 1, 1);
  EXPECT_EQ(last.types, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(last.documents, (std::vector<std::vector<std::uint32_t>>{{1, 0}}));
}

TEST(NewDocuments, WithoutACommonWordAreRefused) {
  const TemporaryFolder folder;
  write_problem({{{0, 1}}, 2}, folder / "fit");
  write_problem({{{0, 1}}, 2}, folder / "new", "W");
  const CorpusFolder of_fit = open_corpus(folder / "fit");
  const std::string message =
      message_of<InputError>([&] { NewDocuments(open_corpus(folder / "new"), of_fit); });
  EXPECT_NE(message.find("begins 'W0', 'W1', the fit's vocabulary 'w0', 'w1'"), std::string::npos) << message;
}

TEST(Split, HalvesAreRandomAndRoundedDown) {
  const TemporaryFolder folder;
  write_problem({{{0, 1, 2, 0, 1}, {1}, {}}, 3}, folder / "corpus");
  const NewDocuments documents(open_corpus(folder / "corpus"), open_corpus(folder / "corpus"));
  std::vector<std::uint64_t> times(10);
  constexpr std::uint64_t keys = 20'000;
  for (std::uint64_t key = 0; key < keys; ++key) {
    const std::vector<bool> seen = Split(chain_key(key, 1)).seen(documents, 0);
    ASSERT_EQ(std::count(seen.begin(), seen.end(), true), 2);
    const auto first = std::find(seen.begin(), seen.end(), true) - seen.begin();
    const auto second = std::find(seen.begin() + first + 1, seen.end(), true) - seen.begin();
    ++times[static_cast<std::size_t>(first * (9 - first) / 2 + second - first - 1)];
  }
  EXPECT_GT(chi_square_p(times, std::vector<double>(10, .1)), p_limit) << "each of the ten pairs alike";
  EXPECT_EQ(Split({1}).seen(documents, 1), std::vector<bool>{false});
  EXPECT_TRUE(Split({1}).seen(documents, 2).empty());
}

class SplitFile : public ::testing::Test {
 protected:
  SplitFile() { write_problem({{{0, 1, 3, 0}, {1}, {2, 2}}, 4}, folder_ / "corpus"); }
  Split split(std::string_view text) {
    write_bytes(folder_ / "split", text);
    return {folder_ / "split", open_corpus(folder_ / "corpus")};
  }
  std::string refusal(std::string_view text) {
    return message_of<InputError>([&] { split(text); });
  }
  TemporaryFolder folder_;
};

TEST_F(SplitFile, NamesPositionsInTheDocument) {
  write_problem({{{0, 1, 2}}, 3}, folder_ / "fit");  // which lacks w3
  const NewDocuments documents(open_corpus(folder_ / "corpus"), open_corpus(folder_ / "fit"));
  const Split split = this->split("# made by hand\n0 2 3\n\n1\n");
  EXPECT_EQ(split.seen(documents, 0), (std::vector<bool>{true, false, true}));
  EXPECT_EQ(split.seen(documents, 1), (std::vector<bool>{false}));
  EXPECT_EQ(split.seen(documents, 2), (std::vector<bool>{false, true}));
  EXPECT_NO_THROW(this->split("# corpus " + open_corpus(folder_ / "corpus").hash() + "\n0\n0\n0\n"));
}

TEST_F(SplitFile, OfAnotherCorpusIsRefused) {
  EXPECT_NE(refusal("# corpus 0123456789abcdef\n0\n0\n0\n").find("split:1: belongs to a corpus"),
            std::string::npos);
  EXPECT_NE(refusal("0\n0\n").find("has lines for 2 documents"), std::string::npos);
  EXPECT_NE(refusal("0\n0\n0\n0\n").find("split:4: has more lines"), std::string::npos);
  EXPECT_NE(refusal("0 4\n0\n0\n").find("split:1: has position 4; the document has 4"), std::string::npos);
  EXPECT_NE(refusal("1 1\n0\n0\n").find("ascending"), std::string::npos);
  EXPECT_NE(refusal("0\n0 x\n0\n").find("split:2: expected the positions"), std::string::npos);
  EXPECT_NE(refusal("0\n-1\n0\n").find("split:2: expected the positions"), std::string::npos);
}

std::vector<std::size_t> documents_to(std::size_t n) {
  std::vector<std::size_t> documents(n);
  std::iota(documents.begin(), documents.end(), std::size_t{0});
  return documents;
}

TEST(Folds, PartTheDocuments) {
  const auto parts = part_documents(documents_to(23), 5, 7);
  std::multiset<std::size_t> all;
  for (const auto& part : parts) {
    EXPECT_GE(part.size(), 4U);
    EXPECT_LE(part.size(), 5U);
    EXPECT_TRUE(std::is_sorted(part.begin(), part.end()));
    all.insert(part.begin(), part.end());
  }
  std::multiset<std::size_t> expected;
  for (std::size_t d = 0; d < 23; ++d) expected.insert(d);
  EXPECT_EQ(all, expected);
  EXPECT_NE(part_documents(documents_to(23), 5, 8), parts);
  EXPECT_THROW(part_documents(documents_to(4), 5, 1), UsageError);
  EXPECT_THROW(part_documents(documents_to(4), 1, 1), UsageError);
}

TEST(CorpusSubset, KeepsWordsRowsAndOrder) {
  const TemporaryFolder folder;
  write_problem({{{0, 1, 2}, {}, {2, 2}, {1}}, 3}, folder / "all");
  const CorpusFolder all = open_corpus(folder / "all");
  const std::vector<std::size_t> chosen{2, 1, 0};
  write_subset(all, chosen, folder / "some");
  const CorpusFolder some = open_corpus(folder / "some");
  EXPECT_EQ(problem_of(some.corpus).documents, (Documents{{2, 2}, {}, {0, 1, 2}}));
  EXPECT_EQ(some.vocabulary, all.vocabulary);
  const auto rows = read_documents(some);
  EXPECT_EQ(rows[0].id, "d2");
  EXPECT_EQ(rows[0].row, 3U);
  EXPECT_EQ(some.manifest["subset"]["of"], all.hash());
  EXPECT_THROW(write_subset(all, chosen, folder / "some"), UsageError);
}

TEST(InOrder, RenumbersLdaAndUndoesBySize) {
  const Draw draw(std::make_unique<lda::Draw>(std::vector<double>{.1, .2, .3}, 1), {2, 2, 0, 1, 2, 0});
  const Draw sized = by_size(draw);
  const Draw ordered = in_order(draw, sized.order);
  EXPECT_EQ(ordered.z, sized.z);
  EXPECT_EQ(ordered.prior_weights(), sized.prior_weights());
  EXPECT_EQ(ordered.z, (LargeVector<std::uint16_t>{0, 0, 1, 2, 0, 1}));
  EXPECT_EQ(ordered.prior_weights(), (std::vector<double>{.3, .1, .2}));
}

}  // namespace
}  // namespace themata::testing
