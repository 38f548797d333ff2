// Kept draws, traces, options with their ranges, metadata, and folders as files in memory.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>
#include <string_view>

#include "support.hpp"
#include "support/api.hpp"

namespace themata {
namespace {

using test::few_texts;
using test::many_texts;
using test::small_options;
using test::state_of;
using test::TemporaryFolder;

class DrawsOfFits : public ::testing::TestWithParam<const char*> {};

TEST_P(DrawsOfFits, HaveTopicsOfTokensAndExpectations) {
  const Collection collection = Collection::from_texts(many_texts());
  const Fit made = fit(collection, small_options(GetParam()));
  const std::vector<std::uint64_t> kept = made.kept_sweeps();
  ASSERT_EQ(kept.size(), 5U);
  for (const std::uint64_t sweep : kept) {
    const KeptDraw draw = made.draw(sweep);
    EXPECT_EQ(draw.sweep(), sweep);
    EXPECT_EQ(draw.chain(), 1U);
    for (const std::uint16_t k : draw.topics()) ASSERT_LT(k, draw.n_topics());
    const PosteriorTable theta = draw.document_topics(), phi = draw.topic_words();
    EXPECT_EQ(theta.rows, collection.n_documents());
    EXPECT_EQ(theta.columns, draw.n_topics());
    EXPECT_EQ(phi.columns, collection.n_types());
    EXPECT_EQ(theta.source, TableSource::one_draw);
  }
  EXPECT_THROW(static_cast<void>(made.draw(kept.back() + 1)), UsageError);
  EXPECT_THROW(static_cast<void>(made.draw(kept.back(), 2)), UsageError);
}
INSTANTIATE_TEST_SUITE_P(Models, DrawsOfFits,
                         ::testing::Values("lda", "hdp", "franchise", "ftm", "hpc", "dmm", "dmr"));

TEST(DrawsOfAChain, OfTopicsThatStayAverageToThePosteriorMeans) {
  const Fit made = fit(Collection::from_texts(many_texts()), small_options("lda"));
  const PosteriorTable means = made.document_topics();
  std::vector<double> sum(means.mean.size());
  for (const std::uint64_t sweep : made.kept_sweeps()) {
    const PosteriorTable theta = made.draw(sweep).document_topics();
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += theta.mean[i] / 5;
  }
  for (std::size_t i = 0; i < sum.size(); ++i) ASSERT_NEAR(sum[i], means.mean[i], 1e-6);
}

TEST(Traces, HaveEveryTracedSweep) {
  Options options = small_options("hdp");
  options.set("burn-in", 20);
  const Fit made = fit(Collection::from_texts(many_texts()), options);
  const ChainTrace trace = made.trace(1);
  const auto sweep = std::ranges::find(trace.names, "sweep") - trace.names.begin();
  EXPECT_EQ(trace.columns.at(static_cast<std::size_t>(sweep)), (std::vector<double>{10, 20, 30, 40, 50, 60}));
  EXPECT_EQ(trace.burn_in, 20U);
  EXPECT_EQ(trace.names.size(), trace.columns.size());
  EXPECT_THROW(static_cast<void>(made.trace(3)), UsageError);
}

TEST(OptionTables, HaveWhatHelpShows) {
  const std::vector<OptionInfo> table = option_table("lda");
  const auto find = [&](std::string_view name) { return *std::ranges::find(table, name, &OptionInfo::name); };
  EXPECT_EQ(find("topics").kind, OptionKind::whole);
  EXPECT_EQ(find("alpha").kind, OptionKind::number);
  EXPECT_EQ(find("alpha-prior").kind, OptionKind::gamma_prior);
  EXPECT_EQ(find("alpha-prior").otherwise, "1,1");
  EXPECT_TRUE(find("learn").list);
  EXPECT_FALSE(find("sampler").choices.empty());
  for (const OptionInfo& option : table) EXPECT_FALSE(option.help.empty()) << option.name;
  EXPECT_EQ(models().front().name, "lda");
  EXPECT_THROW(static_cast<void>(option_table("lsa")), UsageError);
  EXPECT_EQ(fit(Collection::from_texts(few_texts), small_options("lda")).options().get("topics"), "3");
}

TEST(Documents, KeepTheirMetadata) {
  std::vector<TextDocument> texts = few_texts;
  texts[0].metadata = R"({"year": 1999, "place": {"name": "Rügen"}})";
  const std::vector<DocumentEntry> entries = Collection::from_texts(texts).documents();
  EXPECT_EQ(nlohmann::json::parse(entries.at(0).metadata)["place"]["name"], "Rügen");
  EXPECT_EQ(entries.at(0).id, "garden");
  EXPECT_EQ(entries.at(1).metadata, "");
  EXPECT_NE(entries.at(2).empty, "");
  EXPECT_EQ(entries.at(3).row, 4U);
  for (const char* wrong : {"[1]", "{", "3"}) {
    texts[0].metadata = wrong;
    EXPECT_THROW(static_cast<void>(Collection::from_texts(texts)), InputError) << wrong;
  }
}

TEST(Folders, AreFilesInMemoryForAnotherProcess) {
  const TemporaryFolder folder;
  const Collection collection = Collection::from_texts(many_texts());
  collection.save(folder / "corpus");
  const Collection on_disk = Collection::open(folder / "corpus");
  EXPECT_EQ(collection_of(files_of(on_disk)).ids(), collection.ids());
  const Fit in_folder = fit_into(folder / "fit", on_disk, small_options("lda"));
  const ExportedFiles files = files_of(in_folder);
  std::filesystem::remove_all(folder / "corpus");
  const Fit again = fit_of(files);
  EXPECT_EQ(state_of(again), state_of(in_folder));
  EXPECT_EQ(again.document_topics().mean, fit(collection, small_options("lda")).document_topics().mean);
  EXPECT_EQ(fit_of(files_of(again)).collection().ids(), collection.ids());
  ExportedFiles damaged = files;
  damaged.erase("manifest.json");
  EXPECT_THROW(static_cast<void>(fit_of(damaged)), InputError);
}

TEST(FitFolders, ReadACorpusThatWasMoved) {
  const TemporaryFolder folder;
  Collection::from_texts(many_texts()).save(folder / "corpus");
  const Fit made = fit_into(folder / "fit", Collection::open(folder / "corpus"), small_options("lda"));
  const std::string state = state_of(made);
  std::filesystem::rename(folder / "corpus", folder / "moved");
  EXPECT_THROW(static_cast<void>(Fit::open(folder / "fit").collection()), InputError);
  EXPECT_THROW(static_cast<void>(Fit::open(folder / "fit", folder / "fit")), InputError);
  Fit opened = Fit::open(folder / "fit", folder / "moved");
  EXPECT_EQ(state_of(opened), state);
  EXPECT_EQ(state_of(opened.after(0)), state) << "a fit with another burn-in reads the same corpus";
  ResumeOptions more;
  more.sweeps = 80;
  opened.resume(more);
  EXPECT_EQ(Fit::open(folder / "fit").collection().ids().size(), many_texts().size())
      << "the new place is written";
}

TEST(FitFolders, HaveFilesThatAreWhole) {
  const TemporaryFolder folder;
  const Fit made =
      fit_into(folder / "fit", Collection::from_texts(many_texts()), small_options("lda").set("keep", 2));
  static_cast<void>(made.topic_words());
  const std::filesystem::path mean = std::filesystem::path(folder / "fit") / "topic-word-1-mean.npy";
  std::string bytes = test::read_bytes(mean);
  bytes.back() ^= 1;
  test::write_bytes(mean, bytes);
  EXPECT_NE(test::message_of<InputError>([&] {
              Fit::open(folder / "fit").topic_words();
            }).find("topic-word-1-mean.npy: is damaged: its checksum is"),
            std::string::npos);
}

TEST(Observers, AreAskedAfterEverySweep) {
  std::atomic<int> asked = 0;
  Options options = small_options("lda");
  options.set("trace-every", 50).set("sweeps", 1000);
  const Observer observer{.go_on = [&asked] { return ++asked < 7; }};
  const Fit stopped = fit(Collection::from_texts(many_texts()), options, observer);
  EXPECT_FALSE(stopped.complete());
  EXPECT_EQ(asked, 7);
}

}  // namespace
}  // namespace themata
