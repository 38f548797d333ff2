// The tables of options, model by model, and what they make of values.

#include "themata/models/options.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "themata/corpus/corpus.hpp"
#include "themata/corpus/import_options.hpp"
#include "themata/inference/gibbs.hpp"
#include "themata/io/error.hpp"
#include "themata/models/registry.hpp"
#include "themata/models/unused_options.hpp"
#include "themata/predict/folds.hpp"

namespace themata {
namespace {

class OptionsOfModels : public ::testing::TestWithParam<const ModelPlugin*> {
 protected:
  FitOptions options_ = GetParam()->default_options();
};

TEST_P(OptionsOfModels, HaveDefaultsThatCanBeFitted) {
  EXPECT_EQ(options_.model(), GetParam()->info().name);
  EXPECT_NO_THROW(check_new_options(options_));
  const FitOptions known = with_defaults(options_);
  EXPECT_FALSE(known.text("sampler").empty());
  EXPECT_NO_THROW(check_new_options(known));
  for (const Field* field : known.fields()) {
    if (field->name == "topics") continue;  // may depend on the corpus
    EXPECT_NE(known.get(field->name), OptionValue(automatic)) << field->name;
  }
}

TEST_P(OptionsOfModels, AreNamedOnceAndExplainedInALine) {
  std::set<std::string_view> names;
  for (const Field* field : options_.fields()) {
    EXPECT_TRUE(names.insert(field->name).second) << field->name;
    EXPECT_FALSE(field->help.empty()) << field->name;
    EXPECT_LE(field->help.size(), 92U) << field->name << ": " << field->help;
    EXPECT_LE(field->least, field->most) << field->name;
    EXPECT_EQ(field->list, field->name == "learn");
  }
  EXPECT_FALSE(GetParam()->info().title.empty());
}

TEST_P(OptionsOfModels, SurviveTheManifest) {
  for (const Field* field : options_.fields()) {
    OptionValue value = options_.get(field->name);
    if (auto* prior = std::get_if<GammaPrior>(&value)) *prior = {2.5, 0.125};
    if (auto* prior = std::get_if<BetaPrior>(&value)) *prior = {2.5, 0.125};
    options_.set(field->name, value);
  }
  options_.sweeps = 77;
  const FitOptions again = options_from_json(to_json(with_defaults(options_)), "manifest.json");
  EXPECT_EQ(to_json(again), to_json(with_defaults(options_)));
  EXPECT_EQ(again.sweeps, 77U);
}

TEST_P(OptionsOfModels, AreTheSameReadFromTheirTexts) {
  for (const Field* field : options_.fields()) {
    const OptionValue value = options_.get(field->name);
    EXPECT_EQ(parse_value(*field, value, to_text(value)), value) << field->name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, OptionsOfModels, ::testing::ValuesIn(all_models().begin(), all_models().end()),
                         [](const auto& one) {
                           std::string name(one.param->info().name);
                           std::erase(name, '-');
                           return name;
                         });

TEST(Options, OfOneFaultSayItAsData) {
  try {
    check_new_options(options_from("hdp", {{"gamma", "-1"}}));
    FAIL() << "a concentration below 0 was accepted";
  } catch (const UsageError& error) {
    ASSERT_TRUE(error.fault().has_value());
    EXPECT_EQ(error.fault()->option, "gamma");
    EXPECT_EQ(error.fault()->value, "-1");
    EXPECT_EQ(error.fault()->expected, "a number above 0, up to 1000000");
    EXPECT_STREQ(error.what(), "`gamma` is -1; expected a number above 0, up to 1000000");
  }
}

/// What an option's fault says as data.
OptionFault fault_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const UsageError& error) {
    return error.fault().value_or(OptionFault{});
  }
  return {};
}

TEST(Options, OfOneFaultSayItAsDataWhereverItIsFound) {
  const OptionFault skip = fault_of([] { with_defaults(GibbsLength{10, 10}, 1); });
  EXPECT_EQ(skip.option, "skip");
  EXPECT_EQ(skip.value, "10");
  EXPECT_EQ(skip.expected, "less than 10, the value of `sweeps`");
  const std::vector<std::size_t> ten(10);
  EXPECT_EQ(fault_of([&] { part_documents(ten, 1, 1); }).expected, "at least 2");
  EXPECT_EQ(fault_of([&] { part_documents(ten, 11, 1); }).expected,
            "at most 10, the number of documents that can be held out");
  EXPECT_EQ(fault_of([] { format_named("docx"); }).value, "'docx'");
  const OptionFault monitor = fault_of([] {
    check_new_options(
        options_from("lda", {{"sweeps", "10"}, {"monitor-words", "3"}, {"monitor-from", "20"}}));
  });
  EXPECT_EQ(monitor.option, "monitor-from");
  EXPECT_EQ(monitor.value, "20");
  FitOptions lda = default_options("lda");
  EXPECT_EQ(fault_of([&] { lda.set("alpha", OptionValue(std::string("x"))); }).option, "alpha");
  EXPECT_EQ(fault_of([] { options_from("lda", {{"gamma", "1"}}); }).option, "gamma");
}

TEST(Options, OfAnEmptyTextAreThoseNotGivenOrRefused) {
  const auto given = [](const char* model) { return options_from(model, {{"learn", ""}}); };
  EXPECT_EQ(to_json(with_defaults(given("hdp"))), to_json(with_defaults(default_options("hdp"))));
  const OptionFault fault = fault_of([&] { check_options(given("franchise")); });  // whose default is "none"
  EXPECT_EQ(fault.option, "learn");
  EXPECT_EQ(fault.value, "''");
  EXPECT_TRUE(fault.expected.starts_with("none, or some of ")) << fault.expected;
  EXPECT_EQ(fault_of([] { check_options(options_from("hdp", {{"learn", ","}})); }).option, "learn");
}

TEST(Options, ThatAModelLacksAreNotReadAsEmpty) {
  const FitOptions lda = default_options("lda");
  EXPECT_FALSE(lda.has("unlabeled"));
  EXPECT_THROW(lda.text("unlabeled"), std::logic_error);
  EXPECT_THROW(lda.text("samplr"), std::logic_error) << "a typing error of ours";
  EXPECT_THROW(lda.whole("background-topics"), std::logic_error);
  EXPECT_THROW(lda.number("gamma"), std::logic_error);
  EXPECT_EQ(lda.text("seeds"), "");
}

TEST(Options, OfSingleFitsAreMarked) {
  const auto field = [](std::string_view name) {
    return *std::ranges::find(all_fields(), name, &AnyField::name);
  };
  for (const char* name : {"threads", "alpha-weights", "unlabeled", "partitions", "monitor-from"})
    EXPECT_TRUE(field(name).single_fit) << name;
  for (const char* name : {"alpha", "sampler", "sweeps", "learn", "chains", "start", "seeds"})
    EXPECT_FALSE(field(name).single_fit) << name;
}

TEST(Models, AreListedByTheirTraits) {
  EXPECT_EQ(models_where([](const ModelInfo& model) { return model.rates; }), "hpc or pcm");
  EXPECT_EQ(models_where([](const ModelInfo& model) { return model.masks_topics; }), "lida or ftm");
  EXPECT_EQ(models_where([](const ModelInfo&) { return false; }), "");
}

TEST(Options, OfAnotherModelAreRefusedByName) {
  try {
    options_from("lda", {{"gamma", "1"}});
    FAIL() << "lda has no gamma";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "`gamma` does not apply to `model` lda; it belongs to hdp, franchise, lida or sstm");
  }
  try {
    options_from("lda", {{"frobnicate", "1"}});
    FAIL() << "no model has such an option";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "model lda has no option `frobnicate`");
  }
  EXPECT_THROW(options_from("hpc", {{"topics", "5"}}), UsageError) << "its topics are the labels";
  EXPECT_TRUE(default_options("hpc").has("topics") && !default_options("hpc").takes("topics"));
}

