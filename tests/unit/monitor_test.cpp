#include "themata/run/monitor.hpp"

#include <fmt/core.h>

#include <cmath>

#include "support.hpp"
#include "support/problems.hpp"
#include "themata/diagnose/inefficiency.hpp"
#include "themata/diagnose/mode_region.hpp"
#include "themata/evaluate/quantile.hpp"
#include "themata/io/error.hpp"
#include "themata/models/hdp/plugin.hpp"
#include "themata/models/lda/draw.hpp"
#include "themata/models/lda/plugin.hpp"
#include "themata/models/mixture_chain.hpp"
#include "themata/models/registry.hpp"

namespace themata {
namespace {

using test::message_of;
using test::read_bytes;
using test::TemporaryFolder;
using test::write_bytes;

/// Documents {0, 0, 1}, {} and {2, 1}, of 4 word types.
Corpus monitored_corpus() { return make_corpus({0, 0, 1, 2, 1}, {0, 3, 3, 5}, 4); }

FitOptions monitoring() {
  FitOptions options = options_from("lda", {{"topics", "3"}, {"alpha", "0.5"}, {"beta", "0.25"}});
  options.monitor_words = 2;
  options.monitor_documents = 9;
  options.monitor_from = 1;
  return options;
}

/// A chain whose state the test moves by hand.
class HandMoved : public MixtureChain<hdp::Model> {
 public:
  using MixtureChain::MixtureChain;
  NamedValues trace(Pool&) const override { return {}; }
  Draw draw() const override { return {}; }
  std::span<const std::uint64_t> topic_names() const override { return state().names; }
  using MixtureChain::state;
};

class MonitorOfSmallCorpus : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  Corpus corpus_ = monitored_corpus();
  FitOptions options_ = monitoring();
  Pool pool_{1};
  MonitorPlace place_{folder_.path(), 1, corpus_, options_, "# comment\n"};

  GivenPriors given_;

