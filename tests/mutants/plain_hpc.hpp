#pragma once

#include <cmath>
#include <vector>

#include "themata/models/hpc/correlated.hpp"
#include "themata/models/hpc/hyperparameters.hpp"
#include "themata/models/hpc/label_odds.hpp"
#include "themata/models/hpc/model.hpp"
#include "themata/models/hpc/rates.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/eigen.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/slice.hpp"

// Hierarchical Poisson convolution drawn plainly: every number by a slice of its density as one would write
// it down, a sum over everything. Slow, and each formula can be made wrong on purpose.
namespace themata::testing {

enum class HpcMistake {
  none,
  all_topics,       ///< labels that a document lacks count in its softmax
  no_expectation,   ///< shares do not change how many tokens are expected
  no_own_label,     ///< that a label is present does not depend on its affinity
  any_labels,       ///< documents may have no label
  one_degree_less,  ///< tau^2 has a child too few
  same_lengths,     ///< every document is expected to be as long
  wide_psi,         ///< psi has no prior
  free_gamma,       ///< a degree of freedom less for gamma
  no_norm_of_nu,    ///< tau^2's density without what depends on nu alone
  flat_sigma,       ///< sigma's step without what its logarithm's density has besides
  // Of correlated affinities:
  no_unlabeled,      ///< documents may have no label
  free_absent,       ///< that a label is absent does not depend on its affinity
  one_freedom_less,  ///< Sigma has a degree of freedom too few
  no_mean_in_scale,  ///< Sigma's scatter is around 0
  half_scale,        ///< half of the scale of Sigma's prior
  no_jacobian        ///< scaled without what the volume changes
};

/// log p(z of document d | xi), and how many tokens the document is expected to have.
inline double plain_log_shares(const hpc::State& state, const Corpus& corpus, std::size_t d,
                               HpcMistake mistake) {
  const auto labels = state.labels.of(d);
  const double* xi = &state.affinities[state.labels.begin[d]];
  double sum = 0, expected = 0;
  for (std::size_t j = 0; j < labels.size(); ++j) sum += std::exp(xi[j]);
  if (mistake == HpcMistake::all_topics)
    for (std::size_t k = 0; k < state.hyper.eta.size(); ++k)
      if (std::find(labels.begin(), labels.end(), k) == labels.end()) sum += std::exp(state.hyper.eta[k]);
  for (std::size_t j = 0; j < labels.size(); ++j) expected += std::exp(xi[j]) / sum * state.totals[labels[j]];
  double log_p = mistake == HpcMistake::no_expectation ? 0 : -state.lengths[d] * expected;
  for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i)
    for (std::size_t j = 0; j < labels.size(); ++j)
      if (labels[j] == state.topics[i]) log_p += xi[j] - std::log(sum);
  return log_p;
}

inline void draw_plain_affinities(hpc::State& state, const Context& context, hpc::Labeling labeling,
                                  HpcMistake mistake) {
  for (std::size_t d = 0; d < state.labels.n_documents(); ++d) {
    Stream stream = context.stream(Purpose::affinity, d);
    for (std::size_t i = state.labels.begin[d]; i < state.labels.begin[d + 1]; ++i) {
      const double eta = state.hyper.eta[state.labels.topics[i]], lambda = state.hyper.lambda;
      state.affinities[i] = draw_by_slice(stream, state.affinities[i], 2, {-100, 100}, [&](double x) {
        const double old = std::exchange(state.affinities[i], x);
        double log_p = plain_log_shares(state, context.corpus, d, mistake) -
                       (x - eta) * (x - eta) / (2 * lambda * lambda);
        if (labeling == hpc::Labeling::tree && mistake != HpcMistake::no_own_label)
          log_p -= std::log1p(std::exp(-x));
        state.affinities[i] = old;
        return log_p;
      });
    }
  }
}

