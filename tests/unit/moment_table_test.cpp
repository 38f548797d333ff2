// Tables of posterior moments of many cells: gathered from the tokens of some documents at a time, and
// written as sparse matrices.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "support.hpp"
#include "support/api.hpp"
#include "themata/io/error.hpp"
#include "themata/io/npz.hpp"
#include "themata/store/draw_file.hpp"
#include "themata/summaries/posterior.hpp"
#include "themata/summaries/tables.hpp"

namespace themata {
namespace {

using detail::Access;
using test::small_options;
using test::TemporaryFolder;

constexpr std::size_t n_topics = 1000;
// Topics times documents are more than a block of rows has (2^23).
constexpr std::size_t n_documents = 9000;

Collection many_documents() {
  std::vector<std::uint64_t> offsets(n_documents + 1);
  std::vector<std::uint32_t> tokens;
  std::vector<std::string> words(50);
  for (std::size_t v = 0; v < words.size(); ++v) words[v] = fmt::format("w{}", v);
  for (std::size_t d = 0; d < n_documents; ++d) {
    for (std::size_t i = 0; i < d % 5; ++i)
      tokens.push_back(static_cast<std::uint32_t>((d * 7 + i * i) % words.size()));
    offsets[d + 1] = tokens.size();
  }
  return Collection::from_arrays(offsets, tokens, words);
}

Options many_topics() {
  Options options = small_options("lda");
  options.set("topics", std::uint64_t{n_topics})
      .set("sweeps", 4)
      .set("burn-in", 1)
      .set("keep", 3)
      .set("thin", 1);
  return options;
}

/// How often each document has each topic, and its mean proportion, over the kept draws.
struct Expected {
  std::vector<int> tokens;
  std::vector<double> mean;
};

Expected expected_of(const FitFolder& fit, const Corpus& corpus) {
  const Draw shown = fit.summarized_draw(1);
  const GivenPriors given;
  const std::vector<std::uint64_t> sweeps = fit.kept_sweeps(1);
  Expected expected{std::vector<int>(n_documents * n_topics), std::vector<double>(n_documents * n_topics)};
  for (const std::uint64_t sweep : sweeps) {
    const Draw draw = drawn_beside({fit, corpus, shown, given}, sweep);
    const std::vector<double> alpha = draw.prior_weights();
    const double total = std::accumulate(alpha.begin(), alpha.end(), 0.0);
    for (std::size_t d = 0; d < n_documents; ++d) {
      std::vector<double> row = alpha;
      for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) {
        row[draw.z[i]] += 1;
        ++expected.tokens[d * n_topics + draw.z[i]];
      }
      const double length = total + static_cast<double>(corpus.length(d));
      for (std::size_t k = 0; k < n_topics; ++k)
        expected.mean[d * n_topics + k] += row[k] / length / static_cast<double>(sweeps.size());
    }
  }
  return expected;
}

TEST(MomentTable, GathersDocumentsInBlocks) {
  const Collection collection = many_documents();
  const Fit made = fit(collection, many_topics());
  const Corpus& corpus = Access::corpus(collection).corpus;
  const FitFolder folder = Access::folder(made);
  ASSERT_EQ(folder.kept_sweeps(1).size(), 3U);
  const Expected expected = expected_of(folder, corpus);
  const PosteriorTable found = made.document_topics();
  ASSERT_EQ(found.mean.size(), expected.mean.size());
  double worst = 0;
  for (std::size_t i = 0; i < expected.mean.size(); ++i)
    worst = std::max(worst, std::fabs(expected.mean[i] - static_cast<double>(found.mean[i])));
  EXPECT_LT(worst, 1e-6);
}

/// A sparse matrix of a file, and what its cells should be.
void expect_cells(const NpzReader& npz, std::span<const float> dense, std::size_t columns,
                  const std::function<bool(std::size_t)>& has_tokens) {
  const auto values = npz.read<float>("data");
  const auto indices = npz.read<std::int32_t>("indices");
  const auto begin = npz.read<std::int64_t>("indptr");
  ASSERT_EQ(npz.read<std::int64_t>("shape"),
            (std::vector<std::int64_t>{std::ssize(dense) / static_cast<std::int64_t>(columns),
                                       static_cast<std::int64_t>(columns)}));
  std::size_t next = 0, wrong = 0;
  for (std::size_t cell = 0; cell < dense.size(); ++cell) {
    const std::size_t row = cell / columns;
    if (!has_tokens(cell)) continue;
    const bool same = next < values.size() && std::cmp_less_equal(begin[row], next) &&
                      std::cmp_less(next, begin[row + 1]) && std::cmp_equal(indices[next], cell % columns) &&
                      values[next] == dense[cell];
    wrong += same ? 0 : 1;
    ++next;
  }
  EXPECT_EQ(next, values.size());
  EXPECT_EQ(wrong, 0U);
}

TEST(MomentTable, OfManyCellsIsWrittenAsASparseMatrix) {
  const TemporaryFolder temporary;
  const Collection collection = many_documents();
  const Corpus& corpus = Access::corpus(collection).corpus;
  for (const bool in_memory : {true, false}) {
    Fit made = fit(collection, many_topics());
    if (!in_memory) {
      made.save((temporary / "fit").string());
      made = Fit::open((temporary / "fit").string());
    }
    const FitFolder folder = Access::folder(made);
    const Expected expected = expected_of(folder, corpus);
    const PosteriorTable documents = made.document_topics(), words = made.topic_words();
    const std::vector<float> means(documents.mean.begin(), documents.mean.end()),
        deviations(documents.sd.begin(), documents.sd.end());
    write_posterior(folder, Access::corpus(collection), 1, 1000 * 50);
    EXPECT_TRUE(exists(folder.path / "topic-word-1-mean.npy"));  // which has not more cells
    EXPECT_FALSE(exists(folder.path / "topic-word-1-mean.npz"));
    EXPECT_FALSE(exists(folder.path / "document-topic-1-sd.npy"));  // of before
    const auto has_tokens = [&](std::size_t cell) { return expected.tokens[cell] > 0; };
    expect_cells(NpzReader(folder.path / "document-topic-1-mean.npz"), means, n_topics, has_tokens);
    expect_cells(NpzReader(folder.path / "document-topic-1-sd.npz"), deviations, n_topics, has_tokens);
    // Readers make from the draws what no file has.
    const PosteriorTable again = Fit(made).document_topics();
    EXPECT_TRUE(std::equal(again.mean.begin(), again.mean.end(), means.begin(), means.end()));
  }
}

TEST(MomentTable, OfWordsIsSparseToo) {
  const Collection collection = many_documents();
  const Fit made = fit(collection, many_topics());
  const FitFolder folder = Access::folder(made);
  const PosteriorTable words = made.topic_words();
  const std::vector<float> means(words.mean.begin(), words.mean.end());
  const Corpus& corpus = Access::corpus(collection).corpus;
  std::vector<int> tokens(means.size());
  const Draw shown = folder.summarized_draw(1);
  const GivenPriors given;
  for (const std::uint64_t sweep : folder.kept_sweeps(1)) {
    const Draw draw = drawn_beside({folder, corpus, shown, given}, sweep);
    for (std::size_t i = 0; i < corpus.n_tokens(); ++i)
      ++tokens[draw.z[i] * std::size_t{corpus.n_types()} + corpus.tokens()[i]];
  }
  write_posterior(folder, Access::corpus(collection), 1, 0);
  expect_cells(NpzReader(folder.path / "topic-word-1-mean.npz"), means, corpus.n_types(),
               [&](std::size_t cell) { return tokens[cell] > 0; });
  EXPECT_FALSE(exists(folder.path / "topic-word-1-mean.npy"));
}

TEST(MomentTable, OfADamagedDrawIsRefusedBeforeAnythingIsUsed) {
  const TemporaryFolder temporary;
  const Collection collection = many_documents();
  fit(collection, many_topics()).save((temporary / "fit").string());
  const FitFolder folder = open_fit(temporary / "fit");
  const std::filesystem::path draw = draw_path(folder.path, 1, folder.kept_sweeps(1).back()).path();
  std::string bytes = test::read_bytes(draw);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  test::write_bytes(draw, bytes);
  EXPECT_THROW(posterior_of(open_shown_fit(folder, 1), PosteriorOf::document_topics), InputError);
}

}  // namespace
}  // namespace themata
