// Chains that begin with the topics of another fit, of a MALLET state, or of a program's own.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "support.hpp"
#include "support/api.hpp"
#include "themata/models/registry.hpp"
#include "themata/models/start.hpp"
#include "themata/store/fit_folder.hpp"
#include "themata/store/start_file.hpp"

namespace themata {
namespace {

using test::many_texts;
using test::small_options;
using test::TemporaryFolder;

constexpr const char* startable[] = {"lda", "hdp", "franchise", "lida", "ftm", "sstm"};

class StartTopicsTest : public ::testing::Test {
 protected:
  const Corpus& corpus() const { return detail::Access::corpus(collection_).corpus; }

  /// Options of a model with room for the start; what finds its topics takes their number from the start.
  static Options options_for(const char* model, const StartTopics& start) {
    Options options(model);
    options.set("sweeps", 6).set("keep", 2).set("seed", 7).set("threads", 2).set("trace-every", 1);
    const bool takes = detail::Access::options(options).takes("topics");
    if (takes && !find_model(model).info().grows) options.set("topics", std::uint64_t{start.n_topics});
    return options;
  }

  /// A chain before its first sweep.
  std::unique_ptr<AnyChain> chain_of(const FitOptions& options, const StartTopics& start) {
    given_.start = std::make_shared<const StartTopics>(start);
    return model_of(options).start({corpus(), options, given_}, chain_key(3, 1), pool_);
  }

  static double value(const NamedValues& values, const std::string& name) {
    for (const auto& [known, number] : values)
      if (known == name) return number;
    ADD_FAILURE() << "no " << name;
    return 0;
  }