/// Of mu_vk given the topics of tokens, and of tau^2.
inline void draw_plain_rates(hpc::State& state, const hpc::Tree& tree, const Context& context,
                             HpcMistake mistake) {
  const std::size_t branches = tree.branch_nodes().size();
  std::vector<double> exposure(tree.topics());
  for (std::size_t d = 0; d < state.labels.n_documents(); ++d)
    for (std::size_t j = 0; j < state.labels.of(d).size(); ++j)
      exposure[state.labels.of(d)[j]] +=
          (mistake == HpcMistake::same_lengths ? 1 : state.lengths[d]) * hpc::shares_of(state, d)[j];
  for (std::size_t v = 0; v < context.corpus.n_types(); ++v) {
    Stream stream = context.stream(Purpose::topic, v);
    float* mu = &state.log_rates[v * tree.nodes()];
    float* variances = &state.variances[v * branches];
    for (std::uint32_t node = 0; node < tree.nodes(); ++node)
      mu[node] = static_cast<float>(draw_by_slice(stream, mu[node], 1, {-1e5, 80}, [&](double x) {
        const bool is_corpus = node == tree.corpus();
        const double mean = is_corpus ? state.hyper.psi : mu[tree.parent(node)];
        const double variance =
            is_corpus ? state.hyper.gamma * state.hyper.gamma : variances[tree.branch(tree.parent(node))];
        double log_p = -(x - mean) * (x - mean) / (2 * variance);
        if (!is_corpus)
          log_p += state.word_topics[v * tree.topics() + node] * x - exposure[node] * std::exp(x);
        for (const std::uint32_t child : tree.children(node))
          log_p -= (mu[child] - x) * (mu[child] - x) / (2 * variances[tree.branch(node)]);
        return log_p;
      }));
    for (std::size_t b = 0; b < branches; ++b) {
      const std::uint32_t node = tree.branch_nodes()[b];
      const double nu = state.hyper.nu, scale = state.hyper.sigma * state.hyper.sigma;
      const double freedom = nu + static_cast<double>(tree.children(node).size()) -
                             (mistake == HpcMistake::one_degree_less ? 1 : 0);
      double sum = nu * scale;
      for (const std::uint32_t child : tree.children(node)) sum += std::pow(mu[child] - mu[node], 2);
      variances[b] =
          static_cast<float>(std::clamp(sum / (2 * draw_gamma(stream, freedom / 2, 1)), 1e-30, 1e30));
    }
  }
  hpc::set_rates(state, tree, context.pool);
}

/// psi, gamma, nu and sigma by slices of their densities.
inline void draw_plain_rate_hyperparameters(hpc::State& state, const hpc::Tree& tree,
                                            const hpc::HyperPriors& priors, const Context& context,
                                            HpcMistake mistake) {
  Stream stream = context.stream(Purpose::hyper, 2);
  hpc::Hyperparameters& hyper = state.hyper;
  const auto log_corpus_rates = [&](double psi, double gamma) {
    double log_p = 0;
    for (std::size_t i = tree.corpus(); i < state.log_rates.size(); i += tree.nodes())
      log_p -= std::log(gamma) + std::pow((state.log_rates[i] - psi) / gamma, 2) / 2;
    return log_p;
  };
  hyper.psi = draw_by_slice(stream, hyper.psi, 1, {-100, 100}, [&](double psi) {
    const double prior = mistake == HpcMistake::wide_psi ? 0 : std::pow(psi / priors.psi_deviation, 2) / 2;
    return log_corpus_rates(psi, hyper.gamma) - prior;
  });
  hyper.gamma = std::exp(draw_by_slice(stream, std::log(hyper.gamma), 0.5, {-30, 30}, [&](double x) {
    const double more = mistake == HpcMistake::free_gamma ? x : 0;
    return log_corpus_rates(hyper.psi, std::exp(x)) + more +
           hpc::log_half_t(std::exp(x), priors.gamma_scale) + x;
  }));
  const auto log_variances = [&](double nu, double sigma) {
    double log_p = 0;
    for (const float tau2 : state.variances) {
      if (mistake != HpcMistake::no_norm_of_nu) log_p += nu / 2 * std::log(nu / 2) - portable_lgamma(nu / 2);
      log_p += nu * std::log(sigma) - (nu / 2 + 1) * std::log(tau2) - nu * sigma * sigma / (2 * tau2);
    }
    return log_p;
  };
  hyper.nu = std::exp(draw_by_slice(stream, std::log(hyper.nu), 0.5, {0, 30}, [&](double x) {
    const double nu = std::exp(x);
    return log_variances(nu, hyper.sigma) + x - priors.nu_rate * nu +
           x;  // Gamma(2) in nu; in its logarithm once more
  }));
  hyper.sigma = std::exp(draw_by_slice(stream, std::log(hyper.sigma), 0.5, {-30, 30}, [&](double x) {
    const double own = mistake == HpcMistake::flat_sigma ? 0 : x;
    return log_variances(hyper.nu, std::exp(x)) + hpc::log_half_t(std::exp(x), priors.sigma_scale) + own;
  }));
}

