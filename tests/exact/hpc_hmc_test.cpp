#include <gtest/gtest.h>

#include "support/geweke_hpc.hpp"
#include "themata/models/hpc/hmc.hpp"
#include "themata/models/hpc/rates.hpp"
#include "themata/models/hpc/tokens.hpp"

// The densities that the paper's sampler moves in: their derivatives against differences, and themselves
// against the log joint with the split over topics summed out.
namespace themata::testing {
namespace {

using hmc::Matrix;
using hmc::Vector;

/// Compares a density's gradient and curvature with central differences.
template <class Density>
void expect_derivatives(const Density& density, const Vector& point) {
  constexpr double step = 1e-5;
  Vector gradient(point.size()), above(point.size()), below(point.size());
  density(point, gradient);
  const Matrix curvature = density.curvature(point);
  for (Eigen::Index i = 0; i < point.size(); ++i) {
    Vector moved = point;
    moved[i] += step;
    const double high = density(moved, above);
    moved[i] -= 2 * step;
    const double low = density(moved, below);
    EXPECT_NEAR(gradient[i], (high - low) / (2 * step), 1e-5 * (1 + std::abs(gradient[i])));
    for (Eigen::Index j = 0; j < point.size(); ++j)
      EXPECT_NEAR(curvature(i, j), (below[j] - above[j]) / (2 * step), 1e-5 * (1 + std::abs(curvature(i, j))))
          << i << ' ' << j;
  }
}

class HpcDensities : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    hpc::Settings settings;
    settings.tree = GetParam() ? small_tree() : hpc::Tree::flat(4);
    settings.labeling = GetParam() ? hpc::Labeling::tree : hpc::Labeling::none;
    settings.priors = tight_priors();
    settings.lengths = {0.5, 1, 1, 2, 0.7, 3};
    const ShortHpc model(settings, 40);
    Stream stream({85}, Purpose::data, 0, 1);
    do {  // documents of several labels, with words
      state_ = model.sample_prior(hpc_shape(6), stream, alone_);
      corpus_ = std::make_unique<Corpus>(model.resample_data(state_, hpc_shape(6), stream, alone_));
    } while (state_.labels.topics.size() < 14 || corpus_->n_tokens() < 60 || state_.labels.of(0).size() < 2);
    tree_ = settings.tree;
    labeling_ = settings.labeling;
  }

  Pool alone_{1};
  hpc::State state_;
  hpc::Tree tree_;
  hpc::Labeling labeling_ = hpc::Labeling::tree;
  std::unique_ptr<Corpus> corpus_;
};

TEST_P(HpcDensities, OfWordsHaveTheirDerivatives) {
  const std::vector<double> exposure = hpc::exposures(state_, tree_.topics());
  std::vector<std::vector<double>> shares;
  for (std::size_t d = 0; d < 6; ++d) shares.push_back(hpc::shares_of(state_, d));
  for (std::uint32_t v = 0; v < corpus_->n_types(); ++v) {
    std::vector<std::uint32_t> documents, counts;
    for (std::uint32_t d = 0; d < 6; ++d)
      if (const auto n = std::ranges::count(corpus_->document(d), v); n > 0) {
        documents.push_back(d);
        counts.push_back(static_cast<std::uint32_t>(n));
      }
    const hpc::WordDensity density(state_, tree_, exposure, shares, {v, documents, counts});
    Vector point(tree_.nodes());
    for (std::uint32_t node = 0; node < tree_.nodes(); ++node)
      point[node] = state_.log_rates[v * tree_.nodes() + node];
    expect_derivatives(density, point);
    const hmc::Matrix split = density.curvature_of_split(point);
    EXPECT_EQ(Eigen::LLT<Matrix>(split).info(), Eigen::Success);
  }
}

TEST_P(HpcDensities, OfDocumentsHaveTheirDerivatives) {
  for (std::size_t d = 0; d < 6; ++d) {
    const std::size_t first = state_.labels.begin[d], n = state_.labels.of(d).size();
    const hpc::DocumentDensity density(hpc::document_data(state_, *corpus_, d, labeling_));
    expect_derivatives(density, Eigen::Map<Vector>(&state_.affinities[first], static_cast<Eigen::Index>(n)));
  }
}

