#pragma once

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <vector>

#include "support/enumeration.hpp"
#include "support/occupancy.hpp"
#include "support/samplers.hpp"
#include "themata/models/dmr/model.hpp"
#include "themata/random/eigen.hpp"

// Dirichlet-multinomial regression on seven tokens: two topics and one covariate of two values, so that the
// posterior of z is had by adding up every state, with the four coefficients integrated out by quadrature.
namespace themata::testing {

/// An intercept and further columns. @param columns  the values of each further column, D of them
inline Covariates numeric_covariates(const std::vector<std::vector<double>>& columns) {
  Covariates covariates;
  for (std::size_t j = 0; j < columns.size(); ++j)
    covariates.fields.push_back({.name = "x" + std::to_string(j + 1)});
  for (std::size_t d = 0; d < columns.front().size(); ++d) {
    covariates.values.push_back(1);
    for (const auto& column : columns) covariates.values.push_back(column[d]);
  }
  return covariates;
}

inline std::shared_ptr<const dmr::Design> design_of(const std::vector<std::vector<double>>& columns) {
  return std::make_shared<const dmr::Design>(dmr::distinct_rows(numeric_covariates(columns)));
}

/// Nodes and weights for the mean of a function of a standard normal (Golub and Welsch 1969).
struct NormalQuadrature {
  std::vector<double> nodes, weights;

  explicit NormalQuadrature(Eigen::Index n) {
    Eigen::MatrixXd jacobi = Eigen::MatrixXd::Zero(n, n);
    for (Eigen::Index i = 1; i < n; ++i)
      jacobi(i, i - 1) = jacobi(i - 1, i) = std::sqrt(static_cast<double>(i));
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(jacobi);
    for (Eigen::Index i = 0; i < n; ++i) {
      nodes.push_back(solver.eigenvalues()[i]);
      weights.push_back(solver.eigenvectors()(0, i) * solver.eigenvectors()(0, i));
    }
  }
};

struct DmrProblem {
  Problem problem{{{0, 1, 0}, {}, {2, 2}, {1, 2}}, 3};
  std::vector<double> x{1, -1, -1, 1};  ///< of each document
  double beta = 0.5;
  dmr::EffectPrior intercept{.mean = -0.3, .sd = 1, .scale = 0.8}, slope{.mean = 0.4, .sd = 1, .scale = 0.9};

  dmr::Settings settings(const NamedSampler& sampler = {"", {}, 1}) const {
    dmr::Settings settings;
    settings.topics = 2;
    settings.design = design_of({x});
    settings.alpha = 1;
    settings.beta = beta;
    settings.intercept = intercept;
    settings.slope = slope;
    settings.learn_effects = false;  // mu and sigma stay at the priors' means and scales
    settings.sampler = sampler.choice;
    settings.blocks = sampler.blocks;
    return settings;
  }
};

/// What is compared of the coefficients; it does not depend on how topics are numbered.
inline constexpr std::size_t n_coefficient_statistics = 4;
using CoefficientStatistics = std::array<double, n_coefficient_statistics>;
/// @param lambda  two topics' intercept and slope
inline CoefficientStatistics coefficient_statistics(const std::array<double, 4>& lambda) {
  const auto& [a, b, c, d] = lambda;
  return {a + c, b + d, (b - d) * (b - d), (a - c) * (b - d)};
}

/// The posterior of z, and the means of the coefficients' statistics.
struct DmrPosterior {
  Posterior topics;
  CoefficientStatistics means{};
};

namespace detail {

/// p(m_d | alpha), for m tokens of n in the first of two topics: the urn, token by token.
inline double urn(double first, double second, std::size_t m, std::size_t n) {
  double p = 1;
  for (std::size_t i = 0; i < m; ++i) p *= first + static_cast<double>(i);
  for (std::size_t i = 0; i < n - m; ++i) p *= second + static_cast<double>(i);
  for (std::size_t i = 0; i < n; ++i) p /= first + second + static_cast<double>(i);
  return p;
}

/// For each (m_d1 of every document): the integral of p(m | lambda) over the prior of lambda, and those of
/// the statistics.
struct Masses {
  std::map<std::vector<std::size_t>, std::array<double, 1 + n_coefficient_statistics>> of;

  explicit Masses(const DmrProblem& problem, Eigen::Index nodes = 18) {
    const NormalQuadrature rule(nodes);
    const auto n = static_cast<std::size_t>(nodes);
    for (std::size_t at = 0; at < n * n * n * n; ++at) {
      std::array<double, 4> lambda{};
      double weight = 1;
      std::size_t rest = at;
      for (std::size_t i = 0; i < 4; ++i, rest /= n) {
        const dmr::EffectPrior& prior = i % 2 == 0 ? problem.intercept : problem.slope;
        lambda[i] = prior.mean + prior.scale * rule.nodes[rest % n];
        weight *= rule.weights[rest % n];
      }
      if (weight > 1e-18) add(problem, lambda, weight);
    }
  }

