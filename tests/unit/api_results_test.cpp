// Fits that were stopped have results, and every reader takes a chain, threads and a wish to stop.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <thread>

#include "support.hpp"
#include "support/api.hpp"
#include "themata/summaries/posterior.hpp"

namespace themata {
namespace {

using detail::Access;
using test::many_texts;
using test::small_options;
using test::state_of;
using test::TemporaryFolder;

class ResultsOfFits : public ::testing::TestWithParam<const char*> {};

/// Rows of probabilities that each sum to one.
void expect_rows(const PosteriorTable& table, std::size_t rows, std::size_t columns) {
  ASSERT_EQ(table.rows, rows);
  ASSERT_EQ(table.columns, columns);
  ASSERT_EQ(table.mean.size(), rows * columns);
  for (std::size_t r = 0; r < rows; ++r) {
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c) sum += table.mean_at(r, c);
    EXPECT_NEAR(sum, 1, 1e-4) << r;
  }
}

bool has_aligned_topics(const Fit& fit) { return open_fit(Access::place(fit)).plugin().info().aligned_draws; }

TEST_P(ResultsOfFits, AreReadWithALaterBurnIn) {
  const Collection collection = Collection::from_texts(many_texts());
  Options options = small_options(GetParam());
  options.set("keep", 4);
  const Fit made = fit(collection, options);
  const std::vector<std::uint64_t> draws = Access::folder(made).kept_sweeps(1);
  ASSERT_GE(draws.size(), 2U);
  const std::uint64_t burn_in = draws[draws.size() - 2];
  const Fit later = made.after(burn_in);
  EXPECT_EQ(Access::folder(later).kept_sweeps(1), std::vector<std::uint64_t>{draws.back()});
  EXPECT_EQ(Access::folder(made).kept_sweeps(1), draws);
  Fit cut = fit(collection, options);
  cut.resume({.burn_in = burn_in});
  EXPECT_EQ(later.topic_words().mean, cut.topic_words().mean);
  EXPECT_EQ(later.document_topics().mean, cut.document_topics().mean);
  if (has_aligned_topics(made)) {
    if (made.model() != "labeled-lda") {  // whose labels leave no choice here
      EXPECT_NE(later.topic_words().mean, made.topic_words().mean);
    }
    EXPECT_EQ(later.topic_words().draws, 1U);
  }
  EXPECT_EQ(later.verdict(), cut.verdict());
  EXPECT_THROW(made.after(draws.back()), UsageError);
}

TEST_P(ResultsOfFits, ThatWereStoppedHaveResults) {
  const Collection collection = Collection::from_texts(many_texts());
  const std::vector<TextDocument> texts = {{.text = "roses and soil"}, {.text = "a mast"}};
  const Collection unseen = Collection::from_texts(texts);
  for (const std::uint64_t last : {10U, 50U}) {  // in burn-in, and with three of five draws kept
    Observer observer;
    observer.progress = [&](const Progress& now) { return now.sweep < last; };
    const Fit part = fit(collection, small_options(GetParam()), observer);
    EXPECT_FALSE(part.complete());
    ASSERT_TRUE(part.stop());
    EXPECT_EQ(part.stop()->cause, StopCause::observer);
    EXPECT_EQ(part.topics(2).size(), part.n_topics());
    const PosteriorTable words = part.topic_words(), documents = part.document_topics();
    expect_rows(words, part.n_topics(), collection.n_types());
    expect_rows(documents, 40, part.n_topics());
    const bool averages = last == 50 && has_aligned_topics(part);
    EXPECT_EQ(words.source, averages ? TableSource::kept_draws : TableSource::one_draw);
    EXPECT_EQ(documents.draws, averages ? 3U : 1U);
    EXPECT_EQ(words.has_sd(), has_aligned_topics(part));
    EXPECT_EQ(std::isnan(documents.sd_at(0, 0)), !has_aligned_topics(part));
    const bool knows_phi = std::string_view(GetParam()) == "hpc";  // whose draw holds phi itself
    EXPECT_TRUE(!words.has_sd() || (knows_phi && !averages) ||
                *std::max_element(words.sd.begin(), words.sd.end()) > 0);
    const InferredTopics topics = infer(part, unseen);
    EXPECT_EQ(topics.proportions.rows, 2U);
    EXPECT_EQ(topics.proportions.source, words.source);
    EXPECT_EQ(evaluate(part).topics.size(), part.n_topics());
    EXPECT_LT(held_out(part, collection).per_word(), 0);
    EXPECT_NE(report(part).find("roses"), std::string::npos);
  }
}

TEST_P(ResultsOfFits, HaveTheSameTablesWhenTheseAreComputedAgain) {
  const Collection collection = Collection::from_texts(many_texts());
  Fit made = fit(collection, small_options(GetParam()).set("chains", 2));
  for (const std::uint32_t chain : {1U, 2U})
    for (const PosteriorOf what : {PosteriorOf::topic_words, PosteriorOf::document_topics}) {
      const PosteriorMatrix again = posterior_of(open_shown_fit(Access::place(made), chain), what);
      const PosteriorTable read =
          what == PosteriorOf::topic_words ? made.topic_words(chain) : made.document_topics(chain);
      EXPECT_EQ(again.mean, read.mean);
      EXPECT_EQ(again.sd, read.sd);
      EXPECT_EQ(read.draws, has_aligned_topics(made) ? 5U : 1U);
    }
  EXPECT_EQ(made.chains(), (std::vector<std::uint32_t>{1, 2}));
  const bool has_chance = std::string_view(GetParam()) != "labeled-lda";  // whose labels leave nothing to it
  if (has_chance) {
    EXPECT_NE(made.topic_words(1).mean, made.topic_words(2).mean);
    EXPECT_NE(exported(made, "topic-words", {}, 1), exported(made, "topic-words", {}, 2));
  }
  EXPECT_THROW(made.topic_words(3), UsageError);
  EXPECT_THROW(made.n_topics(3), UsageError);
  EXPECT_EQ(evaluate(made, {}, {.chain = 2}).topics.size(), made.n_topics(2));
  EXPECT_NE(report(made, 1), report(made, 2));

  Observer observer;
  observer.progress = [](const Progress& now) { return now.sweep < 90; };
  const auto before = made.topic_words().mean;
  made.resume({.sweeps = 120}, observer);
  EXPECT_TRUE(!has_chance || !has_aligned_topics(made) || made.topic_words().mean != before)
      << "not the tables of before";
}

INSTANTIATE_TEST_SUITE_P(Models, ResultsOfFits,
                         ::testing::Values("lda", "hdp", "franchise", "ftm", "labeled-lda", "hpc", "dmm",
                                           "dmr"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(ResultsOfFits, ShowWordsAndTopicsOfADrawWhereTopicsComeAndGo) {
  const Collection collection = Collection::from_texts(many_texts());
  const Fit hdp = fit(collection, small_options("hdp"));
  for (const char* format : {"topic-words", "doc-topics"}) {
    const PosteriorTable table = *format == 't' ? hdp.topic_words() : hdp.document_topics();
    EXPECT_EQ(table.source, TableSource::one_draw);
    EXPECT_FALSE(table.has_sd());
    const std::string array = exported(hdp, format, {.layout = MatrixLayout::npy}).at(format);
    const std::string_view bytes(reinterpret_cast<const char*>(table.mean.data()),
                                 table.mean.size() * sizeof(float));
    EXPECT_TRUE(array.ends_with(bytes)) << format << " says what the export says";
  }
}

TEST(ResultsOfFits, AreReadOnceUntilTheFitGoesOn) {
  const TemporaryFolder folder;
  const Collection collection = Collection::from_texts(many_texts());
  Observer observer;
  observer.progress = [](const Progress&) { return false; };
  Fit part = fit_into(folder / "fit", collection, small_options("hdp"), observer);
  EXPECT_EQ(part.n_topics(), part.topics(1).size());
  EXPECT_FALSE(part.complete());
  part.resume();
  EXPECT_TRUE(part.complete()) << "what was read before is forgotten";
  EXPECT_EQ(part.n_topics(), part.topics(1).size());
  const std::size_t topics = part.n_topics();
  std::filesystem::remove_all(folder / "fit");
  EXPECT_TRUE(part.complete());
  EXPECT_EQ(part.model(), "hdp");
  EXPECT_EQ(part.n_topics(), topics);
  EXPECT_THROW(part.topics(), InputError);
}

TEST(ResultsOfFits, WithoutKeptDrawsShowTheirLastState) {
  const Collection collection = Collection::from_texts(many_texts());
  const Fit made = fit(collection, small_options("lda").set("keep", 0));
  EXPECT_TRUE(made.complete());
  const PosteriorTable words = made.topic_words();
  EXPECT_EQ(words.source, TableSource::one_draw);
  EXPECT_EQ(words.draws, 1U);
  EXPECT_GT(words.sd_at(0, 0), 0) << "given the state, phi is Dirichlet";
}

TEST(ResultsOfFits, OfTooManyTopicsAreStoppedAndGoOn) {
  const Collection collection = Collection::from_texts(many_texts());
  for (const bool saved : {true, false}) {  // whether it takes more than one sweep to need too many topics
    Options options = small_options("hdp");
    options.set("learn", "none").set("start-sweeps", 0);
    options.set("alpha", 1).set("gamma", saved ? 0.3 : 1.0).set("max-topics", 16).set("checkpoint-every", 0);
    std::vector<std::string> warnings;
    Observer observer;
    observer.warning = [&](const std::string& text) { warnings.push_back(text); };
    Fit part = fit(collection, options, observer);
    EXPECT_FALSE(part.complete());
    ASSERT_TRUE(part.stop());
    EXPECT_EQ(part.stop()->cause, StopCause::topic_limit);
    EXPECT_NE(part.stop()->message.find("`max-topics` allows 16: a larger `beta` (0.1, say), which is then "
                                        "held, gives fewer topics, and a larger `max-topics` allows more"),
              std::string::npos)
        << part.stop()->message;
    EXPECT_EQ(warnings.back(), part.stop()->message);
    if (saved)
      expect_rows(part.topic_words(), part.topics(1).size(), collection.n_types());
    else
      EXPECT_THROW(part.topics(1), InputError);
    part.resume({.threads = 1, .max_topics = 1000});
    EXPECT_TRUE(part.complete()) << part.stop()->message;
    EXPECT_FALSE(part.verdict().empty());
    EXPECT_FALSE(part.stop());
    EXPECT_EQ(state_of(part), state_of(fit(collection, options.set("max-topics", 1000))));
  }
  EXPECT_THROW(fit(collection, small_options("lda")).resume({.sweeps = 70, .max_topics = 20}), UsageError);
}

TEST(ResultsOfFits, OfMoreTopicsThanThereCanBeSayWhatGivesFewer) {
  const Options large = small_options("hdp").set("learn", "none").set("gamma", 100000);
  const Fit made = fit(Collection::from_texts(many_texts()), large);
  ASSERT_TRUE(made.stop());
  EXPECT_EQ(made.stop()->cause, StopCause::topic_limit);
  EXPECT_NE(made.stop()->message.find("the larger `gamma`, are more than the 65520 there can be: a larger "
                                      "`beta` (0.1, say), which is then held, gives fewer topics"),
            std::string::npos)
      << made.stop()->message;
  EXPECT_EQ(made.stop()->message.find("larger `max-topics`"), std::string::npos);
}

TEST(ResultsOfFits, AreReadUntilTheReaderIsCancelled) {
  const Collection collection = Collection::from_texts(many_texts());
  const Fit made = fit(collection, small_options("labeled-lda").set("chains", 2).set("trace-every", 1));
  const std::vector<Fit> fits{made};
  const std::vector<std::function<void(const ReadOptions&)>> readers{
      [&](const ReadOptions& read) { diagnose(made, std::nullopt, read); },
      [&](const ReadOptions& read) { compare(fits, {}, read); },
      [&](const ReadOptions& read) { evaluate(made, {}, read); },
      [&](const ReadOptions& read) { evaluate(made, collection, {}, read); },
      [&](const ReadOptions& read) { held_out(made, collection, {}, read); },
      [&](const ReadOptions& read) { infer(made, collection, {}, read); },
      [&](const ReadOptions& read) { label(made, collection, {}, read); }};
  for (std::size_t i = 0; i < readers.size(); ++i)
    for (const std::uint64_t threads : {1U, 3U}) {
      std::size_t asked = 0;
      const std::thread::id here = std::this_thread::get_id();
      const auto count = [&] {
        EXPECT_EQ(std::this_thread::get_id(), here);
        return ++asked > 0;
      };
      readers[i]({.threads = threads, .go_on = count});
      EXPECT_GT(asked, 0U) << i;
      EXPECT_THROW(readers[i]({.threads = threads, .go_on = [] { return false; }}), Cancelled) << i;
    }
  EXPECT_EQ(infer(made, collection, {}, {.chain = 2}).summary.chain, 2U);
  EXPECT_EQ(infer(made, collection, {}, {.chain = 2, .threads = 1}).proportions.mean,
            infer(made, collection, {.chain = 2}, {.threads = 3}).proportions.mean);
}

}  // namespace
}  // namespace themata