  const Collection collection_ = Collection::from_texts(many_texts());
  GivenPriors given_;
  Pool pool_{2};
};

TEST_F(StartTopicsTest, AreTheTopicsOfEveryModelBeforeItsFirstSweep) {
  Options plain = small_options("lda");
  const StartTopics start = fit(collection_, plain.set("learn", "none")).start_topics();
  ASSERT_EQ(start.topics.size(), corpus().n_tokens());
  for (const char* model : startable) {
    FitOptions options = with_defaults(detail::Access::options(options_for(model, start)));
    if (options.has("topics")) options.set("topics", std::uint64_t{start.n_topics});
    const auto chain = chain_of(options, start);
    const Draw draw = chain->draw();
    EXPECT_EQ(draw.z, start.topics) << model;
    EXPECT_EQ(find_fault(draw), std::nullopt) << model;
    EXPECT_EQ(find_mismatch(draw, corpus()), std::nullopt) << model;
    EXPECT_TRUE(std::isfinite(chain->log_joint(pool_))) << model;
    EXPECT_EQ(chain->topics_in_use(), 3U) << model;
  }
}

TEST_F(StartTopicsTest, GoFromEveryModelToEveryModel) {
  for (const ModelPlugin* source : all_models()) {
    const std::string from(source->info().name);
    const StartTopics start = fit(collection_, small_options(from.c_str())).start_topics();
    ASSERT_EQ(find_fault(start, corpus()), std::nullopt) << from;
    for (const char* model : startable) {
      const Fit started = fit(collection_, options_for(model, start), GivenInputs{.start = start});
      EXPECT_TRUE(started.complete()) << from << " to " << model;
    }
  }
}

TEST_F(StartTopicsTest, SuitEverySamplerOfTheHdp) {
  const StartTopics start = fit(collection_, small_options("franchise")).start_topics();
  for (const char* sampler : {"block-collapsed", "partially-collapsed", "collapsed", "sparse-collapsed",
                              "ad-lda", "light-collapsed", "direct-assignment", "sub-cluster"})
    for (const char* weights : {"sticks", "gem"}) {
      Options options = options_for("hdp", start);
      options.set("sampler", sampler).set("weights", weights);
      try {
        check_new_options(detail::Access::options(options));
      } catch (const UsageError&) {
        continue;  // the sampler has no such weights
      }
      EXPECT_TRUE(fit(collection_, options, GivenInputs{.start = start}).complete()) << sampler;
    }
}

TEST_F(StartTopicsTest, BringWhatIsLearnedAndLeaveWhatIsFixed) {
  StartTopics start = fit(collection_, small_options("hdp")).start_topics();
  const auto& of_start = start.hyperparameters;
  const auto begin = [&](Options options) {
    return chain_of(with_defaults(detail::Access::options(options)), start)->trace(pool_);
  };
  Options learned = options_for("hdp", start);
  learned.set("topics", std::uint64_t{start.n_topics});
  EXPECT_EQ(value(begin(learned), "alpha"), of_start.at(start_hyper::document_concentration));
  EXPECT_EQ(value(begin(learned), "beta"), of_start.at(start_hyper::beta));
  EXPECT_EQ(value(begin(learned), "gamma"), of_start.at(start_hyper::topic_concentration));
  Options fixed = learned;
  fixed.set("learn", "beta").set("alpha", 0.7).set("beta", 0.05);
  EXPECT_EQ(value(begin(fixed), "alpha"), 0.7) << "fixed as typed";
  EXPECT_EQ(value(begin(fixed), "beta"), 0.05) << "learned, from what was typed";
  EXPECT_EQ(value(begin(fixed), "gamma"), 1) << "fixed at its default";
  Options franchise = options_for("franchise", start);
  franchise.set("learn", "alpha,gamma");
  EXPECT_EQ(value(begin(franchise), "alpha"), of_start.at(start_hyper::document_concentration));
  EXPECT_EQ(value(begin(franchise), "gamma"), of_start.at(start_hyper::topic_concentration));
  EXPECT_EQ(value(begin(franchise), "beta"), 0.01);
  Options lda = options_for("lda", start);
  lda.set("learn", "asymmetric-alpha");
  double sum = 0;
  for (const double weight : start.weights) sum += weight;
  EXPECT_NEAR(value(begin(lda), "alpha"), sum / static_cast<double>(start.n_topics), 1e-12);
  start.hyperparameters[start_hyper::topic_concentration] = -0.05;  // of a process with a discount
  EXPECT_EQ(value(begin(learned), "gamma"), 1) << "a learned concentration is above 0";
}

TEST_F(StartTopicsTest, OfAFranchiseKeepItsTables) {
  Options options = small_options("franchise");
  options.set("learn", "alpha,gamma,document-discount,discount");
  const StartTopics start = fit(collection_, options).start_topics();
  ASSERT_FALSE(start.seats.empty());
  const auto tables = [&](const StartTopics& from) {
    return value(
        chain_of(with_defaults(detail::Access::options(options_for("franchise", from))), from)->trace(pool_),
        "tables");
  };
  double expected = 0;
  for (std::size_t d = 0; d < corpus().n_documents(); ++d) {
    const auto own = std::span(start.seats).subspan(corpus().offsets()[d], corpus().length(d));
    if (!own.empty()) expected += *std::ranges::max_element(own) + 1.0;
  }
  EXPECT_EQ(tables(start), expected);
  StartTopics without = start;
  without.seats.clear();
  EXPECT_GE(tables(without), 40) << "a document with tokens has a table";
}

TEST_F(StartTopicsTest, AreThereForAChainThatBeginsAfterAStop) {
  const StartTopics start = fit(collection_, small_options("lda")).start_topics();
  for (const char* model : startable) {
    Options options = options_for(model, start);
    options.set("chains", 2);
    const GivenInputs inputs{.start = start};
    const auto hashes = [](const Fit& of) {
      std::vector<std::string> all;
      const FitFolder folder = open_fit(detail::Access::place(of));  // which the loop refers to
      for (const auto& chain : folder.manifest.at("chains"))
        all.push_back(chain.at("state_hash").get<std::string>());
      return all;
    };
    const std::vector<std::string> expected = hashes(fit(collection_, options, inputs));
    Observer stop;
    stop.progress = [](const Progress& progress) { return progress.sweep < 3; };
    Fit stopped = fit(collection_, options, inputs, stop);
    ASSERT_FALSE(stopped.complete()) << model;
    stopped.resume();
    EXPECT_EQ(hashes(stopped), expected) << model;
  }
}

TEST_F(StartTopicsTest, ComeBackAsTheyWereWritten) {
  const TemporaryFolder folder;
  const Place path(folder.path() / "start.npz");
  Options options = small_options("franchise");
  const StartTopics start = fit(collection_, options).start_topics();
  write_start(path, start);
  const auto back = read_start(path, corpus(), start.n_topics);
  EXPECT_EQ(back->topics, start.topics);
  EXPECT_EQ(back->n_topics, start.n_topics);
  EXPECT_EQ(back->weights, start.weights);
  EXPECT_EQ(back->seats, start.seats);
  EXPECT_EQ(back->hyperparameters, start.hyperparameters);
  EXPECT_THROW(read_start(path, corpus(), start.n_topics - 1), InputError) << "more topics than the fit has";
  const Collection other = Collection::from_texts(test::few_texts);
  EXPECT_THROW(read_start(path, detail::Access::corpus(other).corpus, 100), InputError);
}

TEST_F(StartTopicsTest, ThatContradictThemselvesAreRefused) {
  const StartTopics good = fit(collection_, small_options("franchise")).start_topics();
  const auto refused = [&](const std::function<void(StartTopics&)>& spoil, const std::string& why) {
    StartTopics bad = good;
    spoil(bad);
    const std::string text = test::message_of<UsageError>(
        [&] { fit(collection_, options_for("franchise", good), GivenInputs{.start = bad}); });
    EXPECT_NE(text.find(why), std::string::npos) << text;
  };
  refused([](StartTopics& s) { s.topics.pop_back(); }, "tokens");
  refused([](StartTopics& s) { s.topics[3] = static_cast<std::uint16_t>(s.n_topics); }, "a token has topic");
  refused([](StartTopics& s) { s.n_topics = 0; }, "0 topics");
  refused([](StartTopics& s) { s.n_topics = 70'000; }, "70000 topics");
  refused([](StartTopics& s) { s.weights.push_back(1); }, "weights");
  refused([](StartTopics& s) { s.weights[0] = 0; }, "a weight");
  refused([](StartTopics& s) { s.weights[0] = std::numeric_limits<double>::infinity(); }, "a weight");
  refused([](StartTopics& s) { s.seats.pop_back(); }, "seats");
  refused([](StartTopics& s) { s.seats[0] = 7; }, "numbered by their first tokens");
  refused([](StartTopics& s) { s.hyperparameters["beta"] = std::numeric_limits<double>::quiet_NaN(); },
          "beta");
  refused([](StartTopics& s) { s.hyperparameters["document_discount"] = 1; }, "document_discount");
  refused([](StartTopics& s) { s.hyperparameters["theta"] = 1; }, "theta");
}

TEST_F(StartTopicsTest, NeedRoomAndAModelThatTakesThem) {
  const StartTopics start = fit(collection_, small_options("lda")).start_topics();
  const auto refused = [&](const Options& options) {
    return test::message_of<UsageError>([&] { fit(collection_, options, GivenInputs{.start = start}); });
  };
  Options few = options_for("lda", start);
  EXPECT_NE(refused(few.set("topics", 2)).find("at least 3"), std::string::npos);
  EXPECT_NE(refused(Options("dmm")).find("start-from"), std::string::npos);
  EXPECT_NE(refused(Options("hdp").set("topics", 50)).find("topics"), std::string::npos);
  EXPECT_NE(refused(Options("hdp").set("start", "documents")).find("start"), std::string::npos);
}

}  // namespace
}  // namespace themata