TEST(Options, ThatAreGivenAreNotLearned) {
  const auto learned = [](const char* model, const GivenOptions& given) {
    return with_defaults(options_from(model, given)).text("learn");
  };
  EXPECT_EQ(learned("lda", {}), "asymmetric-alpha,beta");
  EXPECT_EQ(learned("lda", {{"alpha", "0.1"}}), "beta");
  EXPECT_EQ(learned("lda", {{"beta", "0.1"}}), "asymmetric-alpha");
  EXPECT_EQ(learned("lda", {{"alpha", "0.1"}, {"beta", "0.1"}}), "none");
  EXPECT_EQ(learned("lda", {{"alpha", "0.1"}, {"learn", "alpha"}}), "alpha") << "where it begins";
  EXPECT_EQ(learned("lda", {{"alpha-weights", "file"}}), "alpha,beta") << "the weights stay in proportion";
  EXPECT_EQ(learned("lda", {{"phi", "spike-slab"}}), "asymmetric-alpha");
  EXPECT_EQ(learned("labeled-lda", {}), "none");
  EXPECT_EQ(learned("hdp", {}), "alpha,beta,gamma");
  EXPECT_EQ(learned("hdp", {{"gamma", "2"}}), "alpha,beta");
  EXPECT_EQ(learned("ftm", {{"eta", "2"}}), "alpha,beta,delta");
  EXPECT_EQ(learned("dmm", {{"alpha", "2"}}), "beta");
  EXPECT_EQ(learned("franchise", {}), "none");
}

