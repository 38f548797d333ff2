#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <mutex>
#include <numeric>

#include "support/dmm_problem.hpp"
#include "themata/io/error.hpp"
#include "themata/models/dmm/predict.hpp"
#include "themata/models/dmm/topics.hpp"

// New documents under a mixture, and what a state says of its own documents, against sums written out.
namespace themata::testing {
namespace {

constexpr std::array<std::array<double, 3>, 2> phi{{{0.5, 0.3, 0.2}, {0.1, 0.0, 0.9}}};
constexpr std::array<double, 2> weights{0.4, 0.6};

dmm::LogWords known() {
  return dmm::words_given_phi([](std::size_t k, std::uint32_t v) { return phi.at(k).at(v); });
}

TEST(DmmPredict, TopicsGivenPhiAreBayesRule) {
  const std::vector<std::uint32_t> words{0, 2, 2};
  const double a = 0.4 * 0.5 * 0.2 * 0.2, b = 0.6 * 0.1 * 0.9 * 0.9;
  const auto p = dmm::topic_posterior(weights, known(), words);
  EXPECT_NEAR(p[0], a / (a + b), 1e-14);
  EXPECT_NEAR(p[1], b / (a + b), 1e-14);
  const auto prior = dmm::topic_posterior(weights, known(), {});
  EXPECT_NEAR(prior[0], 0.4, 1e-14);
  EXPECT_EQ(dmm::topic_posterior(weights, known(), std::vector<std::uint32_t>{1})[1], 0);
}

TEST(DmmPredict, TopicsOfWordsThatNoTopicHasAreTheWeights) {
  const auto nothing = dmm::words_given_phi([](std::size_t, std::uint32_t) { return 0.0; });
  const std::vector<std::uint32_t> words{0};
  EXPECT_NEAR(dmm::topic_posterior(weights, nothing, words)[1], 0.6, 1e-14);
  EXPECT_EQ(dmm::log_held(weights, nothing, {{}, words}), -INFINITY);
}

TEST(DmmPredict, HeldWordsGivenPhi) {
  const std::vector<std::uint32_t> seen{0, 2}, held{2, 0};
  const double a = 0.4 * 0.5 * 0.2, b = 0.6 * 0.1 * 0.9;
  const double joint = (a * 0.2 * 0.5 + b * 0.9 * 0.1) / (a + b);
  EXPECT_NEAR(dmm::log_held(weights, known(), {seen, held}), std::log(joint), 1e-13);
  const auto each = dmm::held_probabilities(weights, known(), {seen, held});
  EXPECT_NEAR(each[0], (a * 0.2 + b * 0.9) / (a + b), 1e-14);
  EXPECT_NEAR(each[1], (a * 0.5 + b * 0.1) / (a + b), 1e-14);
}

TEST(DmmPredict, LongDocumentsNeitherOverflowNorUnderflow) {
  const std::vector<std::uint32_t> words(5000, 2);
  EXPECT_NEAR(dmm::topic_posterior(weights, known(), words)[1], 1, 1e-12);
  EXPECT_NEAR(dmm::log_held(weights, known(), {{}, words}), std::log(0.6) + 5000 * std::log(0.9), 1e-8);
}

/// A state of two forms, and its topics by their counts.
class DmmPredictGivenCounts : public ::testing::TestWithParam<dmm::Form> {
 protected:
  DmmPredictGivenCounts() {
    setting_.word_weights = {0.5, 2, 1, 1.5};
    const Topics z = topics_of_tokens(problem_, {0, 1, 0, 0, 1});
    state_ =
        model().restore(problem_.corpus(), {{z.begin(), z.end()}, setting_.alpha, setting_.beta}, alone_);
  }
  dmm::Model model() const { return dmm::Model(settings_of(setting_)); }

  /// Topics of the state's slots; the number behind them is a new topic.
  dmm::LogWords by_counts() const {
    const auto sizes = sampling::topic_sizes(state_.mix);
    return dmm::words_given_counts(
        {[this](std::size_t k, std::uint32_t v) {
           return k < state_.mix.slots() ? state_.mix.word_topic.row(v)[k] : 0;
         },
         [sizes](std::size_t k) { return k < sizes.size() ? sizes[k] : 0; },
         [this](std::uint32_t v) { return setting_.beta * setting_.word_weights[v]; }, setting_.beta * 5});
  }

  /// log p(all words, all topics) with one more document of a topic.
  double log_with(const std::vector<std::uint32_t>& document, unsigned k) const {
    Problem more = problem_;
    more.documents.push_back(document);
    const Topics z = topics_of_tokens(more, {0, 1, 0, 0, 1, k});
    return log_urn(setting_, setting_.alpha, topics_of_documents(more, z)) +
           log_words_of(more, setting_, setting_.beta, z);
  }

