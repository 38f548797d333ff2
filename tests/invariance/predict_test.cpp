#include <gtest/gtest.h>

#include "support.hpp"
#include "support/small_fit.hpp"
#include "themata/predict/folds.hpp"
#include "themata/predict/infer.hpp"

// What is said of new documents is the same for any number of threads.
namespace themata::testing {
namespace {

class Prediction : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    write_problem(random_problem(60, 30, 1), training_);
    write_problem(random_problem(41, 40, 2), new_);  // ten words more than the fit knows
    write_fit(training_, small_options(GetParam()), fit_);
  }
  std::string inferred(std::uint64_t threads, std::uint64_t seed = 1) const {
    InferOptions options;
    options.threads = threads;
    options.seed = seed;
    infer(FitDraws(open_fit(fit_), std::nullopt, DrawUse::alike), new_, folder_ / "out", options,
          SharesFormat::npz);
    return test::read_bytes(folder_ / "out");
  }
  std::vector<double> scored(int threads, HeldOutMethod method) const {
    const FitDraws draws(open_fit(fit_), std::nullopt, DrawUse::every);
    const NewDocuments documents(open_corpus(new_), draws.corpus());
    HeldOutOptions options;
    options.method = method;
    options.particles = {5, 20};
    Pool pool(threads);
    const HeldOutScore score = score_held_out(draws, documents, options, pool, {});
    std::vector<double> values{score.log_p, score.error, *score.draw_error};
    for (const DocumentScore& document : score.documents) {
      values.push_back(document.log_p);
      values.push_back(document.error);
    }
    return values;
  }
  test::TemporaryFolder folder_;
  std::filesystem::path training_ = folder_ / "training", new_ = folder_ / "new", fit_ = folder_ / "fit";
};

TEST_P(Prediction, SharesAreTheSameForAnyThreads) {
  const std::string alone = inferred(1);
  for (const std::uint64_t threads : {2U, 8U}) EXPECT_EQ(inferred(threads), alone) << threads;
  EXPECT_NE(inferred(1, 2), alone);
}

TEST_P(Prediction, ScoresAreTheSameForAnyThreads) {
  for (const auto method : {HeldOutMethod::completion, HeldOutMethod::left_to_right}) {
    const std::vector<double> alone = scored(1, method);
    for (const int threads : {2, 8}) EXPECT_EQ(scored(threads, method), alone) << threads;
  }
}

TEST_P(Prediction, FoldsAreTheSameForAnyThreads) {
  FoldOptions options;
  options.folds = 3;
  std::vector<double> alone;
  for (const std::uint64_t threads : {1U, 2U, 8U}) {
    options.threads = threads;
    std::vector<double> values;
    for (const FoldScore& fold : cross_validate(open_fit(fit_), options, {}).folds)
      values.push_back(fold.score.log_p);
    if (threads == 1) alone = values;
    EXPECT_EQ(values, alone) << threads;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Prediction, ::testing::Values("lda", "hdp"),
                         [](const auto& model) { return std::string(model.param); });

}  // namespace
}  // namespace themata::testing