/// eta and lambda by slices of the density of all affinities and labels.
inline void draw_plain_hyperparameters(hpc::State& state, const hpc::HyperPriors& priors,
                                       const Context& context, hpc::Labeling labeling, HpcMistake mistake) {
  Stream stream = context.stream(Purpose::hyper, 1);
  const auto log_density = [&] {
    double log_p = hpc::log_density_of_affinities(state, labeling);
    if (labeling == hpc::Labeling::tree && mistake == HpcMistake::any_labels) {
      double log_none = 0;
      for (const double eta : state.hyper.eta)
        log_none += hpc::log_label_odds(eta, state.hyper.lambda).absent;
      log_p += static_cast<double>(state.labels.n_documents()) * std::log1p(-std::exp(log_none));
    }
    return log_p;
  };
  for (double& eta : state.hyper.eta)
    eta = draw_by_slice(stream, eta, 1, {-100, 100}, [&](double x) {
      const double old = std::exchange(eta, x);
      const double log_p = log_density() - std::pow(x / priors.eta_deviation, 2) / 2;
      eta = old;
      return log_p;
    });
  double& lambda = state.hyper.lambda;
  lambda = std::exp(draw_by_slice(stream, std::log(lambda), 0.5, {-30, 4}, [&](double x) {
    const double old = std::exchange(lambda, std::exp(x));
    const double log_p = log_density() + hpc::log_half_t(lambda, priors.lambda_scale) + x;
    lambda = old;
    return log_p;
  }));
}

