// What a fit and its scores are given in memory instead of in files.

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>

#include "support.hpp"
#include "support/api.hpp"

namespace themata {
namespace {

using test::few_texts;
using test::many_texts;
using test::small_options;
using test::state_of;
using test::TemporaryFolder;

TEST(InputsInMemory, TakeSeedsAndWeightsFromMemory) {
  const TemporaryFolder folder;
  const auto write = [&](const char* name, const char* text) { std::ofstream(folder / name) << text; };
  write("seeds", "flowers\troses tulips\n\nanchors gull\n");
  write("alpha", "1\n2\n3\n");
  write("beta", "roses\t2\ngull\t5\nmast\t.5\n");
  const Collection collection = Collection::from_texts(many_texts());
  Options from_files = small_options("lda");
  from_files.set("seeds", (folder / "seeds").string()).set("alpha-weights", (folder / "alpha").string());
  from_files.set("beta-weights", (folder / "beta").string());
  const GivenInputs inputs{
      .seeds = {{.words = {"roses", "tulips"}, .name = "flowers"}, {}, {{"anchors", "gull"}}},
      .alpha_weights = {1, 2, 3},
      .beta_weights = {{"roses", 2}, {"gull", 5}, {"mast", .5}}};
  std::vector<std::string> warnings;
  Observer observer;
  observer.warning = [&](const std::string& text) { warnings.push_back(text); };
  const Options options = small_options("lda");
  const Fit files = fit(collection, from_files), memory = fit(collection, options, inputs, observer);
  EXPECT_EQ(state_of(memory), state_of(files));
  EXPECT_NE(state_of(memory), state_of(fit(collection, options)));
  EXPECT_EQ(warnings, (std::vector<std::string>{"1 weighted word is not in the corpus: gull",
                                                "1 seed word is not in the corpus: gull"}));
  const auto names = [](const Fit& one) {
    std::vector<std::string> list;
    for (const TopicSummary& topic : one.topics(1)) list.push_back(topic.name);
    return list;
  };
  EXPECT_EQ(names(memory), names(files));
  EXPECT_EQ(cross_validate(memory, {.folds = 2}).mean.per_word,
            cross_validate(files, {.folds = 2}).mean.per_word);

  const auto refused = [&](const Options& by, const GivenInputs& wrong, const std::string& option) {
    try {
      fit(collection, by, wrong);
      ADD_FAILURE() << option << " was accepted";
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find("`" + option + "`"), std::string::npos) << error.what();
    }
  };
  refused(options, {.seeds = {{}, {}, {}, {{"roses"}}}}, "seeds");
  refused(options, {.seeds = {{{"gull"}}}}, "seeds");
  refused(options, {.seeds = {{}}}, "seeds");
  refused(options, {.alpha_weights = {1}}, "alpha-weights");
  refused(options, {.alpha_weights = {1, 0, 1}}, "alpha-weights");
  refused(options, {.beta_weights = {{"roses", -1}}}, "beta-weights");
  refused(options, {.beta_weights = {{"gull", 1}}}, "beta-weights");
  refused(from_files, inputs, "seeds");
  refused(small_options("lda").set("seed-weight", 2), {}, "seed-weight");
  EXPECT_NO_THROW(fit(collection, small_options("lda").set("seed-weight", 2), {.seeds = {{{"roses"}}}}));
  refused(small_options("hdp"), {.seeds = {{{"roses"}}}}, "seeds");
  refused(small_options("lda").set("sampler", "light-collapsed"), {.seeds = {{{"roses"}}}}, "seeds");
}

TEST(InputsInMemory, PredictTokensGivenThoseThatAreSeen) {
  const TemporaryFolder folder;
  const Collection collection = Collection::from_texts(few_texts);
  const Fit made = fit(collection, small_options("lda"));
  std::ofstream(folder / "split") << "0 2\n1\n\n0 1 2\n";
  HeldOutOptions by_file, in_memory;
  by_file.split = folder / "split";
  in_memory.seen = {{0, 2}, {1}, {}, {0, 1, 2}};
  EXPECT_EQ(held_out(made, collection, in_memory).log_p, held_out(made, collection, by_file).log_p);
  EXPECT_EQ(held_out(made, collection, in_memory).seen, 6U);
  for (const std::vector<std::uint32_t>& wrong : {std::vector<std::uint32_t>{1, 1}, {2, 0}, {3}}) {
    in_memory.seen = {{0, 2}, wrong, {}, {}};
    EXPECT_THROW(held_out(made, collection, in_memory), UsageError);
  }
  in_memory.seen->pop_back();
  EXPECT_THROW(held_out(made, collection, in_memory), UsageError);
}

}  // namespace
}  // namespace themata
