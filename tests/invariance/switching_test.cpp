// Summaries do not depend on how the draws of a chain number topics that may change places.

#include "support/switching.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "support.hpp"
#include "themata/effects/effect.hpp"
#include "themata/effects/trends.hpp"
#include "themata/exports/exports.hpp"
#include "themata/predict/infer.hpp"
#include "themata/report/report.hpp"
#include "themata/summaries/posterior.hpp"
#include "themata/summaries/tables.hpp"

namespace themata::testing {
namespace {

using Summaries = std::map<std::string, std::string>;

std::string bytes_of(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

void add(std::string& text, const themata::Estimate& estimate) {
  text += fmt::format("{:a} {:a} {:a} {:a}\n", estimate.mean, estimate.sd, estimate.low, estimate.high);
}

void add_posteriors(Summaries& all, const ShownFit& shown) {
  for (const PosteriorOf what : {PosteriorOf::topic_words, PosteriorOf::document_topics}) {
    const PosteriorMatrix matrix = posterior_of(shown, what);
    const std::string name = what == PosteriorOf::topic_words ? "phi" : "theta";
    all[name + " mean"] = bytes_of(matrix.mean);
    all[name + " sd"] = bytes_of(matrix.sd);
  }
}

void add_effects(Summaries& all, const FitFolder& fit, Pool& pool) {
  const EffectResult effects = effect(fit, {}, {.formula = "~ year + side"}, pool);
  for (const auto& topic : effects.coefficients)
    for (const themata::Estimate& estimate : topic) add(all["effect"], estimate);
  for (const std::string& warning : effects.warnings) all["effect"] += warning;
  const TrendsResult result = trends(fit, {}, {.by = "year"}, pool);
  for (const auto& topic : result.cells)
    for (const TrendCell& cell : topic) {
      add(all["trends"], cell.proportion);
      for (const std::string& word : cell.changed) all["trends"] += word + "\n";
    }
}

/// Files that are written: tables of a finished fit, exports, topics of documents.
void add_files(Summaries& all, const ShownFit& shown, const test::TemporaryFolder& folder) {
  const auto take = [&](const std::filesystem::path& path) {
    all[path.filename().string()] = test::read_bytes(path);
    std::filesystem::remove(path);
  };
  for (const std::size_t most_dense : {most_dense_cells, std::size_t{0}}) {
    write_posterior(shown.fit, shown.corpus, 1, most_dense);
    for (const char* table : {"topic-word", "document-topic"})
      for (const char* moment : {"mean", "sd"})
        take(shown.fit.path.path() /
             fmt::format("{}-1-{}.{}", table, moment, most_dense == 0 ? "npz" : "npy"));
  }
  export_draws(shown, folder / "draws", {});
  for (const char* file : {"theta.npy", "phi.npy", "theta-mean.npy", "theta-sd.npy", "phi-mean.npy",
                           "phi-sd.npy", "draws.csv", "topics.tsv"})
    take(folder / "draws" / file);
  std::filesystem::remove_all(folder / "draws");
  export_theta_draws(shown, folder / "theta-draws.npy");
  take(folder / "theta-draws.npy");
  if (shown.draw.coefficients() != nullptr) {
    export_coefficients(shown, folder / "coefficients.tsv");
    take(folder / "coefficients.tsv");
  }
  infer(FitDraws(shown.fit, {}, DrawUse::alike), shown.corpus.path.path(), folder / "infer.tsv",
        {.length = {8, 2}, .threads = 1}, SharesFormat::tsv);
  take(folder / "infer.tsv");
}

Summaries summaries_of(const std::filesystem::path& path, const test::TemporaryFolder& folder) {
  Summaries all;
  Pool pool(1);
  const ShownFit shown = open_shown_fit(path, {});
  add_posteriors(all, shown);
  add_effects(all, shown.fit, pool);
  add_files(all, shown, folder);
  all["report"] = report_data(shown, {}).dump();
  for (const std::uint64_t sweep : shown.fit.kept_sweeps(shown.draw.chain)) {
    const Draw draw = drawn_beside(shown, sweep);
    EXPECT_TRUE(draw.unclear.empty()) << sweep;
    all["draws"] += state_hash(draw) + "\n";
  }
  return all;
}

class SwitchedTopics : public ::testing::TestWithParam<const char*> {};

TEST_P(SwitchedTopics, LeaveAllSummariesAsTheyAre) {
  const test::TemporaryFolder folder;
  const Collection collection = documents_of_four_themes();
  collection.save((folder / "corpus").string());
  Options options = test::small_options(GetParam());
  const auto takes = [&](const char* name) { return themata::detail::Access::options(options).takes(name); };
  if (takes("topics")) options.set("topics", 4);
  if (takes("background-topics")) options.set("background-topics", 3);
  if (takes("covariates")) options.set("covariates", "year,side");
  options.set("sweeps", 120).set("keep", 6);
  fit(Collection::open((folder / "corpus").string()), options).save((folder / "fit").string());
  const FitFolder made = open_fit(folder / "fit");
  const std::size_t free = exchangeable_topics(open_shown_fit(made, 1)).size();
  const Summaries before = summaries_of(folder / "fit", folder);
  for (const std::uint64_t seed : {1U, 2U}) {
    const std::size_t changed = switch_topics(made, 1, seed);
    ASSERT_EQ(changed > 0, free > 1) << "the test would compare equal files";
    const Summaries after = summaries_of(folder / "fit", folder);
    ASSERT_EQ(after.size(), before.size());
    for (const auto& [name, bytes] : before) EXPECT_TRUE(after.at(name) == bytes) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, SwitchedTopics, ::testing::ValuesIn([] {
                           std::vector<const char*> names;
                           for (const ModelPlugin* model : all_models())
                             if (model->info().aligned_draws) names.push_back(model->info().name.data());
                           return names;
                         }()),
                         [](const auto& model) {
                           std::string name = model.param;
                           std::erase_if(name, [](char c) { return c == '-'; });
                           return name;
                         });

}  // namespace
}  // namespace themata::testing
