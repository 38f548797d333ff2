#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "support.hpp"
#include "support/fit_content.hpp"
#include "support/small_fit.hpp"
#include "themata/cluster/in_process.hpp"
#include "themata/io/interruptions.hpp"
#include "themata/run/follower.hpp"
#include "themata/run/leader.hpp"
#include "themata/store/draw_file.hpp"
#include "themata/store/fit_folder.hpp"

// A fit whose chains several ranks sample together has the files of one by one process, and any number of
// ranks goes on with it.
namespace themata::testing {
namespace {

namespace fs = std::filesystem;

/// Runs something on rank 0, whom the others follow.
void lead(std::size_t ranks, const std::function<void(Leader&)>& work) {
  run_ranks(ranks, [&](const Communicator& all) {
    if (all.rank() > 0) return follow(all);
    Leader leader(all);
    work(leader);
  });
}

FitWatch stopping_at(std::uint64_t sweep) {
  FitWatch watch;
  watch.should_stop = [n = std::make_shared<std::uint64_t>(0), sweep] { return ++*n >= sweep; };
  return watch;
}

struct Sampled {
  const char *model, *sampler, *z = "";
  std::size_t documents = 60;
  const char* affinity = "";
};

/// Its options, with those of small_options where it has them.
FitOptions options_of(const Sampled& sampled) {
  const std::string model = sampled.model;
  const bool has_rates = model == "hpc" || model == "pcm";
  FitOptions options = has_rates ? default_options(model) : small_options(model);
  if (*sampled.affinity != '\0') options.set("affinity", std::string(sampled.affinity));
  if (model == "pcm") options.set("topics", std::uint64_t{4});
  if (options.has("blocks")) options.set("blocks", std::uint64_t{4});
  options.set("sampler", std::string(sampled.sampler));
  if (options.has("z")) options.set("z", std::string(sampled.z));
  if (options.has("table-topics")) options.set("table-topics", std::uint64_t{2});
  options.sweeps = 20;
  options.keep = 3;
  options.threads = 1;
  return options;
}

class FitOverRanks : public ::testing::TestWithParam<Sampled> {
 protected:
  void SetUp() override {
    write_problem(random_problem(GetParam().documents, 40, 1), folder_ / "corpus", "w", WithLabels::yes);
  }

  static FitOptions options() {
    FitOptions options = options_of(GetParam());
    options.chains = 2;
    options.trace_every = 2;
    options.monitor_topics = 3;
    options.monitor_words = 4;
    options.monitor_documents = 5;
    options.monitor_from = 6;
    return options;
  }
  /// How a fit is refused.
  std::string message(const FitOptions& refused) const {
    std::string said;
    lead(2, [&](Leader& leader) {
      said = test::message_of<UsageError>([&] { start_fit(corpus(), refused, fit("refused"), {}, leader); });
    });
    EXPECT_FALSE(fs::exists(fit("refused")));
    return said;
  }
  fs::path corpus() const { return folder_ / "corpus"; }
  fs::path fit(const std::string& name) const { return folder_ / name; }

