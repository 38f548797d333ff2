#include <gtest/gtest.h>

#include "support/problems.hpp"
#include "themata/models/lda/model.hpp"
#include "themata/sampling/phi/draw_phi.hpp"
#include "themata/sampling/scans/partially_collapsed.hpp"

namespace themata::sampling {
namespace {

/// A state of `topics` topics after one draw of Phi, and the topics that one scan then draws, document by
/// document.
std::vector<std::vector<Topic>> drawn(const Corpus& corpus, std::size_t topics,
                                      void (*scan)(State&, const Context&)) {
  lda::Settings settings;
  settings.topics = topics;
  settings.start = Start::tokens;
  Pool alone(1);
  lda::State state = lda::Model(settings).init(corpus, {4}, alone);
  const Context context{corpus, {4}, 1, alone};
  draw_phi(state.mix, context);
  scan(state.mix, context);
  std::vector<std::vector<Topic>> result;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    const auto document = std::span(state.mix.topics).subspan(corpus.offsets()[d], corpus.length(d));
    result.emplace_back(document.begin(), document.end());
  }
  return result;
}

TEST(AutoScan, DrawsEachDocumentAsOneOfTheTwoDoes) {
  // With 480 topics, documents of a few tokens are worth the sparse scan and those of dozens are not.
  const Corpus corpus = testing::random_problem(200, 300, 6).corpus();
  const auto dense = drawn(corpus, 480, draw_topics_dense), sparse = drawn(corpus, 480, draw_topics_sparse),
             automatic = drawn(corpus, 480, draw_topics_auto);
  std::size_t as_dense = 0, as_sparse = 0;
  for (std::size_t d = 0; d < dense.size(); ++d) {
    EXPECT_TRUE(automatic[d] == dense[d] || automatic[d] == sparse[d]) << "document " << d;
    as_dense += dense[d] != sparse[d] && automatic[d] == dense[d] ? 1 : 0;
    as_sparse += dense[d] != sparse[d] && automatic[d] == sparse[d] ? 1 : 0;
  }
  EXPECT_GT(as_dense, 10U);
  EXPECT_GT(as_sparse, 10U);
}

}  // namespace
}  // namespace themata::sampling
