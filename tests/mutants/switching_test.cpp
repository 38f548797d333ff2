#include "support/switching.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "themata/summaries/posterior.hpp"

// A reader of draws that takes their topics as they are numbered, which the comparisons of
// tests/invariance/switching_test.cpp must show.
namespace themata::testing {
namespace {

/// The largest difference of mean proportions of the tokens of each topic from `expected`.
double off_by(const std::vector<double>& shares, const std::vector<double>& expected) {
  double most = 0;
  for (std::size_t k = 0; k < shares.size(); ++k) most = std::max(most, std::fabs(shares[k] - expected[k]));
  return most;
}

/// Of each document, the mean over draws of the first topic's share of its tokens.
template <class Read>
std::vector<double> first_shares(const ShownFit& shown, const Read& read) {
  const Corpus& corpus = shown.corpus.corpus;
  const std::vector<std::uint64_t> sweeps = shown.fit.kept_sweeps(1);
  std::vector<double> shares(corpus.n_documents(), 0);
  for (const std::uint64_t sweep : sweeps) {
    const Draw draw = read(sweep);
    for (std::size_t d = 0; d < shares.size(); ++d)
      for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i)
        if (draw.z[i] == 0)
          shares[d] += 1 / static_cast<double>(corpus.length(d)) / static_cast<double>(sweeps.size());
  }
  return shares;
}

TEST(SwitchingMutants, AReaderThatSkipsTheAlignmentIsCaught) {
  const test::TemporaryFolder folder;
  Options options = test::small_options("lda");
  options.set("topics", 4).set("sweeps", 120).set("keep", 6);
  documents_of_four_themes().save((folder / "corpus").string());
  fit(Collection::open((folder / "corpus").string()), options).save((folder / "fit").string());
  const ShownFit shown = open_shown_fit(folder / "fit", {});
  const auto aligned = [&](std::uint64_t sweep) { return drawn_beside(shown, sweep); };
  const auto naive = [&](std::uint64_t sweep) {
    return in_order(shown.fit.draw(1, sweep), shown.draw.order);
  };
  const std::vector<double> before = first_shares(shown, aligned);
  EXPECT_EQ(off_by(first_shares(shown, naive), before), 0);
  ASSERT_GT(switch_topics(shown.fit, 1, 1), 0U);
  EXPECT_EQ(off_by(first_shares(shown, aligned), before), 0);
  EXPECT_GT(off_by(first_shares(shown, naive), before), .3);
}

}  // namespace
}  // namespace themata::testing
