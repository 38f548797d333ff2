#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "support/problems.hpp"
#include "themata/counts/matrix.hpp"
#include "themata/counts/sparse_counts.hpp"
#include "themata/sampling/state/state.hpp"

namespace themata {
namespace {

using testing::Problem;

TEST(Matrix, StartsAtZeroOnACacheLine) {
  for (const std::size_t rows : {1U, 3U, 40'000U}) {
    Matrix<std::int32_t> matrix(rows, 16);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(matrix.row(0)) % 64, 0);
    for (std::size_t r = 0; r < rows; ++r)
      for (const std::int32_t x : matrix.span(r)) ASSERT_EQ(x, 0);
  }
}

TEST(Matrix, MovesItsMemory) {
  Matrix<float> from(2, 16);
  from.row(1)[3] = 5;
  const float* memory = from.row(0);
  const Matrix<float> to(std::move(from));
  EXPECT_EQ(to.row(0), memory);
  EXPECT_EQ(to.row(1)[3], 5);
}

TEST(Matrix, MayHaveNoRows) {
  const Matrix<float> none(0, 16);
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(Matrix<float>().rows(), 0);
}

TEST(Slots, AreWholeGroups) {
  EXPECT_EQ(slots_for(0), 0);
  EXPECT_EQ(slots_for(1), 16);
  EXPECT_EQ(slots_for(16), 16);
  EXPECT_EQ(slots_for(17), 32);
}

/// Topic i % 3 for token i, and weight in every slot that this needs.
sampling::State counted(const Problem& problem, const Corpus& corpus, std::size_t slots,
                        std::uint32_t blocks) {
  sampling::State state;
  state.layout = sampling::make_layout(corpus, blocks);
  sampling::TokenTopics z(problem.tokens());
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = static_cast<sampling::Topic>(i % 3);
  state.topics = sampling::to_layout_order(corpus, state.layout, z);
  Pool pool(2);
  sampling::recount(state, corpus, pool, slots);
  state.prior.assign(slots, 1.0);
  return state;
}

TEST(Counts, AreThoseOfTheTopics) {
  const Problem problem = testing::random_problem(200, 50, 9);
  const Corpus corpus = problem.corpus();
  for (const std::size_t slots : {16U, 1024U}) {  // the second is too wide for m_dk to be worth keeping
    const sampling::State state = counted(problem, corpus, slots, 4);
    EXPECT_EQ(state.document_topic.empty(), slots == 1024);
    EXPECT_NO_THROW(sampling::check(state, corpus));
    std::vector<std::int32_t> words(3 * 50), counts(slots);
    std::size_t i = 0;
    for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
      std::vector<std::int32_t> expected(slots);
      for (const std::uint32_t v : corpus.document(d)) {
        ++words[(i % 3) * 50 + v];
        ++expected[i++ % 3];
      }
      sampling::count_document(state, corpus, d, counts.data());
      ASSERT_EQ(counts, expected) << "document " << d;
    }
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t v = 0; v < 50; ++v) ASSERT_EQ(state.word_topic.row(v)[k], words[k * 50 + v]);
    const auto sizes = sampling::topic_sizes(state);
    EXPECT_EQ(sizes[0] + sizes[1] + sizes[2], static_cast<std::int64_t>(corpus.n_tokens()));
  }
}

TEST(Counts, OfOneBlockDoNotDependOnTheThreads) {
  const Problem problem = testing::random_problem(200, 50, 9);
  const Corpus corpus = problem.corpus();
  for (const int threads : {1, 2, 3, 8, 70}) {  // 70 ranges of types are more than there are types
    sampling::State state = counted(problem, corpus, 16, 1);
    EXPECT_EQ(state.layout.words.data(), corpus.tokens().data()) << "no copy of the corpus";
    Pool pool(threads);
    for (int again = 0; again < 2;
         ++again) {  // the second time ranges are balanced by the first one's counts
      sampling::recount(state, corpus, pool);
      EXPECT_NO_THROW(sampling::check(state, corpus)) << threads;
    }
    const auto sizes = sampling::topic_sizes(state);
    EXPECT_EQ(sizes[0] + sizes[1] + sizes[2], static_cast<std::int64_t>(corpus.n_tokens()));
  }
}

TEST(SparseCounts, OfTopicsAreTheSameWhicheverWayTheyAreCounted) {
  const Problem problem = testing::random_problem(200, 50, 9);
  const Corpus corpus = problem.corpus();
  std::vector<std::uint16_t> z(corpus.n_tokens());
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = static_cast<std::uint16_t>(i % 3);
  const SparseCounts few = topic_word_counts({corpus, z, 3});       // fewer cells than tokens
  const SparseCounts many = topic_word_counts({corpus, z, 1'000});  // more
  ASSERT_LT(3 * 50U, corpus.n_tokens());
  ASSERT_GT(1'000 * 50U, corpus.n_tokens());
  EXPECT_EQ(few.indices, many.indices);
  EXPECT_EQ(few.values, many.values);
  ASSERT_EQ(many.n_rows(), 1'000U);
  for (std::size_t k = 0; k < 1'000; ++k)
    EXPECT_EQ(many.indptr[k + 1], few.indptr[std::min<std::size_t>(k, 2) + 1]);
}

TEST(Counts, CheckSeesEveryWrongCount) {
  const Problem problem = testing::random_problem(20, 30, 9);
  const Corpus corpus = problem.corpus();
  const auto spoilt = [&](const auto& spoil) {
    sampling::State state = counted(problem, corpus, 16, 2);
    spoil(state);
    return state;
  };
  using State = sampling::State;
  EXPECT_THROW(check(spoilt([](State& s) { ++s.word_topic.row(3)[1]; }), corpus), std::logic_error);
  EXPECT_THROW(check(spoilt([](State& s) { --s.block_topic.row(1)[0]; }), corpus), std::logic_error);
  EXPECT_THROW(check(spoilt([](State& s) { ++s.document_topic.row(2)[2]; }), corpus), std::logic_error);
  EXPECT_THROW(check(spoilt([](State& s) { s.topics[5] = 16; }), corpus), std::logic_error);
  EXPECT_THROW(check(spoilt([](State& s) { s.prior[1] = 0; }), corpus), std::logic_error);
  EXPECT_THROW(check(spoilt([](State& s) { s.topics.pop_back(); }), corpus), std::logic_error);
}

}  // namespace
}  // namespace themata
