#include "themata/sampling/state/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support/problems.hpp"

namespace themata::sampling {
namespace {

using testing::Problem;

class LayoutTest : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  const Corpus corpus_ = testing::random_problem(60, 40, 5).corpus();
  const Layout layout_ = make_layout(corpus_, GetParam());
};

TEST_P(LayoutTest, PiecesCoverEachDocumentBlockAfterBlock) {
  for (std::size_t d = 0; d < corpus_.n_documents(); ++d) {
    std::size_t expected_first = corpus_.offsets()[d];
    for (std::uint32_t b = 0; b < layout_.n_blocks; ++b) {
      const auto piece = layout_.piece(corpus_, d, b);
      ASSERT_EQ(piece.first, expected_first);
      for (std::size_t i = piece.first; i < piece.last; ++i) ASSERT_EQ(layout_.block_of[layout_.words[i]], b);
      expected_first = piece.last;
    }
    ASSERT_EQ(expected_first, corpus_.offsets()[d + 1]);
  }
}

TEST_P(LayoutTest, KeepsEachDocumentsWords) {
  for (std::size_t d = 0; d < corpus_.n_documents(); ++d) {
    std::vector<std::uint32_t> original(corpus_.document(d).begin(), corpus_.document(d).end());
    std::vector<std::uint32_t> laid(
        layout_.words.begin() + static_cast<std::ptrdiff_t>(corpus_.offsets()[d]),
        layout_.words.begin() + static_cast<std::ptrdiff_t>(corpus_.offsets()[d + 1]));
    std::sort(original.begin(), original.end());
    std::sort(laid.begin(), laid.end());
    ASSERT_EQ(laid, original);
  }
}

TEST_P(LayoutTest, OrdersOfTopicsAreEachOthersInverse) {
  TokenTopics z(corpus_.n_tokens());
  std::iota(z.begin(), z.end(), Topic{0});
  const auto laid = to_layout_order(corpus_, layout_, z);
  EXPECT_EQ(to_corpus_order(corpus_, layout_, laid), z);
  for (std::size_t i = 0; i < laid.size(); ++i) ASSERT_EQ(layout_.words[i], corpus_.tokens()[laid[i]]);
}

TEST_P(LayoutTest, GroupsCoverTheDocuments) {
  ASSERT_EQ(layout_.share.group_begin.size(), layout_.n_blocks + 1);
  EXPECT_EQ(layout_.share.group_begin.front(), 0);
  EXPECT_EQ(layout_.share.group_begin.back(), corpus_.n_documents());
  EXPECT_TRUE(std::is_sorted(layout_.share.group_begin.begin(), layout_.share.group_begin.end()));
}

TEST_P(LayoutTest, CountsTheTypesOfEachBlock) {
  EXPECT_EQ(std::accumulate(layout_.types_in.begin(), layout_.types_in.end(), 0U), corpus_.n_types());
  for (std::uint32_t b = 0; b < layout_.n_blocks; ++b)
    EXPECT_EQ(std::count(layout_.block_of.begin(), layout_.block_of.end(), b), layout_.types_in[b]);
}

TEST_P(LayoutTest, StaysWhereItIsWhenTheWordsChange) {
  std::vector<std::uint32_t> words(corpus_.tokens().begin(), corpus_.tokens().end());
  std::reverse(words.begin(), words.end());
  const Corpus other =
      make_corpus(words, {corpus_.offsets().begin(), corpus_.offsets().end()}, corpus_.n_types());
  const Layout moved = relayout(other, layout_);
  EXPECT_EQ(moved.block_of, layout_.block_of);
  EXPECT_EQ(moved.share.group_begin, layout_.share.group_begin);
  for (std::size_t d = 0; d < other.n_documents(); ++d)
    for (std::uint32_t b = 0; b < moved.n_blocks; ++b)
      for (std::size_t i = moved.piece(other, d, b).first; i < moved.piece(other, d, b).last; ++i)
        ASSERT_EQ(moved.block_of[moved.words[i]], b);
}

// 50 blocks are more than there are types, 70 more than documents too.
INSTANTIATE_TEST_SUITE_P(Blocks, LayoutTest, ::testing::Values(1, 2, 3, 16, 50, 70));

TEST(LayoutBalance, BlocksAndGroupsHoldLikeNumbersOfTokens) {
  const Corpus corpus = testing::random_problem(500, 1000, 6).corpus();
  const Layout layout = make_layout(corpus, 8);
  std::vector<std::size_t> in_block(8), in_group(8);
  for (const std::uint32_t v : corpus.tokens()) ++in_block[layout.block_of[v]];
  for (std::size_t g = 0; g < 8; ++g)
    in_group[g] =
        corpus.offsets()[layout.share.group_begin[g + 1]] - corpus.offsets()[layout.share.group_begin[g]];
  const double share = static_cast<double>(corpus.n_tokens()) / 8;
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_NEAR(static_cast<double>(in_block[i]), share, 0.02 * share);
    EXPECT_NEAR(static_cast<double>(in_group[i]), share, 60) << "a document's length at most";
  }
}

TEST(LayoutDefault, IsWithinWhatTheCorpusHas) {
  EXPECT_EQ(default_blocks(Problem{{}, 0}.corpus()), 1);
  EXPECT_EQ(default_blocks(Problem{{{0}}, 1}.corpus()), 1);
  EXPECT_EQ(default_blocks(Problem{testing::Documents(100, {0, 1, 2}), 3}.corpus()), 3);
}

TEST(LayoutDefault, GrowsWithTheDocuments) {
  const auto blocks = [](std::size_t length) {
    return default_blocks(
        Problem{testing::Documents(100, std::vector<std::uint32_t>(length, 7)), 50}.corpus());
  };
  EXPECT_EQ(blocks(10), 4);
  EXPECT_EQ(blocks(50), 6);
  EXPECT_EQ(blocks(64), 8);
  EXPECT_EQ(blocks(200), 8);
  EXPECT_EQ(blocks(240), 10);
  EXPECT_EQ(blocks(400), 16);
  EXPECT_EQ(blocks(4000), 16);
}

}  // namespace
}  // namespace themata::sampling