  const Problem problem_ = six_documents();
  DmmSetting setting_ = GetParam() == dmm::Form::finite ? finite_setting() : infinite_setting();
  Pool alone_{1};
  dmm::State state_;
};

TEST_P(DmmPredictGivenCounts, TopicsAreRatiosOfJointDensities) {
  const std::vector<std::uint32_t> document{0, 1, 0, 0};
  const auto prior = dmm::new_document_weights({model().space(), state_.alpha}, state_.documents);
  EXPECT_NEAR(std::accumulate(prior.begin(), prior.end(), 0.0), 1, 1e-14);
  const auto p = dmm::topic_posterior(prior, by_counts(), document);
  // Slot 2 of the finite form is an empty topic; the infinite form has its new one behind the slots.
  const double of_empty = GetParam() == dmm::Form::finite ? p[2] : p.back();
  double total = 0;
  for (const unsigned k : {0U, 1U, 2U}) total += std::exp(log_with(document, k));
  EXPECT_NEAR(p[0], std::exp(log_with(document, 0)) / total, 1e-12);
  EXPECT_NEAR(p[1], std::exp(log_with(document, 1)) / total, 1e-12);
  EXPECT_NEAR(of_empty, std::exp(log_with(document, 2)) / total, 1e-12);
}

TEST_P(DmmPredictGivenCounts, HeldWordsFollowTheChainRule) {
  const std::vector<std::uint32_t> seen{0, 1}, held{0, 3, 0}, all{0, 1, 0, 3, 0};
  const auto prior = dmm::new_document_weights({model().space(), state_.alpha}, state_.documents);
  const auto log_p = [&](const std::vector<std::uint32_t>& words) {
    return dmm::log_held(prior, by_counts(), {{}, words});
  };
  EXPECT_NEAR(dmm::log_held(prior, by_counts(), {seen, held}), log_p(all) - log_p(seen), 1e-12);
  const std::vector<std::uint32_t> every{0, 1, 2, 3};
  const auto each = dmm::held_probabilities(prior, by_counts(), {seen, every});
  EXPECT_NEAR(std::accumulate(each.begin(), each.end(), 0.0), 1, 1e-12);
}

TEST_P(DmmPredictGivenCounts, TopicsOfTheStatesOwnDocuments) {
  const Corpus corpus = problem_.corpus();
  Pool pool(2);
  std::mutex guard;
  std::size_t visited = 0;
  const Topics now{0, 1, 0, 0, 1};
  const std::vector<std::size_t> numbers{0, 1, 3, 4, 5};  // of the documents with tokens
  dmm::visit_topic_probabilities(
      state_, Context{corpus, {1}, 0, pool}, model().space(), [&](std::size_t d, std::span<const double> p) {
        const std::lock_guard lock(guard);
        ++visited;
        const auto at = static_cast<std::size_t>(std::ranges::find(numbers, d) - numbers.begin());
        std::array<double, 3> log_p{};
        for (unsigned k = 0; k < 3; ++k) {
          Topics changed = now;
          changed[at] = k;
          const Topics z = topics_of_tokens(problem_, changed);
          log_p.at(k) =
              log_urn(setting_, setting_.alpha, changed) + log_words_of(problem_, setting_, setting_.beta, z);
        }
        const auto exact = normalized({log_p.begin(), log_p.end()});
        EXPECT_NEAR(p[0], exact[0], 1e-12) << d;
        EXPECT_NEAR(p[1], exact[1], 1e-12) << d;
        EXPECT_NEAR(GetParam() == dmm::Form::finite ? p[2] : p.back(), exact[2], 1e-12) << d;
      });
  EXPECT_EQ(visited, 5);
}

INSTANTIATE_TEST_SUITE_P(Forms, DmmPredictGivenCounts,
                         ::testing::Values(dmm::Form::finite, dmm::Form::infinite));

TEST(DmmState, OfADocumentAloneInItsTopicSaysSoOfTheTopicsSlot) {
  const Problem problem{{{0}, {1}}, 2};
  const Corpus corpus = problem.corpus();
  Pool alone(1);
  const dmm::Model model(settings_of(infinite_setting()));
  const dmm::State state = model.restore(corpus, {{0, 1}, 1.3, 0.5}, alone);
  dmm::visit_topic_probabilities(state, Context{corpus, {1}, 0, alone}, model.space(),
                                 [&](std::size_t d, std::span<const double> p) {
                                   EXPECT_EQ(p.back(), 0);
                                   EXPECT_NEAR(p[d] / p[1 - d], 1.3 * 0.5 / (0.5 / 2), 1e-12);
                                 });
}

TEST(DmmState, ThatNeedsMoreTopicsThanAllowedIsAnError) {
  const Corpus corpus = random_problem(100, 400, 3).corpus();
  dmm::Settings settings = settings_of(infinite_setting());
  settings.alpha = 50;
  settings.max_topics = 3;
  Pool alone(1);
  EXPECT_THROW(dmm::Model(settings).init(corpus, {1}, alone), ResourceError);
}

TEST(DmmState, OfDocumentsWithoutTokensHasNoTopics) {
  const Corpus corpus = Problem{{{}, {}}, 3}.corpus();
  Pool alone(1);
  for (const DmmSetting& setting : {finite_setting(), infinite_setting()}) {
    dmm::Settings settings = settings_of(setting);
    settings.learn_alpha = settings.learn_beta = true;
    const dmm::Model model(settings);
    dmm::State state = model.init(corpus, {1}, alone);
    run_sweep(model.kernels(), state, Context{corpus, {1}, 1, alone});
    model.check(state, corpus);
    EXPECT_EQ(model.topics_in_use(state), 0);
    EXPECT_NEAR(model.log_joint(state, corpus, alone), 0, 1e-12);
  }
}

}  // namespace
}  // namespace themata::testing
