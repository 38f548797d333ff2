#include <gtest/gtest.h>

#include "support/geweke_hpc.hpp"
#include "themata/hpc/hmc.hpp"
#include "themata/hpc/rates.hpp"

// The densities that the paper's sampler moves in: their derivatives against differences, and their sums against the log joint with the
// split over topics summed out.
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
    settings.labelled = GetParam();
    settings.priors = tight_priors();
    settings.lengths = {0.5, 1, 1, 2, 0.7, 3};
    const ShortHpc model(settings, 40);
    Stream stream({85}, Purpose::data, 0, 1);
    do {  // documents of several labels, with words
      state_ = model.sample_prior(hpc_shape(6), stream, alone_);
      corpus_ = std::make_unique<Corpus>(model.resample_data(state_, hpc_shape(6), stream, alone_));
    } while (state_.labels.topics.size() < 14 || corpus_->n_tokens() < 60);
    tree_ = settings.tree;
    labelled_ = settings.labelled;
  }

  Pool alone_{1};
  hpc::State state_;
  hpc::Tree tree_;
  bool labelled_ = true;
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
    const hpc::DocumentDensity density(state_, *corpus_, d, labelled_);
    expect_derivatives(density, Eigen::Map<Vector>(&state_.affinities[first], static_cast<Eigen::Index>(n)));
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, HpcDensities, ::testing::Values(true, false),
                         [](const auto& one) { return one.param ? "tree" : "pcm"; });

}  // namespace
}  // namespace themata::testing
