#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

#include "support/statistics.hpp"
#include "themata/models/hpc/model.hpp"

// Two topics, one word and two documents with given hyperparameters: the posterior by quadrature.
namespace themata::testing {
namespace {

/// Document 0 has both labels, document 1 the first.
constexpr double first_tokens = 7, second_tokens = 9, first_length = 1.6, second_length = 0.4;

hpc::Hyperparameters given_hyperparameters() {
  hpc::Hyperparameters hyper;
  hyper.psi = 1.2;
  hyper.gamma = 0.9;
  hyper.nu = 12;
  hyper.sigma = 0.9;
  hyper.lambda = 1.5;
  hyper.eta = {-0.5, 1};
  return hyper;
}

/// What is compared: posterior means.
using Means = std::array<double, 5>;
constexpr std::array<const char*, 5> names{"mu_0", "mu_1", "mu_0 mu_1", "theta_0 of the first document",
                                           "its tokens of topic 0"};

double normal(double x, double variance) { return std::exp(-x * x / (2 * variance)) / std::sqrt(variance); }

/// Density of (mu_0 + mu_1) / 2 - psi = s and mu_0 - mu_1 = t, the corpus's rate and tau^2 integrated out.
double rates_density(double s, double t) {
  const hpc::Hyperparameters hyper = given_hyperparameters();
  const double half = hyper.nu / 2, scale = half * hyper.sigma * hyper.sigma;
  double sum = 0;
  for (double log_tau2 = -9; log_tau2 < 14; log_tau2 += 0.1) {
    const double tau2 = std::exp(log_tau2);
    sum += std::exp(-half * log_tau2 - scale / tau2) * normal(t, 2 * tau2) *
           normal(s, hyper.gamma * hyper.gamma + tau2 / 2);
  }
  return sum;
}

/// Density of xi_0 - xi_1 = t where both labels are there.
double affinities_density(double t) {
  const hpc::Hyperparameters hyper = given_hyperparameters();
  double sum = 0;
  for (double x = -16; x < 16; x += 0.1)
    sum += normal(x - hyper.eta[0], hyper.lambda * hyper.lambda) *
           normal(x - t - hyper.eta[1], hyper.lambda * hyper.lambda) / (1 + std::exp(-x)) /
           (1 + std::exp(t - x));
  return sum;
}

Means by_quadrature() {
  constexpr double step = 0.1, reach = 12;
  Means sums{};
  double total = 0;
  std::vector<double> affinity;
  for (double t = -reach; t < reach; t += step) affinity.push_back(affinities_density(t));
  for (double s = -8; s < 5; s += step)
    for (double t = -reach; t < reach; t += step) {
      const double mu_0 = given_hyperparameters().psi + s + t / 2, mu_1 = mu_0 - t;
      const double rate_0 = std::exp(mu_0), rate_1 = std::exp(mu_1);
      const double weight = rates_density(s, t) * std::exp(second_tokens * mu_0 - second_length * rate_0);
      for (std::size_t i = 0; i < affinity.size(); ++i) {
        const double share = 1 / (1 + std::exp(reach - step * static_cast<double>(i)));
        const double rate = share * rate_0 + (1 - share) * rate_1;
        const double p = weight * affinity[i] * std::exp(first_tokens * std::log(rate) - first_length * rate);
        const Means values{mu_0, mu_1, mu_0 * mu_1, share, first_tokens * share * rate_0 / rate};
        for (std::size_t j = 0; j < values.size(); ++j) sums[j] += p * values[j];
        total += p;
      }
    }
  for (double& x : sums) x /= total;
  return sums;
}

class HpcPosterior : public ::testing::TestWithParam<bool> {};

TEST_P(HpcPosterior, OfTwoTopicsIsThatOfQuadrature) {
  hpc::Settings settings;
  settings.hmc = GetParam();
  settings.tree = hpc::Tree::flat(2);
  settings.lengths = {first_length, second_length};
  settings.labels.begin = {0, 2, 3};
  settings.labels.topics = {0, 1, 0};
  const hpc::Model model(settings);
  const Corpus corpus = make_corpus(std::vector<std::uint32_t>(16, 0), {0, 7, 16}, 1);
  Pool alone(1);
  hpc::State state = model.init(corpus, {5}, alone);
  state.hyper = given_hyperparameters();
  Kernels<hpc::State> kernels = model.kernels();
  std::erase_if(kernels, [](const auto& kernel) { return kernel.name.starts_with("hyperparameters"); });
  ASSERT_EQ(kernels.size(), 3);
  constexpr std::size_t batches = 100;
  const std::size_t length = GetParam() ? 1500 : 5000;
  std::vector<BatchMeans> found(names.size(), BatchMeans(batches, length));
  for (std::size_t sweep = 1; sweep <= batches * length; ++sweep) {
    run_sweep(kernels, state, Context{corpus, {6}, sweep, alone});
    const double mu_0 = state.log_rates[0], mu_1 = state.log_rates[1];
    const double share = 1 / (1 + std::exp(state.affinities[1] - state.affinities[0]));
    const Means values{mu_0, mu_1, mu_0 * mu_1, share,
                       static_cast<double>(std::count(state.topics.begin(), state.topics.begin() + 7, 0))};
    for (std::size_t j = 0; j < values.size(); ++j) found[j].add(values[j]);
  }
  const Means exact = by_quadrature();
  for (std::size_t j = 0; j < names.size(); ++j) {
    EXPECT_LT(std::abs(z_score(found[j].estimate(), exact[j])), z_limit) << names[j] << ": " << exact[j];
    EXPECT_GT(found[j].times_in_batch(), 20) << names[j];
    EXPECT_LT(found[j].estimate().error, 0.02 * std::max(1.0, std::abs(exact[j]))) << names[j];
  }
}

INSTANTIATE_TEST_SUITE_P(Samplers, HpcPosterior, ::testing::Values(false, true),
                         [](const auto& one) { return one.param ? "hmc" : "split"; });

}  // namespace
}  // namespace themata::testing
