#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "support/statistics.hpp"
#include "themata/models/hpc/known_rates.hpp"
#include "themata/models/hpc/new_affinities.hpp"
#include "themata/models/hpc/predict.hpp"

// A new document under known rates, whose labels are not known: against every set of labels and a grid of
// affinities. The trapezoidal rule on a grid of .3 deviations is exact to more digits than are compared.
namespace themata::testing {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::size_t n_label_topics = 3;

/// What is known of three labels, and documents.
struct Known {
  hpc::AffinityPrior prior;
  std::vector<double>
      rates;  ///< of three words, V x K; a fourth, which no document here has, makes up the totals
  std::vector<Words> documents;

  hpc::KnownRates topics(hpc::Labeling labeling) const {
    hpc::AffinityPrior of_kind = prior;
    of_kind.labeling = labeling;
    return {of_kind, rates};
  }
};

const Known plain_labels{{{-0.5, 0.4, -1.5}, 1.2, {4.1, 2.2, 3}, 3, hpc::Labeling::tree},
                         {2, 0.3, 0.5, 0.6, 1.4, 0.5, 0.5, 0.3, 1.9},
                         {{}, {0}, {0, 1, 2, 2}, {2, 2, 2, 2, 0, 1, 1, 2}}};
/// The third label stands above the others: rarely there, with the words of both. One of them alone would
/// explain half of the words.
const Known with_parent{
    {{-1, -1, -7}, 0.8, {3, 3, 3}, 3, hpc::Labeling::tree},
    {2.9, 0.02, 1.46, 0.02, 2.9, 1.46, 0.08, 0.08, 0.08},
    {{0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 2, 0, 1, 0, 1, 0, 1, 0, 1}, {0, 0, 0, 0, 2, 0, 0, 0}}};

/// Affinities of the first two go together, those of the third against them.
Known correlated() {
  Known known = plain_labels;
  hpc::set_covariance(known.prior, std::vector<double>{1.44, 1.2, -0.9, 1.2, 1.3, -0.8, -0.9, -0.8, 1.6});
  known.documents = {plain_labels.documents[2], plain_labels.documents[3]};
  return known;
}

/// What could be wrong with a sum.
enum class Bug { none, all_take_part, absence_is_free, no_exposure, no_normal, no_correlation };

struct Sums {
  double p = 0;
  std::array<double, n_label_topics> there{}, mean{}, square{};
  std::array<double, 3> held{};
};

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

/// The factor of affinity k in the normal prior.
double normal_part(const hpc::AffinityPrior& prior, const std::array<double, n_label_topics>& xi,
                   std::size_t k, Bug bug) {
  const double off = xi[k] - prior.eta[k];
  if (prior.precision.size() == 0 || bug == Bug::no_correlation)
    return std::exp(-std::pow(off / prior.deviation(k), 2) / 2);
  double sum = 0;
  for (std::size_t j = 0; j < n_label_topics; ++j)
    sum +=
        prior.precision(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(j)) * (xi[j] - prior.eta[j]);
  return std::exp(-off * sum / 2);
}

/// Adds what one grid point says, with the labels of `set`; all of them, and none certain, in the simpler
/// model.
void add_point(Sums& sums, const Known& known, const Words& words,
               const std::array<double, n_label_topics>& xi, unsigned set, Bug bug) {
  const hpc::AffinityPrior& prior = known.prior;
  const std::vector<double>& rates = known.rates;
  const bool simple = set == 0;
  std::array<double, n_label_topics> theta{};
  double sum = 0, p = 1, expected = 0;
  for (std::size_t k = 0; k < n_label_topics; ++k) {
    const bool on = (set >> k & 1) != 0, takes_part = simple || on || bug == Bug::all_take_part;
    theta[k] = takes_part ? std::exp(xi[k]) : 0;
    sum += theta[k];
    if (bug != Bug::no_normal) p *= normal_part(prior, xi, k, bug);
    if (!simple) p *= on ? logistic(xi[k]) : bug == Bug::absence_is_free ? 1 : logistic(-xi[k]);
  }
  for (std::size_t k = 0; k < n_label_topics; ++k) {
    theta[k] /= sum;
    expected += theta[k] * prior.totals[k];
  }
  std::array<double, 3> rate{};
  for (std::size_t w = 0; w < 3; ++w)
    for (std::size_t k = 0; k < n_label_topics; ++k) rate[w] += theta[k] * rates[w * n_label_topics + k];
  for (const std::uint32_t w : words) p *= rate[w];
  if (bug != Bug::no_exposure)
    p *= std::exp(-static_cast<double>(words.size()) / prior.mean_length * expected);
  sums.p += p;
  for (std::size_t k = 0; k < n_label_topics; ++k) {
    sums.there[k] += p * (simple ? logistic(xi[k]) : (set >> k & 1));
    sums.mean[k] += p * theta[k];
    sums.square[k] += p * theta[k] * theta[k];
    sums.held[k] += p * rate[k] / expected;
  }
}

Sums add_up(const Known& known, const Words& words, bool labelled, Bug bug = Bug::none) {
  const hpc::AffinityPrior& prior = known.prior;
  constexpr int half = 23;
  constexpr double step = 0.3;
  Sums sums;
  std::array<double, n_label_topics> xi{};
  for (int i = -half; i <= half; ++i)
    for (int j = -half; j <= half; ++j)
      for (int h = -half; h <= half; ++h) {
        xi = {prior.eta[0] + prior.lambda * step * i, prior.eta[1] + prior.lambda * step * j,
              prior.eta[2] + prior.lambda * step * h};
        for (unsigned set = labelled ? 1 : 0; set < (labelled ? 8U : 1U); ++set)
          add_point(sums, known, words, xi, set, bug);
      }
  for (auto* list : {&sums.there, &sums.mean, &sums.square, &sums.held})
    for (double& x : *list) x /= sums.p;
  return sums;
}

constexpr GibbsLength label_sweeps{40'000, 200};

TEST(LabelsOfNewDocuments, HaveThePosteriorsProbabilities) {
  for (const Known& known : {plain_labels, with_parent, correlated()}) {
    for (const Words& words : known.documents) {
      Stream stream({3}, Purpose::infer, 0, words.size());
      const hpc::KnownRates topics = known.topics(hpc::Labeling::tree);
      const std::vector<double> found = hpc::draw_label_probabilities(topics, words, label_sweeps, stream);
      const Sums truth = add_up(known, words, true);
      for (std::size_t k = 0; k < n_label_topics; ++k)
        EXPECT_NEAR(found[k], truth.there[k], 0.01) << words.size() << ", " << k;
    }
  }
}

hpc::Labeling labeling_of(bool labelled) { return labelled ? hpc::Labeling::tree : hpc::Labeling::none; }

class SharesOfNewDocuments : public ::testing::TestWithParam<bool> {};

TEST_P(SharesOfNewDocuments, HaveThePosteriorsMoments) {
  for (const Words& words : plain_labels.documents) {
    Stream stream({4}, Purpose::infer, 0, words.size());
    const ProportionMoments found =
        hpc::draw_proportions(plain_labels.topics(labeling_of(GetParam())), words, label_sweeps, stream);
    const Sums truth = add_up(plain_labels, words, GetParam());
    for (std::size_t k = 0; k < n_label_topics; ++k) {
      EXPECT_NEAR(found.mean[k], truth.mean[k], 0.01) << words.size() << ", " << k;
      EXPECT_NEAR(found.variance[k], truth.square[k] - truth.mean[k] * truth.mean[k], 0.009)
          << words.size() << ", " << k;
    }
  }
}

TEST_P(SharesOfNewDocuments, PredictWords) {
  const Words held{0, 1, 2};
  for (const Words& words : plain_labels.documents) {
    std::vector<double> means(held.size());
    Stream stream({5}, Purpose::held_out, 0, words.size());
    hpc::predict_words(plain_labels.topics(labeling_of(GetParam())), {words, held}, label_sweeps, stream,
                       means);
    const Sums truth = add_up(plain_labels, words, GetParam());
    for (std::size_t w = 0; w < held.size(); ++w) EXPECT_NEAR(means[w], truth.held[w], 0.006) << words.size();
  }
}

INSTANTIATE_TEST_SUITE_P(Models, SharesOfNewDocuments, ::testing::Bool(),
                         [](const auto& one) { return one.param ? "hpc" : "pcm"; });

TEST(SimplerModelOfLabels, HasItsProbabilities) {
  for (const Known& known : {plain_labels, correlated()})
    for (const Words& words : known.documents) {
      Stream stream({6}, Purpose::infer, 0, words.size());
      const hpc::KnownRates topics = known.topics(hpc::Labeling::tree);
      const std::vector<double> found = hpc::draw_simple_probabilities(topics, words, label_sweeps, stream);
      const Sums truth = add_up(known, words, false);
      for (std::size_t k = 0; k < n_label_topics; ++k)
        EXPECT_NEAR(found[k], truth.there[k], 0.009) << words.size() << ", " << k;
    }
}

/// log density of the simpler model at a point.
double log_density(const Words& words, const hmc::Vector& xi) {
  Sums sums;
  add_point(sums, plain_labels, words, {xi[0], xi[1], xi[2]}, 0, Bug::none);
  return std::log(sums.p);
}

TEST(SimplerModelOfLabels, HasNothingMoreProbableNearItsMode) {
  for (const Words& words : plain_labels.documents) {
    const hpc::KnownRates known = plain_labels.topics(hpc::Labeling::tree);
    hpc::NewAffinities affinities(known, words);
    const hmc::Vector mode = affinities.mode();
    const double highest = log_density(words, mode);
    for (Eigen::Index k = 0; k < mode.size(); ++k)
      for (const double step : {-0.3, -0.03, 0.03, 0.3}) {
        hmc::Vector beside = mode;
        beside[k] += step;
        EXPECT_LT(log_density(words, beside), highest) << words.size();
      }
  }
}

TEST(LabelsOfNewDocuments, TheSumsTellMistakesApart) {
  const Known known = correlated();
  const Words& words = known.documents.back();
  const Sums right = add_up(known, words, true);
  for (const Bug bug :
       {Bug::all_take_part, Bug::absence_is_free, Bug::no_exposure, Bug::no_normal, Bug::no_correlation}) {
    const Sums wrong = add_up(known, words, true, bug);
    double most = 0;
    for (std::size_t k = 0; k < n_label_topics; ++k)
      most = std::max(most, std::fabs(wrong.there[k] - right.there[k]));
    EXPECT_GT(most, 0.02) << static_cast<int>(bug);
  }
}

}  // namespace
}  // namespace themata::testing