TEST(Options, WithoutEffectAreThoseThatWereGivenAndLackWhatTheyNeed) {
  const auto unused = [](const char* model, const GivenOptions& given) {
    std::vector<std::string> names;
    for (const UnusedOption& one : unused_options(with_defaults(options_from(model, given))))
      names.push_back(one.name);
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(unused("lda", {}), Names());
  EXPECT_EQ(unused("lda", {{"partitions", "2"}, {"pi", "0.5"}}), (Names{"partitions", "pi"}));
  EXPECT_EQ(unused("lda", {{"partitions", "2"}, {"sampler", "ad-lda"}}), Names());
  EXPECT_EQ(unused("lda", {{"mh-steps", "2"}, {"z", "light"}}), Names());
  EXPECT_EQ(unused("hdp", {{"gamma", "1"}, {"gamma-prior", "1,1"}}), Names{"gamma-prior"});
  EXPECT_EQ(unused("hdp", {{"gamma", "1"}, {"prior-shape", "2"}}), Names()) << "alpha is learned";
  FitOptions set = default_options("lda");
  set.set("partitions", OptionValue(std::uint64_t{3}));
  EXPECT_EQ(unused_options(with_defaults(set)).size(), 0U) << "as a manifest holds it";
}

TEST(Options, OfOneNameAreFieldsOfTheirModels) {
  EXPECT_NE(default_options("hdp").find("gamma")->help, default_options("lida").find("gamma")->help);
  const std::vector<AnyField> all = all_fields();
  std::set<std::string_view> names;
  for (const AnyField& field : all) EXPECT_TRUE(names.insert(field.name).second) << field.name;
  EXPECT_EQ(models_with("eta"), "lida or ftm");
  EXPECT_EQ(models_with("sweeps"), "") << "an option of every fit";
}

TEST(Options, ThatSetAllPriorsBelongToModelsWithPriors) {
  const FitOptions options = options_from("lida", {{"prior-shape", "4"}, {"eta-prior", "1,3"}});
  EXPECT_EQ(std::get<GammaPrior>(options.get("alpha-prior")), (GammaPrior{4, 1}));
  EXPECT_EQ(std::get<GammaPrior>(options.get("eta-prior")), (GammaPrior{1, 3}));
  EXPECT_THROW(options_from("pcm", {{"prior-shape", "4"}}), UsageError);
}

TEST(ForecastOfTheHdp, CountsTheTopicsThatAChainComesToWhereItMayOpenThem) {
  const std::vector<std::uint32_t> types(1'000'000);
  const std::vector<std::uint64_t> offsets = {0, types.size()};
  const Corpus corpus(types, offsets, 1, nullptr);
  const auto slots_with = [&](const GivenOptions& given) {
    return find_model("hdp").slots(corpus, options_from("hdp", given));
  };
  EXPECT_GE(slots_with({}), 3500);
  EXPECT_GE(slots_with({{"topics", "10"}}), 3500) << "a chain does not stay where it begins";
  EXPECT_LT(slots_with({{"topics", "10"}, {"learn", "none"}}), 300);
  EXPECT_LT(slots_with({{"topics", "10"}, {"max-topics", "200"}}), 500);
  EXPECT_GE(slots_with({{"topics", "5000"}, {"learn", "none"}}), 5000);
  EXPECT_LT(find_model("hdp").slots_at_start(corpus, options_from("hdp", {{"topics", "10"}})), 300)
      << "a fit is refused only for what it needs at once";
}

TEST(TopicsAtStartOfTheHdp, GrowWithTheRootOfSmallCorporaAndAreFewOnLargeOnes) {
  const auto topics_for = [](std::size_t tokens) {
    const std::vector<std::uint32_t> types(tokens);
    const std::vector<std::uint64_t> offsets = {0, tokens};
    return find_model("hdp").usual_topics(Corpus(types, offsets, 1, nullptr));
  };
  EXPECT_EQ(topics_for(0), 10);
  EXPECT_EQ(topics_for(10'000), 150);
  EXPECT_EQ(topics_for(1'000'000), 1500);
  EXPECT_EQ(topics_for(3'000'000), 1000);
  EXPECT_EQ(topics_for(12'000'000), 250);
  EXPECT_EQ(topics_for(40'000'000), 100);
}

/// A manifest holds them, and JSON has no other texts.
TEST(Options, TextsAreInUtf8) {
  try {
    options_from("lda", {{"seeds", "caf\xe9.txt"}});
    FAIL() << "nothing was thrown";
  } catch (const UsageError& error) {
    ASSERT_TRUE(error.fault().has_value());
    EXPECT_EQ(error.fault()->expected, "a text or the name of a file in UTF-8");
  }
  EXPECT_EQ(options_from("lda", {{"seeds", "caf\xc3\xa9.txt"}}).text("seeds"), "caf\xc3\xa9.txt");
}

TEST(Options, WholeNumbersOfAManifestAreNeitherBelowZeroNorBroken) {
  const auto message = [](const nlohmann::json& sweeps) -> std::string {
    try {
      options_from_json({{"model", "lda"}, {"sweeps", sweeps}}, "manifest.json");
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message(7), "");
  EXPECT_EQ(message(-1), "manifest.json: `sweeps` is -1; expected a whole number");
  EXPECT_EQ(message(7.5), "manifest.json: `sweeps` is 7.5; expected a whole number");
  EXPECT_NE(message("7").find("the option 'sweeps' is damaged"), std::string::npos);
}

}  // namespace
}  // namespace themata
