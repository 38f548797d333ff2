#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "themata/simulate/catalog.hpp"
#include "themata/simulate/options.hpp"

// What can be simulated, put together from what each simulation says of itself.
namespace themata {
namespace {

using simulate::Simulated;

TEST(Simulated, FieldsHaveOneNameEachAndDefaultsInTheirRange) {
  for (const Simulated* one : simulate::all_simulated()) {
    const std::unique_ptr<AnyOptions> options = one->default_options();
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < options->fields().size(); ++i) {
      const Field& field = options->fields()[i];
      EXPECT_TRUE(names.insert(field.name).second) << one->info().name << ' ' << field.name;
      EXPECT_NO_THROW(check_value(field, options->get(i), options->otherwise(i)))
          << one->info().name << ' ' << field.name;
      EXPECT_TRUE(!field.required || is_automatic(options->get(i))) << one->info().name << ' ' << field.name;
    }
    for (const char* name : {"documents", "seed", "threads"})
      EXPECT_TRUE(names.contains(name)) << one->info().name << ' ' << name;
  }
}

TEST(Simulated, HelpIsShort) {
  constexpr std::size_t most = 90;
  for (const Simulated* one : simulate::all_simulated()) {
    EXPECT_FALSE(one->info().title.empty()) << one->info().name;
    EXPECT_LE(one->info().title.size(), most) << one->info().title;
    const std::unique_ptr<AnyOptions> options = one->default_options();
    for (const Field& field : options->fields()) {
      EXPECT_FALSE(field.help.empty()) << field.name;
      EXPECT_LE(field.help.size(), most) << one->info().name << ' ' << field.name;
    }
  }
}

TEST(Simulated, AnOptionKeepsItsKindAndGroupFromOneToTheNext) {
  for (const Simulated* one : simulate::all_simulated()) {
    const std::unique_ptr<AnyOptions> options = one->default_options();
    for (std::size_t i = 0; i < options->fields().size(); ++i) {
      const auto shared = std::ranges::find(simulate::all_simulated_fields(), options->fields()[i].name,
                                            &simulate::SharedField::name);
      ASSERT_NE(shared, simulate::all_simulated_fields().end());
      EXPECT_EQ(shared->kind.index(), options->get(i).index()) << shared->name;
      EXPECT_EQ(shared->group, options->fields()[i].group) << shared->name;
    }
  }
}

TEST(Simulated, ModelsComeInTheRegistrysOrderVariantsBehindTheirs) {
  const std::vector<std::string_view> expected{
      "lda", "labeled-lda", "hdp", "franchise", "lida",           "ftm", "sstm", "hpc", "pcm",
      "dmm", "dp-dmm",      "dmr", "zipf",      "similar-topics", "ibp", "icdp"};
  std::vector<std::string_view> names;
  for (const Simulated* one : simulate::all_simulated()) names.push_back(one->info().name);
  EXPECT_EQ(names, expected);
}

TEST(Simulated, OneNameMayBeAnotherOptionElsewhere) {
  const auto gamma = [](std::string_view model) {
    return std::get<double>(SimulateOptions(model).get("gamma"));
  };
  EXPECT_EQ(gamma("hdp"), 1);
  EXPECT_EQ(gamma("lida"), 50);
  EXPECT_EQ(gamma("hpc"), 1.5);
  EXPECT_EQ(simulate::simulations_with("gamma"), "hdp, franchise, lida, sstm, hpc or pcm");
  EXPECT_EQ(simulate::simulations_with("tokens"), "zipf");
  EXPECT_EQ(simulate::simulations_with("nonsense"), "");
}

TEST(Simulated, WhatIsLeftToTheProgramIsNotRecorded) {
  SimulateOptions options("hdp");
  options.read("documents", "5").read("types", "7").read("threads", "3");
  EXPECT_EQ(to_json(with_defaults(options)).dump(),
            R"({"model":"hdp","documents":5,"types":7,"alpha":1.0,"beta":0.01,"gamma":1.0,"length":100.0,)"
            R"("seed":1,"lengths":"poisson"})");
}

}  // namespace
}  // namespace themata
