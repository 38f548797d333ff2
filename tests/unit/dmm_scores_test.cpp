#include <gtest/gtest.h>

#include <numeric>

#include "support/dmm_problem.hpp"
#include "themata/models/dmm/scores.hpp"

// The scores that are kept in step with the counts, against log joint densities that are made afresh, as
// documents move.
namespace themata::testing {
namespace {

/// Documents of up to 59 tokens, with repeated words; and one of more than 64, whose totals are not kept.
Corpus corpus_of_scores() {
  Problem problem = random_problem(30, 12, 4);
  problem.documents.emplace_back(90, 3U);
  problem.documents.back()[7] = 5;
  return problem.corpus();
}

class DmmScores : public ::testing::TestWithParam<DmmSetting> {
 protected:
  /// p(z_d = k | rest) for the topics in use and last all others, from joint densities.
  std::vector<double> by_joint(const dmm::State& state, const dmm::TopicScores& scores, std::size_t d) const {
    const auto others = std::ranges::find(state.documents, 0) - state.documents.begin();
    std::vector<sampling::Topic> choices = scores.in_use();
    choices.push_back(static_cast<sampling::Topic>(others));
    std::vector<double> log_p;
    for (const sampling::Topic k : choices) {
      Topics z(state.mix.topics.begin(), state.mix.topics.end());
      std::fill_n(z.begin() + static_cast<std::ptrdiff_t>(corpus_.offsets()[d]), corpus_.length(d), k);
      log_p.push_back(log_urn(setting_, state.alpha, topics_of_documents(problem_, z)) +
                      log_words_of(problem_, setting_, state.mix.beta, z));
    }
    const bool is_finite = setting_.form == dmm::Form::finite;
    const sampling::Topic own = state.mix.topics[corpus_.offsets()[d]];
    const auto place = std::ranges::find(choices, own) - choices.begin();
    const bool is_alone = dmm::TopicScores::is_alone(state, own);
    // A document alone has its own topic among those that no other document has.
    if (is_alone) log_p[static_cast<std::size_t>(place)] = -INFINITY;
    const double unused = static_cast<double>(setting_.topics) - static_cast<double>(scores.in_use().size()) +
                          (is_alone ? 1 : 0);
    if (is_finite) log_p.back() += std::log(unused);
    return normalized(log_p);
  }

  const Corpus corpus_ = corpus_of_scores();
  const Problem problem_ = problem_of(corpus_);
  const DmmSetting setting_ = GetParam();
  static constexpr std::uint32_t slots_to_use_ = 8;  // one topic of the finite form stays unused
};

TEST_P(DmmScores, AreRatiosOfJointDensitiesAsDocumentsMove) {
  Pool alone(1);
  const dmm::Model model(settings_of(setting_));
  dmm::State state = model.init(corpus_, {5}, alone);
  dmm::TopicScores scores(state, corpus_, {model.space(), state.alpha});
  dmm::Workspace work = scores.workspace();
  Stream stream({6}, Purpose::data, 0, 0);
  for (int i = 0; i < 200; ++i) {
    const std::size_t d = i % 4 == 0 ? corpus_.n_documents() - 1 : stream.below(30);
    if (corpus_.length(d) == 0) continue;
    const sampling::Topic own = state.mix.topics[corpus_.offsets()[d]];
    work.words.open(corpus_.document(d));
    scores.weigh(state, own, work);
    const double sum = std::accumulate(work.weights.begin(), work.weights.end(), 0.0);
    const auto exact = by_joint(state, scores, d);
    ASSERT_EQ(work.weights.size(), exact.size());
    for (std::size_t k = 0; k < exact.size(); ++k) ASSERT_NEAR(work.weights[k] / sum, exact[k], 1e-9);
    // To any slot, so that topics are born and die.
    const auto to = static_cast<sampling::Topic>(stream.below(slots_to_use_));
    std::fill_n(state.mix.topics.begin() + static_cast<std::ptrdiff_t>(corpus_.offsets()[d]),
                corpus_.length(d), to);
    scores.count(state, d, work.words, own, dmm::TopicScores::Change::leave);
    scores.count(state, d, work.words, to, dmm::TopicScores::Change::join);
    if (setting_.form == dmm::Form::infinite) dmm::name_anew(state, to);
  }
  dmm::set_prior(state, model.space());
  model.check(state, corpus_);
}

DmmSetting weighted(DmmSetting setting) {
  setting.word_weights = {0.5, 2, 1, 1.5, 1, 1, 3, 0.1, 1, 1, 1, 1};
  return setting;
}

INSTANTIATE_TEST_SUITE_P(Settings, DmmScores,
                         ::testing::Values(DmmSetting{dmm::Form::finite, 9, 0.7, 0.5},
                                           DmmSetting{dmm::Form::infinite, 1, 1.3, 0.5},
                                           weighted({dmm::Form::finite, 9, 0.7, 0.5}),
                                           weighted({dmm::Form::infinite, 1, 1.3, 0.5})));

}  // namespace
}  // namespace themata::testing
