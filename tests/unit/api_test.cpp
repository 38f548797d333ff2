// The library as its users call it: in memory, with the bits that the folders have.

#include "support/api.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <numeric>

#include "support.hpp"
#include "themata/exports/exports.hpp"
#include "themata/fit/fit.hpp"
#include "themata/io/place.hpp"

namespace themata {
namespace {

using detail::Access;
using test::few_texts;
using test::many_texts;
using test::small_options;
using test::state_of;
using test::TemporaryFolder;

/// Every file of a place but the manifest, which has paths in it.
std::map<std::string, std::string> files_of(const Place& place) {
  const Place memory(std::make_shared<MemoryFiles>());
  copy_files(place, memory);
  std::map<std::string, std::string> files;
  for (const std::string& name : memory.memory().names())
    if (name != "manifest.json" && !name.starts_with("corpus/") && !name.ends_with("lock"))
      files[name] = *memory.memory().get(name);
  return files;
}

class FitsInMemory : public ::testing::TestWithParam<const char*> {};

TEST_P(FitsInMemory, HoldTheBytesThatTheirFolderHas) {
  const TemporaryFolder folder;
  const Collection collection = Collection::from_texts(many_texts());
  Options options = small_options(GetParam());
  options.set("monitor-words", 2);
  const Fit here = fit(collection, options), there = fit_into(folder / "fit", collection, options);
  EXPECT_TRUE(here.complete() && there.complete());
  auto in_memory = files_of(Access::place(here)), on_disk = files_of(Access::place(there));
  for (auto* files : {&in_memory, &on_disk})
    for (auto& [name, bytes] : *files)
      if (name.ends_with(".csv") || name.starts_with("draws") || name.starts_with("checkpoint"))
        bytes = "";  // which tell the seconds that they took
  EXPECT_EQ(in_memory, on_disk);
  EXPECT_EQ(state_of(here), state_of(there));
  EXPECT_GT(in_memory.size(), 8U);
}

TEST_P(FitsInMemory, StopAndGoOnToTheSameBits) {
  const Collection collection = Collection::from_texts(many_texts());
  const Options options = small_options(GetParam());
  const Fit whole = fit(collection, options);
  std::size_t reports = 0;
  Observer observer;
  observer.progress = [&](const Progress& now) {
    ++reports;
    EXPECT_EQ(now.sweeps, 60U);
    return now.sweep < 30;
  };
  Fit part = fit(collection, options, observer);
  EXPECT_FALSE(part.complete());
  EXPECT_EQ(reports, 3U);
  part.resume();
  EXPECT_TRUE(part.complete());
  EXPECT_EQ(state_of(part), state_of(whole));
  EXPECT_THROW(part.resume(), UsageError) << "nothing is left to do";
  part.resume({.sweeps = 70});
  EXPECT_EQ(open_fit(Access::place(part)).manifest.at("chains").at(0).at("sweep"), 70);
}

TEST_P(FitsInMemory, AreTheSameWhenSavedAndOpened) {
  const TemporaryFolder folder;
  const Collection collection = Collection::from_texts(many_texts());
  const Fit made = fit(collection, small_options(GetParam()));
  made.save(folder / "fit");
  const Fit opened = Fit::open(folder / "fit");
  EXPECT_EQ(opened.model(), GetParam());
  EXPECT_EQ(opened.n_topics(), made.n_topics());
  const std::vector<TextDocument> unseen = {{.text = "roses and soil"},
                                            {.text = "a mast, a rope, an iceberg"}};
  const Collection documents = Collection::from_texts(unseen);
  const InferredTopics a = infer(made, documents), b = infer(opened, documents);
  EXPECT_EQ(a.proportions.mean, b.proportions.mean);
  EXPECT_EQ(a.proportions.sd, b.proportions.sd);
  EXPECT_EQ(a.unknown, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(a.proportions.columns, made.n_topics() + (a.summary.has_rest ? 1U : 0U));
  for (std::size_t d = 0; d < 2; ++d) {
    double sum = 0;
    for (std::size_t k = 0; k < a.proportions.columns; ++k) sum += a.proportions.mean_at(d, k);
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST_P(FitsInMemory, AreJudgedAsTheirFolderIs) {
  const TemporaryFolder folder;
  const Collection collection = Collection::from_texts(many_texts());
  Options options = small_options(GetParam());
  options.set("chains", 2).set("trace-every", 1);
  if (options.model() == "hdp" || options.model() == "ftm")
    options.set("topics", 12);                          // 6 of the second chain
  if (options.model() == "ftm") options.set("eta", 1);  // few topics, which both chains find
  const Fit made = fit(collection, options);
  made.save(folder / "fit");
  const Fit opened = Fit::open(folder / "fit");

  const FitDiagnosis diagnosis = diagnose(made);
  ASSERT_EQ(diagnosis.chains.size(), 2U);
  EXPECT_EQ(diagnosis.quantities.front().name, "lp__");
  EXPECT_EQ(diagnosis.quantities.front().mean, diagnose(opened).quantities.front().mean);
  EXPECT_FALSE(diagnosis.judgement.shows.empty());
  EXPECT_LT(diagnose(made, 50).chains.front().draws, diagnosis.chains.front().draws);

  const FitQuality quality = evaluate(made);
  ASSERT_EQ(quality.topics.size(), made.n_topics());
  EXPECT_EQ(quality.npmi.value, evaluate(opened, made.collection()).npmi.value);
  EXPECT_LT(quality.topics.front().words.front().type, made.collection().n_types());

  const HeldOutScore score = held_out(made, collection);
  EXPECT_EQ(score.documents.size(), 40U);
  EXPECT_LT(score.per_word(), 0);
  EXPECT_EQ(score.log_p, held_out(opened, collection).log_p);

  const Comparison comparison = compare(std::vector<Fit>{made});
  EXPECT_EQ(comparison.runs.size(), 2U);
  EXPECT_EQ(comparison.stability.size(), made.n_topics(1)) << "of the first chain";
  EXPECT_EQ(comparison.totals.similarity, compare(std::vector<Fit>{opened}).totals.similarity);
  EXPECT_GE(comparison.totals.everywhere, 1U);

  EXPECT_NE(report(made).find("roses"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Models, FitsInMemory,
                         ::testing::Values("lda", "hdp", "franchise", "ftm", "labeled-lda", "hpc", "dmm",
                                           "dmr"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(FitsInMemory, HavePosteriorMeansWhereTopicsStay) {
  const Collection collection = Collection::from_texts(many_texts());
  const Fit lda = fit(collection, small_options("lda"));
  const PosteriorTable words = lda.topic_words(), documents = lda.document_topics();
  EXPECT_EQ(words.rows, 3U);
  EXPECT_EQ(words.columns, collection.n_types());
  EXPECT_EQ(documents.rows, 40U);
  for (std::size_t k = 0; k < words.rows; ++k)
    EXPECT_NEAR(
        std::accumulate(words.mean.begin() + static_cast<std::ptrdiff_t>(k * words.columns),
                        words.mean.begin() + static_cast<std::ptrdiff_t>((k + 1) * words.columns), 0.0),
        1, 1e-5);
  EXPECT_GT(words.sd_at(0, 0), 0);
  const std::vector<TopicSummary> topics = lda.topics(4);
  ASSERT_EQ(topics.size(), 3U);
  EXPECT_GE(topics[0].tokens, topics[1].tokens);
  EXPECT_EQ(topics[0].words.size(), 4U);
  EXPECT_GE(topics[0].words[0].probability, topics[0].words[1].probability);
}

TEST(FitsInMemory, AreCrossValidated) {
  const Collection collection = Collection::from_texts(many_texts());
  const Fit made = fit(collection, small_options("lda"));
  const CrossValidation all = cross_validate(made, {.folds = 3});
  ASSERT_EQ(all.folds.size(), 3U);
  EXPECT_TRUE(all.complete);
  EXPECT_NEAR(
      all.mean.per_word,
      (all.folds[0].score.per_word() + all.folds[1].score.per_word() + all.folds[2].score.per_word()) / 3,
      1e-12);
  std::size_t reports = 0;
  Observer observer;
  observer.progress = [&](const Progress& now) { return ++reports < 8 || now.sweep < 20; };
  const CrossValidation some = cross_validate(made, {.folds = 3}, observer);
  EXPECT_FALSE(some.complete);
  ASSERT_EQ(some.folds.size(), 1U) << "six reports a fold: the second fold is stopped";
  EXPECT_EQ(some.folds[0].score.log_p, all.folds[0].score.log_p);
  EXPECT_THROW(cross_validate(made, {.folds = 1}), UsageError);
}

TEST(FitsInMemory, PredictLabels) {
  const Collection collection = Collection::from_texts(many_texts());
  for (const char* model : {"labeled-lda", "hpc"}) {
    const Fit made = fit(collection, small_options(model));
    const LabelPrediction prediction = label(made, collection);
    ASSERT_EQ(prediction.table.names.size(), 2U) << model;
    EXPECT_EQ(prediction.table.ids[3], "d3");
    ASSERT_TRUE(prediction.summary.score) << model;
    EXPECT_GT(prediction.summary.score->micro.f1(), 0.8) << model;
    EXPECT_EQ(prediction.table.names[prediction.labels_of(0).front()], "land") << model;
    EXPECT_TRUE(label(made, collection, collection).summary.calibration) << model;
  }
  EXPECT_THROW(label(fit(collection, small_options("lda")), collection), UsageError);
}

TEST(FitsInMemory, AreExported) {
  const TemporaryFolder folder;
  const Collection collection = Collection::from_texts(many_texts());
  const Fit made = fit(collection, small_options("lda"));
  for (const std::string& format : fit_formats()) {
    if (format.starts_with("label-") || format == "coefficients") continue;  // which lda has none of
    export_fit(made, format, folder / format);
    const std::string file = format == "draws" ? "draws/draws.csv" : format;
    const std::string written = read_text(Place(folder / file));
    EXPECT_GT(written.size(), 20U) << format;
    const Place there(std::make_shared<MemoryFiles>());
    export_fit(open_shown_fit(Access::place(made), std::nullopt), format, {}, there / format);
    EXPECT_EQ(read_text(there / file), written) << format;
    EXPECT_EQ(exported(made, format).at(file), written) << format;
  }
  for (const std::string& format : corpus_formats()) {
    export_collection(collection, format, folder / format);
    EXPECT_GT(read_text(Place(folder / format)).size(), 20U) << format;
    for (const auto& [name, bytes] : exported(collection, format))
      EXPECT_EQ(bytes, read_text(Place(folder / name))) << name;
  }
  EXPECT_EQ(exported(collection, "ldac").size(), 2U) << "the vocabulary is beside it";
  try {
    export_fit(made, "parquet", folder / "x");
    FAIL() << "an unknown format was accepted";
  } catch (const UsageError& error) {
    ASSERT_TRUE(error.fault());
    EXPECT_EQ(error.fault()->option, "format");
  }
}

TEST(Sweeps, InMemoryAreThoseOfTheirFolder) {
  const TemporaryFolder folder;
  const Collection collection = Collection::from_texts(many_texts());
  const Sweep grid{.axes = {{"seed", {"1", "2"}}, {"topics", {"2", "3"}}},
                   .options = {{"sweeps", "40"}, {"keep", "4"}}};
  const SweepResult here = sweep(collection, grid), there = sweep_into(folder / "grid", collection, grid);
  ASSERT_EQ(here.fits.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(here.fits[i].name, there.fits[i].name);
    EXPECT_EQ(here.fits[i].per_word, there.fits[i].per_word);
    EXPECT_EQ(here.fits[i].stability, there.fits[i].stability);
    EXPECT_EQ(state_of(here.fits[i].fit), state_of(there.fits[i].fit));
  }
  EXPECT_EQ(here.fits[0].options.get("topics"), "2");
  EXPECT_EQ(here.fits[0].fit.topics().size(), here.fits[0].topics);
  EXPECT_THROW(sweep(collection, {.axes = {{"threads", {"1", "2"}}}}), UsageError);
}

TEST(Sweeps, ThatAreStoppedSayWhatIsDone) {
  const TemporaryFolder folder;
  const Collection collection = Collection::from_texts(many_texts());
  const Sweep grid{.axes = {{"seed", {"1", "2", "3"}}}, .options = {{"sweeps", "30"}}, .threads = 1};
  std::atomic<bool> stop{false};
  GridWatch watch;
  watch.scored = [&](const std::string&, std::size_t, std::size_t) { stop = true; };
  watch.should_stop = [&] { return stop.load(); };
  const SweepResult part = sweep_into(folder / "grid", collection, grid, watch);
  EXPECT_FALSE(part.complete);
  ASSERT_EQ(part.fits.size(), 1U);
  const SweepResult whole = sweep_into(folder / "grid", collection, grid);
  EXPECT_TRUE(whole.complete);
  ASSERT_EQ(whole.fits.size(), 3U);
  EXPECT_EQ(whole.fits[0].per_word, part.fits[0].per_word);
}

TEST(Sweeps, GoOnWithoutFitsThatNeedTooManyTopics) {
  const Collection collection = Collection::from_texts(many_texts());
  const Sweep grid{
      .axes = {{"model", {"hdp"}}, {"gamma", {"0.001", "3"}}},
      .options = {
          {"topics", "2"}, {"sweeps", "20"}, {"max-topics", "16"}, {"learn", "none"}, {"start-sweeps", "0"}}};
  const SweepResult some = sweep(collection, grid);
  EXPECT_FALSE(some.complete);
  ASSERT_EQ(some.failed.size(), 1U);
  EXPECT_NE(some.failed[0].first.find("gamma-3"), std::string::npos) << some.failed[0].first;
  EXPECT_NE(some.failed[0].second.find("`max-topics` allows 16"), std::string::npos);
  ASSERT_EQ(some.fits.size(), 1U);
  EXPECT_TRUE(some.fits[0].fit.complete());
}

TEST(OptionsOfTheLibrary, AreThoseOfTheirModel) {
  Options options("hdp");
  options.set("gamma", 2.5).set("learn", "alpha,gamma").set("sweeps", 10);
  EXPECT_EQ(options.get("gamma"), "2.5");
  EXPECT_THROW(options.set("seeds", "x"), UsageError);
  EXPECT_THROW(options.set("gamma", "much"), UsageError);
  EXPECT_THROW(Options("lsa"), UsageError);
  options.set("gamma", -1);
  try {
    fit(Collection::from_texts(few_texts), options);
    FAIL() << "a concentration below 0 was accepted";
  } catch (const UsageError& error) {
    ASSERT_TRUE(error.fault());
    EXPECT_EQ(error.fault()->option, "gamma");
  }
}

TEST(FitsInMemory, SetDocumentsWithoutLabelsAside) {
  std::vector<TextDocument> texts = many_texts();
  texts.push_back({.text = "roses sails", .id = "neither"});
  Options options = small_options("hpc");
  EXPECT_THROW(fit(Collection::from_texts(texts), options), InputError);
  options.set("unlabeled", "set-aside");
  std::vector<std::string> warnings;
  Observer observer;
  observer.warning = [&](const std::string& text) { warnings.push_back(text); };
  const Fit made = fit(Collection::from_texts(texts), options, observer);
  EXPECT_TRUE(made.complete());
  EXPECT_EQ(made.document_topics().rows, 40U);
  ASSERT_FALSE(warnings.empty());
  EXPECT_NE(warnings.back().find("1 document without labels is set aside"), std::string::npos);
}

}  // namespace
}  // namespace themata