 private:
  void add(const DmrProblem& problem, const std::array<double, 4>& lambda, double weight) {
    std::vector<std::vector<double>> of_document;
    for (std::size_t d = 0; d < problem.x.size(); ++d) {
      const double first = std::exp(lambda[0] + lambda[1] * problem.x[d]),
                   second = std::exp(lambda[2] + lambda[3] * problem.x[d]);
      const std::size_t length = problem.problem.documents[d].size();
      of_document.emplace_back();
      for (std::size_t m = 0; m <= length; ++m) of_document.back().push_back(urn(first, second, m, length));
    }
    const CoefficientStatistics statistics = coefficient_statistics(lambda);
    std::vector<std::size_t> m(problem.x.size(), 0);
    for (bool more = true; more;) {
      double p = weight;
      for (std::size_t d = 0; d < m.size(); ++d) p *= of_document[d][m[d]];
      auto& sums = of[m];
      sums[0] += p;
      for (std::size_t i = 0; i < statistics.size(); ++i) sums[i + 1] += p * statistics[i];
      std::size_t d = 0;
      while (d < m.size() && ++m[d] == of_document[d].size()) m[d++] = 0;
      more = d < m.size();
    }
  }
};

}  // namespace detail

inline DmrPosterior dmr_posterior(const DmrProblem& problem) {
  const detail::Masses masses(problem);
  const Table any(problem.problem.documents.size(), {1.0, 1.0});
  Posterior labelled = lda_posterior(problem.problem, any, Table(2, std::vector<double>(3, problem.beta)));
  std::vector<double> logs;
  std::vector<CoefficientStatistics> means;
  for (const Topics& z : labelled.states) {
    const Counts counts(problem.problem, z, 2);
    std::vector<std::size_t> m;
    for (const auto& row : counts.m) m.push_back(static_cast<std::size_t>(row[0]));
    const auto& sums = masses.of.at(m);
    logs.push_back(std::log(sums[0]) + log_words(counts, problem.beta));
    means.emplace_back();
    for (std::size_t i = 0; i < n_coefficient_statistics; ++i) means.back()[i] = sums[i + 1] / sums[0];
  }
  labelled.probability = normalized(std::move(logs));
  DmrPosterior result;
  for (std::size_t s = 0; s < means.size(); ++s)
    for (std::size_t i = 0; i < n_coefficient_statistics; ++i)
      result.means[i] += labelled.probability[s] * means[s][i];
  result.topics = up_to_labels(labelled);
  return result;
}

struct DmrAgreement {
  Agreement topics;
  std::vector<double> coefficient_z;

  double worst_z() const {
    double worst = topics.worst_z;
    for (const double z : coefficient_z) worst = std::max(worst, std::abs(z));
    return worst;
  }
  bool is_right() const { return topics.excess < excess_limit && worst_z() < z_limit; }
};

/// Runs kernels from a state of one topic.
inline DmrAgreement compare(const DmrProblem& problem, const DmrPosterior& posterior,
                            const Kernels<dmr::State>& kernels, const dmr::Settings& settings,
                            const ChainLength& run) {
  const Corpus corpus = problem.problem.corpus();
  Pool alone(1);
  const std::size_t length = run.length * proof_scale(), warm_up = 500;
  const dmr::Model model(settings);
  dmr::State state = model.restore(
      corpus, model.without_effects(sampling::TokenTopics(corpus.n_tokens(), 0), {1, 1}, problem.beta),
      alone);
  Visits visits(run.batches, length, posterior.topics.states.size());
  std::vector<BatchMeans> means(n_coefficient_statistics, BatchMeans(run.batches, length));
  for (std::size_t sweep = 1; sweep <= run.batches * length + warm_up; ++sweep) {
    run_sweep(kernels, state, Context{corpus, {run.seed}, sweep, alone});
    if (sweep <= warm_up) continue;
    const auto z = sampling::to_corpus_order(corpus, state.mix.layout, state.mix.topics);
    visits.add(posterior.topics.place({z.begin(), z.end()}));
    const CoefficientStatistics now =
        coefficient_statistics({state.lambda[0], state.lambda[1], state.lambda[2], state.lambda[3]});
    for (std::size_t i = 0; i < now.size(); ++i) means[i].add(now[i]);
  }
  DmrAgreement found{visits.compare(posterior.topics, summarise(problem.problem, posterior.topics)), {}};
  for (std::size_t i = 0; i < means.size(); ++i)
    found.coefficient_z.push_back(z_score(means[i].estimate(), posterior.means[i]));
  return found;
}

}  // namespace themata::testing