  test::TemporaryFolder folder_;
};

TEST_P(FitOverRanks, HasTheFilesOfOneProcess) {
  start_fit(corpus(), options(), fit("alone"), {});
  const auto alone = content_of(fit("alone"));
  ASSERT_TRUE(alone.contains("monitored-1.csv"));
  ASSERT_GT(alone.size(), 10U);
  for (const std::size_t ranks : {2U, 3U, 5U}) {
    FitOptions of_rank = options();
    of_rank.threads = ranks == 3 ? 2 : 1;
    const fs::path path = fit(fmt::format("ranks-{}", ranks));
    lead(ranks, [&](Leader& leader) {
      EXPECT_EQ(start_fit(corpus(), of_rank, path, {}, leader), FitEnd::complete);
    });
    const auto together = content_of(path);
    for (const auto& [name, text] : alone)
      EXPECT_TRUE(together.contains(name) && together.at(name) == text) << name << ", " << ranks << " ranks";
    EXPECT_EQ(together.size(), alone.size());
  }
}

TEST_P(FitOverRanks, GoesOnWithAnyRanks) {
  start_fit(corpus(), options(), fit("alone"), {});
  lead(3, [&](Leader& leader) {
    EXPECT_EQ(start_fit(corpus(), options(), fit("stopped"), stopping_at(7), leader), FitEnd::interrupted);
  });
  lead(2, [&](Leader& leader) {
    EXPECT_EQ(resume_fit(fit("stopped"), {}, stopping_at(9), &leader), FitEnd::interrupted);
  });
  EXPECT_EQ(resume_fit(fit("stopped"), {}, stopping_at(5)), FitEnd::interrupted);
  lead(4, [&](Leader& leader) { EXPECT_EQ(resume_fit(fit("stopped"), {}, {}, &leader), FitEnd::complete); });
  EXPECT_EQ(content_of(fit("stopped")), content_of(fit("alone")));
}

TEST_P(FitOverRanks, NoticesDamageInAnotherRanksPartOfACheckpoint) {
  EXPECT_EQ(start_fit(corpus(), options(), fit("stopped"), stopping_at(7)), FitEnd::interrupted);
  const fs::path checkpoint = fit("stopped") / "checkpoint/chain-1.npz";
  std::string bytes = test::read_bytes(checkpoint);
  const std::size_t z = bytes.find("z.npy"), tokens = open_fit(fit("stopped")).manifest["corpus"]["tokens"];
  char& last = bytes[z + 5 + 128 + 2 * tokens - 2];  // the low byte of the last token's topic
  last = static_cast<char>(last == 0 ? 1 : 0);
  test::write_bytes(checkpoint, bytes);
  lead(3, [&](Leader& leader) {
    EXPECT_NE(test::message_of<InputError>([&] {
                resume_fit(fit("stopped"), {}, {}, &leader);
              }).find("the topics of tokens fail their checksum"),
              std::string::npos);
  });
}

class MixtureOverRanks : public FitOverRanks {};

TEST_P(MixtureOverRanks, RefusesWhatSeveralRanksCannotSample) {
  FitOptions collapsed = options();
  collapsed.set("blocks", std::uint64_t{0});
  collapsed.set("z", std::string());
  collapsed.set("sampler", std::string("collapsed"));
  EXPECT_NE(message(collapsed).find("`sampler` collapsed is for one process"), std::string::npos);
  FitOptions one_block = collapsed;
  one_block.set("sampler", std::string("partially-collapsed"));
  one_block.set("z", std::string("sparse"));
  EXPECT_NE(message(one_block).find("`sampler` partially-collapsed with `z` sparse has one block"),
            std::string::npos)
      << message(one_block);
  FitOptions light = one_block;
  light.set("z", std::string("light"));
  EXPECT_NE(message(light).find("`z` light is for one process"), std::string::npos);
  FitOptions mixture = default_options("dmm");
  EXPECT_NE(message(mixture).find("expected lda, hdp, hpc or pcm"), std::string::npos) << message(mixture);
}

class RatesOverRanks : public FitOverRanks {};

TEST_P(RatesOverRanks, RefusesTheSamplerOfThePaper) {
  FitOptions refused = options();
  if (refused.has("affinity")) refused.set("affinity", std::string("independent"));
  refused.set("sampler", std::string("hmc"));
  EXPECT_NE(message(refused).find("`sampler` hmc is for one process; several ranks need split"),
            std::string::npos);
}

std::string name_of(const ::testing::TestParamInfo<Sampled>& tested) {
  const std::string z = tested.param.z, sampler = tested.param.sampler;
  if (sampler == "split")
    return fmt::format("{}{}_{}_documents", tested.param.model, tested.param.affinity,
                       tested.param.documents);
  return fmt::format("{}_{}", tested.param.model, z.empty() ? "block_collapsed" : z.substr(0, z.find('-')));
}

const auto mixtures = ::testing::Values(Sampled{"lda", "block-collapsed"}, Sampled{"hdp", "block-collapsed"},
                                        Sampled{"lda", "partially-collapsed", "sparse"},
                                        Sampled{"hdp", "partially-collapsed", "auto"},
                                        Sampled{"lda", "partially-collapsed", "doubly-sparse"});
/// With documents for all of five ranks, and for one.
const auto rates =
    ::testing::Values(Sampled{"hpc", "split", "", 400}, Sampled{"hpc", "split", "", 50},
                      Sampled{"hpc", "split", "", 400, "correlated"}, Sampled{"pcm", "split", "", 400});

INSTANTIATE_TEST_SUITE_P(Mixtures, FitOverRanks, mixtures, name_of);
INSTANTIATE_TEST_SUITE_P(Rates, FitOverRanks, rates, name_of);
INSTANTIATE_TEST_SUITE_P(Mixtures, MixtureOverRanks, mixtures, name_of);
INSTANTIATE_TEST_SUITE_P(Rates, RatesOverRanks, rates, name_of);

TEST(FitOfManyTopicsOverRanks, EndsOnAllRanksWithOneError) {
  const test::TemporaryFolder folder;
  write_problem(random_problem(300, 400, 3), folder / "corpus");
  FitOptions options = small_options("hdp");
  options.set("blocks", std::uint64_t{3});
  options.set("gamma", 50.0);
  options.set("alpha", 20.0);
  options.set("max-topics", std::uint64_t{16});
  lead(3, [&](Leader& leader) {
    EXPECT_THROW(start_fit(folder / "corpus", options, folder / "fit", {}, leader), TopicLimitError);
    EXPECT_FALSE(leader.is_broken());
  });
}

}  // namespace
}  // namespace themata::testing