  std::unique_ptr<AnyChain> lda(const sampling::TokenTopics& z) {
    const Draw draw(std::make_unique<lda::Draw>(std::vector<double>{0.5, 0.5, 0.5}, 0.25), z);
    return lda::plugin().restore({corpus_, options_, given_}, draw, pool_);
  }
  Trace rows() const {
    const MonitoredChoice choice = read_monitored_choice(monitored_choice_path(folder_.path(), 1), 4, 3);
    return read_monitored(monitored_path(folder_.path(), 1), choice);
  }
};

TEST_F(MonitorOfSmallCorpus, WritesPosteriorMeansGivenTheTopics) {
  const auto chain = lda({2, 2, 2, 0, 2});
  Monitor monitor(place_, nullptr, *chain);
  monitor.observe(*chain, 1);
  EXPECT_EQ(monitor.slots(), (std::vector<std::uint16_t>{2, 0})) << "topics in use, the largest first";
  const MonitoredChoice choice = read_monitored_choice(monitored_choice_path(folder_.path(), 1), 4, 3);
  EXPECT_EQ(choice.words, (std::vector<std::vector<std::uint32_t>>{{0, 1}, {2, 0}})) << "ties by their place";
  EXPECT_EQ(choice.documents, (std::vector<std::uint32_t>{0, 2}))
      << "all with tokens, where 9 were asked for";
  const Trace trace = rows();
  ASSERT_EQ(trace.n_rows(), 1U);
  const auto value = [&](const char* name) { return trace.column(name).at(0); };
  EXPECT_EQ(value("tokens.1"), 4);
  EXPECT_DOUBLE_EQ(value("phi.1.1"), (2 + .25) / (4 + 1));
  EXPECT_DOUBLE_EQ(value("phi.1.2"), (2 + .25) / (4 + 1));
  EXPECT_DOUBLE_EQ(value("phi.2.1"), (1 + .25) / (1 + 1));
  EXPECT_DOUBLE_EQ(value("phi.2.2"), .25 / (1 + 1));
  EXPECT_DOUBLE_EQ(value("theta.1.1"), (3 + .5) / (3 + 1.5));
  EXPECT_DOUBLE_EQ(value("theta.2.1"), (1 + .5) / (2 + 1.5));
  EXPECT_DOUBLE_EQ(value("theta.2.2"), (1 + .5) / (2 + 1.5));
  EXPECT_DOUBLE_EQ(value("theta.1.2"), .5 / (3 + 1.5));
}

TEST_F(MonitorOfSmallCorpus, TakesTopicsInEqualStepsOfSize) {
  options_.monitor_topics = 2;
  const auto chain = lda({0, 0, 1, 2, 1});
  Monitor monitor(place_, nullptr, *chain);
  monitor.observe(*chain, 1);
  EXPECT_EQ(monitor.slots(), (std::vector<std::uint16_t>{0, 2})) << "the largest and the smallest";
}

TEST_F(MonitorOfSmallCorpus, FollowsATopicOfTheHdpToItsDeath) {
  const hdp::Model model = hdp::make_model({}, {}, 1);
  HandMoved moved(model, corpus_,
                  model.restore(corpus_, {{0, 0, 1, 1, 1}, {.25, .25, .25, .25}, .5, .25, 1}, pool_));
  hdp::State& state = moved.state();
  Monitor monitor(place_, nullptr, moved);
  monitor.observe(moved, 1);
  ASSERT_EQ(monitor.slots(), (std::vector<std::uint16_t>{1, 0}));
  std::swap(state.names[1], state.names[3]);
  for (sampling::Topic& k : state.mix.topics) k = k == 1 ? 3 : k;
  sampling::recount(state.mix, corpus_, pool_);
  monitor.observe(moved, 2);
  EXPECT_EQ(monitor.slots(), (std::vector<std::uint16_t>{3, 0})) << "it has moved, and is the same";
  state.names[3] = ++state.last_name;
  monitor.observe(moved, 3);
  state.names[3] = 2;
  monitor.observe(moved, 4);
  EXPECT_EQ(monitor.slots(), (std::vector<std::uint16_t>{Draw::no_topic, 0})) << "what is dead stays dead";
  const Trace trace = rows();
  EXPECT_EQ(trace.column("tokens.1"), (std::vector<double>{3, 3, 0, 0}));
  EXPECT_EQ(trace.column("phi.1.1")[1], trace.column("phi.1.1")[0]);
  EXPECT_EQ(trace.column("phi.1.1")[2], .25) << "the prior mean";
  EXPECT_EQ(trace.column("theta.1.1")[3], 0);
}

TEST_F(MonitorOfSmallCorpus, RowsAheadOfTheSavedStateAreDropped) {
  options_.monitor_from = 2;
  const auto chain = lda({0, 0, 1, 2, 1});
  const auto run = [&](const Draw* begun, std::uint64_t first, std::uint64_t last) {
    Monitor monitor(place_, begun, *chain);
    for (std::uint64_t sweep = first; sweep <= last; ++sweep) monitor.observe(*chain, sweep);
    Draw saved;
    saved.sweep = last;
    saved.monitored = monitor.slots();
    return saved;
  };
  Draw saved = run(nullptr, 1, 3);
  run(&saved, 4, 6);
  run(&saved, 4, 5);
  EXPECT_EQ(rows().column("sweep"), (std::vector<double>{2, 3, 4, 5}));
  Draw early;
  early.sweep = 1;
  run(&early, 2, 1);
  EXPECT_FALSE(exists(monitored_path(folder_.path(), 1))) << "its rows are still to come";
  saved.monitored.pop_back();
  run(nullptr, 1, 3);
  EXPECT_NE(message_of<InputError>([&] { run(&saved, 4, 4); }).find("2 topics; expected 3"),
            std::string::npos);
}

TEST_F(MonitorOfSmallCorpus, DamagedFilesAreRefused) {
  const auto path = folder_ / "monitored-1.json";
  const auto message = [&](std::string_view text) {
    write_bytes(path, text);
    return message_of<InputError>([&] { read_monitored_choice(path, 4, 3); });
  };
  EXPECT_NE(message("{").find("is damaged"), std::string::npos);
  EXPECT_NE(message(R"({"from": 1, "words": [[0, 4]], "documents": []})").find("word type 4"),
            std::string::npos);
  EXPECT_NE(message(R"({"from": 1, "words": [[0], []], "documents": []})").find("differ"), std::string::npos);
  EXPECT_NE(message(R"({"from": 1, "words": [[0]], "documents": [3]})").find("document 3"),
            std::string::npos);
  EXPECT_NE(message(R"({"from": 0, "words": [], "documents": []})").find("no sweep"), std::string::npos);
}

TEST(Inefficiency, QuantilesAreThoseOfR) {
  const std::vector<double> values{1, 2, 4, 8};
  EXPECT_DOUBLE_EQ(quantile_of(values, 0), 1);
  EXPECT_DOUBLE_EQ(quantile_of(values, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile_of(values, 0.5), 3);
  EXPECT_DOUBLE_EQ(quantile_of(values, 1), 8);
}

class SavedFit : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  FitFolder fit_{folder_.path(), {{"chains", {{{"chain", 1}}, {{"chain", 2}}}}}};
};

TEST_F(SavedFit, TheModeRegionIsWithinAPercentOfTheBestOfAllChains) {
  fit_.manifest["status"] = "running";  // a finished fit has the rows that its options call for
  write_bytes(folder_ / "trace-1.csv",
              "lp__,sweep,seconds\n-2000,10,1\n-nan,20,2\n-1010.1,30,3\n-1009.9,40,4\n-1000,50,5\n");
  write_bytes(folder_ / "trace-2.csv", "lp__,sweep,seconds\n-2000,10,1\n-1500,20,2\n");
  const auto times = times_to_mode_region(fit_);
  ASSERT_TRUE(times.at(1).has_value());
  EXPECT_EQ(times.at(1)->sweep, 40U);
  EXPECT_EQ(times.at(1)->seconds, 4);
  EXPECT_FALSE(times.at(2).has_value()) << "it hangs in a worse mode";
  write_bytes(folder_ / "trace-2.csv", "# only comments yet\n");
  EXPECT_EQ(times_to_mode_region(fit_).size(), 1U);
}

TEST_F(SavedFit, SummariesLeaveOutWhatNeverMoved) {
  const std::string start = "name\ttopic\tword\tdocument\tmean\tsd\tinefficiency\teffective_size\n";
  write_bytes(folder_ / "inefficiency-1.tsv",
              start +
                  "phi.1.1\t0\ta\t-\t1\t1\t4\t9\nphi.1.2\t0\tb\t-\t1\t1\t2\t9\n"
                  "phi.1.3\t0\tc\t-\t1\t0\tinf\t0\ntheta.1.1\t0\t-\t5\t1\t0\tinf\t0\n");
  const auto summaries = inefficiency_summaries(fit_, 1);
  ASSERT_EQ(summaries.size(), 2U);
  EXPECT_EQ(summaries[0].median, 3);
  EXPECT_EQ(summaries[0].n_moved, 2U);
  EXPECT_EQ(summaries[0].n_still, 1U);
  EXPECT_EQ(
      inefficiency_line(summaries[0]),
      "phi: median 3.00, quartiles 2.50 and 3.50, highest 4.0, mean 3.00 (sd 1.4), of 2 quantities; 1 more "
      "are constant");
  EXPECT_EQ(inefficiency_line(summaries[1]), "theta: all of 1 quantities are constant");
  EXPECT_TRUE(inefficiency_summaries(fit_, 2).empty());
  write_bytes(folder_ / "inefficiency-1.tsv", start + "phi.1.1\t0\ta\n");
  const std::string message = message_of<InputError>([&] { inefficiency_summaries(fit_, 1); });
  EXPECT_NE(message.find("inefficiency-1.tsv:2"), std::string::npos) << message;
}

}  // namespace
}  // namespace themata