/// All affinities by slices of their density as one would write it down.
inline void draw_plain_correlated_affinities(hpc::State& state, const Context& context, HpcMistake mistake) {
  const std::size_t topics = state.hyper.eta.size();
  const hmc::Matrix precision = hpc::covariance_of(state.hyper).inverse();
  for (std::size_t d = 0; d < state.labels.n_documents(); ++d) {
    Stream stream = context.stream(Purpose::affinity, d);
    const auto labels = state.labels.of(d);
    double* xi = &state.all_affinities[d * topics];
    for (std::size_t k = 0; k < topics; ++k) {
      const auto place = std::find(labels.begin(), labels.end(), k);
      double own = 0, *in_words = place == labels.end()
                                      ? &own
                                      : &state.affinities[state.labels.begin[d] +
                                                          static_cast<std::size_t>(place - labels.begin())];
      xi[k] = draw_by_slice(stream, xi[k], 2, {-100, 100}, [&](double x) {
        const double before = std::exchange(xi[k], x), in_words_before = std::exchange(*in_words, x);
        double log_p = plain_log_shares(state, context.corpus, d, mistake);
        if (place != labels.end())
          log_p -= std::log1p(std::exp(-x));
        else if (mistake != HpcMistake::free_absent)
          log_p -= std::log1p(std::exp(x));
        for (std::size_t i = 0; i < topics; ++i)
          for (std::size_t j = 0; j < topics; ++j)
            log_p -= (xi[i] - state.hyper.eta[i]) * (xi[j] - state.hyper.eta[j]) / 2 *
                     precision(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        xi[k] = before;
        *in_words = in_words_before;
        return log_p;
      });
      *in_words = xi[k];
    }
  }
}

/// A normal vector with covariance root root'.
inline hmc::Vector draw_plain_normal(Stream& stream, const hmc::Matrix& root) {
  hmc::Vector z(root.rows());
  for (double& x : z) x = draw_normal(stream);
  return root * z;
}

/// The affinities of the documents without labels that come before each one with labels.
inline std::vector<hmc::Vector> draw_plain_unlabeled(const hpc::State& state, Stream& stream) {
  const hmc::Matrix root = hpc::covariance_of(state.hyper).llt().matrixL();
  const Eigen::Map<const hmc::Vector> eta(state.hyper.eta.data(), root.rows());
  std::vector<hmc::Vector> found;
  for (std::size_t d = 0; d < state.labels.n_documents();) {
    hmc::Vector xi = eta + draw_plain_normal(stream, root);
    bool has_label = false;
    for (const double x : xi) has_label = stream.uniform() < 1 / (1 + std::exp(-x)) || has_label;
    if (has_label)
      ++d;
    else
      found.push_back(xi);
  }
  return found;
}

/// log p(affinities and labels of documents with and without labels, eta, Sigma)
inline double plain_log_correlated(const hpc::State& state, const std::vector<hmc::Vector>& unlabeled,
                                   const hpc::HyperPriors& priors) {
  const hmc::Matrix covariance = hpc::covariance_of(state.hyper), precision = covariance.inverse();
  const Eigen::Index topics = covariance.rows();
  const Eigen::Map<const hmc::Vector> eta(state.hyper.eta.data(), topics);
  const double log_volume = std::log(covariance.determinant()) / 2, n = static_cast<double>(topics);
  const auto absent = [&](const hmc::Vector& xi) {
    return -log_volume - (xi - eta).dot(precision * (xi - eta)) / 2 - xi.array().exp().log1p().sum();
  };
  double log_p = -(4 + 2 * n) * log_volume - eta.squaredNorm() / (2 * std::pow(priors.eta_deviation, 2));
  for (const double x : precision.diagonal())
    log_p -= (4 + n) / 2 * std::log(4 * x + 1 / std::pow(priors.lambda_scale, 2));
  for (const hmc::Vector& xi : unlabeled) log_p += absent(xi);
  for (std::size_t d = 0; d < state.labels.n_documents(); ++d) {
    const Eigen::Map<const hmc::Vector> xi(state.all_affinities.data() + d * static_cast<std::size_t>(topics),
                                           topics);
    log_p += absent(xi);
    for (const hpc::Topic k : state.labels.of(d)) log_p += xi[k];
  }
  return log_p;
}

/// A common factor of eta and the root of Sigma by Metropolis, with the density of everything that moves.
inline void draw_plain_scale(hpc::State& state, const hpc::HyperPriors& priors, const Context& context,
                             HpcMistake mistake) {
  Stream stream = context.stream(Purpose::hyper, 6);
  const hmc::Matrix covariance = hpc::covariance_of(state.hyper);
  const Eigen::Index topics = covariance.rows();
  std::vector<hmc::Vector> unlabeled = draw_plain_unlabeled(state, stream);
  const double before = plain_log_correlated(state, unlabeled, priors);
  const double log_c = 0.4 * draw_normal(stream), c = std::exp(log_c);
  hpc::State next = state;
  auto moved = static_cast<double>(topics * (topics + 2)) +
               static_cast<double>(unlabeled.size()) * static_cast<double>(topics);
  for (hmc::Vector& xi : unlabeled) xi *= c;
  for (std::size_t d = 0; d < state.labels.n_documents(); ++d) {
    const auto labels = state.labels.of(d);
    const std::vector<Eigen::Index> own(labels.begin(), labels.end());
    Eigen::Map<hmc::Vector> xi(next.all_affinities.data() + d * static_cast<std::size_t>(topics), topics);
    const hmc::Vector present = xi(own),
                      center = covariance(Eigen::all, own) * covariance(own, own).inverse() * present;
    xi = center + c * (xi - center);
    xi(own) = present;
    moved += static_cast<double>(topics) - static_cast<double>(own.size());
  }
  for (double& eta : next.hyper.eta) eta *= c;
  hpc::set_covariance(next.hyper, c * c * covariance);
  const double jacobian = mistake == HpcMistake::no_jacobian ? 0 : moved * log_c;
  const double after = plain_log_correlated(next, unlabeled, priors);
  if (std::log(stream.uniform()) < after - before + jacobian) state = next;
}

/// eta and Sigma, with the documents without labels that come before each one with labels. The inverse of
/// Sigma is a sum of squares of normal vectors, one for each degree of freedom.
inline void draw_plain_correlated_hyperparameters(hpc::State& state, const hpc::HyperPriors& priors,
                                                  const Context& context, HpcMistake mistake) {
  Stream stream = context.stream(Purpose::hyper, 1);
  hpc::Hyperparameters& hyper = state.hyper;
  const auto topics = static_cast<Eigen::Index>(hyper.eta.size());
  const hmc::Matrix covariance = hpc::covariance_of(hyper);
  hmc::Vector eta = Eigen::Map<const hmc::Vector>(hyper.eta.data(), topics);
  std::vector<hmc::Vector> all;
  if (mistake != HpcMistake::no_unlabeled) all = draw_plain_unlabeled(state, stream);
  for (std::size_t d = 0; d < state.labels.n_documents(); ++d)
    all.emplace_back(Eigen::Map<const hmc::Vector>(
        state.all_affinities.data() + d * static_cast<std::size_t>(topics), topics));
  constexpr int freedom = 4;
  hmc::Matrix scale = hmc::Matrix::Zero(topics, topics);
  const hmc::Matrix precision = covariance.inverse();
  for (Eigen::Index k = 0; k < topics; ++k)
    scale(k, k) = (mistake == HpcMistake::half_scale ? 1 : 2) * freedom *
                  draw_gamma(stream, (freedom + static_cast<double>(topics)) / 2,
                             freedom * precision(k, k) + 1 / std::pow(priors.lambda_scale, 2));
  hmc::Vector sum = hmc::Vector::Zero(topics);
  for (const hmc::Vector& xi : all) {
    const hmc::Vector off = mistake == HpcMistake::no_mean_in_scale ? xi : hmc::Vector(xi - eta);
    scale += off * off.transpose();
    sum += xi;
  }
  const auto n = static_cast<int>(all.size());
  hmc::Matrix inverse = hmc::Matrix::Zero(topics, topics);
  const hmc::Matrix root_of_inverse = hmc::Matrix(scale.inverse()).llt().matrixL();
  for (int i = mistake == HpcMistake::one_freedom_less ? 1 : 0; i < freedom + topics - 1 + n; ++i) {
    const hmc::Vector z = draw_plain_normal(stream, root_of_inverse);
    inverse += z * z.transpose();
  }
  hpc::set_covariance(hyper, inverse.inverse());
  const hmc::Matrix of_eta =
      n * inverse + hmc::Matrix::Identity(topics, topics) / std::pow(priors.eta_deviation, 2);
  const hmc::Matrix spread = of_eta.inverse();
  eta = spread * inverse * sum + draw_plain_normal(stream, hmc::Matrix(spread.llt().matrixL()));
  hyper.eta.assign(eta.begin(), eta.end());
}

}  // namespace themata::testing