/// log of the sum of p over every split of the tokens at `places` over their documents' labels.
double log_sum_of_splits(const hpc::Model& model, hpc::State& state, const Corpus& corpus,
                         std::span<const std::size_t> places) {
  Pool alone(1);
  if (places.empty()) {
    hpc::recount(state, corpus, model.settings().tree.topics(), alone);
    model.check(state, corpus);
    return model.log_joint(state, corpus, alone);
  }
  const auto after = std::ranges::upper_bound(corpus.offsets(), places.front());
  std::vector<double> logs;
  for (const hpc::Topic k : state.labels.of(static_cast<std::size_t>(after - corpus.offsets().begin()) - 1)) {
    state.topics[places.front()] = k;
    logs.push_back(log_sum_of_splits(model, state, corpus, places.subspan(1)));
  }
  const double top = *std::ranges::max_element(logs);
  double sum = 0;
  for (const double x : logs) sum += std::exp(x - top);
  return top + std::log(sum);
}

TEST_P(HpcDensities, AreTheLogJointWithTheSplitSummedOut) {
  hpc::Settings settings;
  settings.tree = tree_;
  settings.labeling = labeling_;
  settings.lengths = state_.lengths;
  const hpc::Model model(settings);
  const std::vector<std::uint32_t> words{0, 1, 1, 2, 0, 1, 2};  // documents of 4, 0, 2, 1, 0 and 0 tokens
  const Corpus corpus = make_corpus(words, {0, 4, 4, 6, 7, 7, 7}, 3);
  state_.topics.clear();
  for (const std::size_t d : {0, 0, 0, 0, 2, 2, 3}) state_.topics.push_back(state_.labels.of(d).front());

  // Every affinity of document 0 moved.
  const std::vector<std::size_t> of_document{0, 1, 2, 3};
  const std::size_t first = state_.labels.begin[0], n = state_.labels.of(0).size();
  ASSERT_GT(n, 1);
  const hpc::DocumentDensity document(hpc::document_data(state_, corpus, 0, labeling_));
  Vector xi = Eigen::Map<Vector>(&state_.affinities[first], static_cast<Eigen::Index>(n)),
         gradient(xi.size());
  const double before = log_sum_of_splits(model, state_, corpus, of_document),
               density = document(xi, gradient);
  for (std::size_t j = 0; j < n; ++j) xi[static_cast<Eigen::Index>(j)] += 0.7 - 0.9 * static_cast<double>(j);
  const double moved = document(xi, gradient);
  for (std::size_t j = 0; j < n; ++j) state_.affinities[first + j] = xi[static_cast<Eigen::Index>(j)];
  EXPECT_NEAR(log_sum_of_splits(model, state_, corpus, of_document) - before, moved - density, 1e-6);

  // Every rate of word 1 moved, in whole 128ths, which single precision holds.
  const std::vector<std::size_t> of_word{1, 2, 5};
  const std::vector<std::uint32_t> documents{0, 2}, counts{2, 1};
  const std::vector<double> exposure = hpc::exposures(state_, tree_.topics());
  std::vector<std::vector<double>> shares;
  for (std::size_t d = 0; d < 6; ++d) shares.push_back(hpc::shares_of(state_, d));
  const hpc::WordDensity word(state_, tree_, exposure, shares, {1, documents, counts});
  Vector mu(tree_.nodes()), slope(tree_.nodes());
  const auto set = [&](double step) {
    for (std::uint32_t node = 0; node < tree_.nodes(); ++node) {
      mu[node] = std::round(128 * (0.3 * node - 1 + step * (node % 3))) / 128;
      state_.log_rates[tree_.nodes() + node] = static_cast<float>(mu[node]);
    }
    hpc::set_rates(state_, tree_, alone_);
    return std::pair(word(mu, slope), log_sum_of_splits(model, state_, corpus, of_word));
  };
  const auto [density_here, joint_here] = set(0);
  const auto [density_there, joint_there] = set(0.4);
  EXPECT_NEAR(joint_there - joint_here, density_there - density_here, 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Forms, HpcDensities, ::testing::Values(true, false),
                         [](const auto& one) { return one.param ? "tree" : "pcm"; });

}  // namespace
}  // namespace themata::testing
