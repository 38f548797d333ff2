#include "themata/models/hpc/hyperparameters.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "themata/models/hpc/label_odds.hpp"
#include "themata/models/hpc/rates.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/slice.hpp"

namespace themata::hpc {

namespace {

constexpr double half_log_2pi = 0.91893853320467274178;
constexpr double degrees = 4;  // of the half-t distributions
constexpr Interval log_deviations{-30, 30}, log_lambdas{-30, 4}, log_degrees{0, 30};
constexpr Interval means{-1000, 1000};
constexpr double nu_shape = 2;

/// The entities of the streams of Purpose::hyper; those of eta follow the last one.
enum class HyperparameterStream : std::uint64_t { rates = 0, lambda = 1, scale = 2, eta = 1ULL << 32 };

Stream hyperparameter_stream(const Context& context, HyperparameterStream which, std::size_t offset = 0) {
  return context.stream(Purpose::hyper, static_cast<std::uint64_t>(which) + offset);
}

/// One slice sampling step for the logarithm of a positive number. @param log_density  of the number itself
template <class LogDensity>
double draw_positive(Stream& stream, double x, Interval logs, const LogDensity& log_density) {
  const double next = draw_by_slice(stream, portable_log(x), 0.5, logs,
                                    [&](double log_x) { return log_density(portable_exp(log_x)) + log_x; });
  return portable_exp(next);
}

/// Draws the mean of n normal numbers with known sum and variance; its prior is normal around 0.
double draw_mean(Stream& stream, double sum, double n, double variance, double prior_deviation) {
  const double precision = n / variance + 1 / (prior_deviation * prior_deviation);
  return sum / variance / precision + draw_normal(stream) / std::sqrt(precision);
}

/// Sums of n normal numbers.
struct Sums {
  double n = 0, sum = 0, squares = 0;
  void add(double x) {
    n += 1;
    sum += x;
    squares += x * x;
  }
  double around(double mean) const { return squares - 2 * mean * sum + n * mean * mean; }
  double log_density(double mean, double deviation) const {
    return -n * (portable_log(deviation) + half_log_2pi) - around(mean) / (2 * deviation * deviation);
  }
};

/// Sufficient statistics of the variances for nu and sigma.
struct VarianceSums {
  double n = 0, logs = 0, inverses = 0;
  explicit VarianceSums(const State& state) : n(static_cast<double>(state.variances.size())) {
    for (const float x : state.variances) {
      logs += portable_log(x);
      inverses += 1 / static_cast<double>(x);
    }
  }
  /// Density of scaled inverse chi-square variances.
  double log_density(double nu, double sigma) const {
    const double half = nu / 2, scale = half * sigma * sigma;
    return n * (half * portable_log(scale) - portable_lgamma(half)) - (half + 1) * logs - scale * inverses;
  }
};

/// Sum over the topics of (mu_k - mu_parent(k))^2 / tau^2 for one word.
double scaled_squares(const State& state, const Tree& tree, std::size_t v) {
  const float *mu = &state.log_rates[v * tree.nodes()],
              *variances = &state.variances[v * tree.branch_nodes().size()];
  double sum = 0;
  for (std::uint32_t k = 0; k < tree.topics(); ++k) {
    const double off = static_cast<double>(mu[k]) - mu[tree.parent(k)];
    sum += off * off / variances[tree.branch(tree.parent(k))];
  }
  return sum;
}

double sum_of_scaled_squares(const State& state, const Tree& tree, std::size_t n_types, Pool& pool) {
  constexpr std::size_t words_at_once = 64;
  std::vector<double> parts((n_types + words_at_once - 1) / words_at_once);
  pool.for_chunks(n_types, words_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) parts[first / words_at_once] += scaled_squares(state, tree, v);
  });
  return std::accumulate(parts.begin(), parts.end(), 0.0);
}

/// Draws a common factor c of sigma and all tau (Liu and Sabatti 2000). The distribution of tau^2 / sigma^2
/// does not change, so c depends only on the rates and on sigma's prior. Given all tau^2 (one for each word
/// and branch), sigma alone hardly moves.
void draw_variance_scale(State& state, const Tree& tree, const HyperPriors& priors, Stream& stream,
                         Pool& pool) {
  const std::size_t n_types = state.log_rates.size() / tree.nodes();
  const auto n = static_cast<double>(n_types * tree.topics());
  const double squares = sum_of_scaled_squares(state, tree, n_types, pool);
  double& sigma = state.hyper.sigma;
  const double now = portable_log(sigma), width = 2 / std::sqrt(n + 1);
  const Interval bounds{log_deviations.least - now, log_deviations.most - now};
  const double log_c = draw_by_slice(stream, 0, width, bounds, [&](double x) {
    return log_half_t(portable_exp(now + x), priors.sigma_scale) + (1 - n) * x -
           squares / 2 * portable_exp(-2 * x);
  });
  sigma = portable_exp(now + log_c);
  const double square = portable_exp(2 * log_c);
  for (float& variance : state.variances)
    variance = static_cast<float>(std::clamp(variance * square, least_variance, most_variance));
}

}  // namespace

double log_half_t(double x, double scale) {
  return -(degrees + 1) / 2 * portable_log(1 + x * x / (degrees * scale * scale)) - portable_log(scale);
}

void draw_rate_hyperparameters(State& state, const Tree& tree, const HyperPriors& priors,
                               const Context& context) {
  Stream stream = hyperparameter_stream(context, HyperparameterStream::rates);
  Hyperparameters& hyper = state.hyper;
  Sums corpus;
  for (std::size_t i = tree.corpus(); i < state.log_rates.size(); i += tree.nodes())
    corpus.add(state.log_rates[i]);
  hyper.psi = draw_mean(stream, corpus.sum, corpus.n, hyper.gamma * hyper.gamma, priors.psi_deviation);
  hyper.gamma = draw_positive(stream, hyper.gamma, log_deviations, [&](double gamma) {
    return corpus.log_density(hyper.psi, gamma) + log_half_t(gamma, priors.gamma_scale);
  });
  const VarianceSums sums(state);
  constexpr int rounds = 3;  // nu and sigma are correlated
  for (int i = 0; i < rounds; ++i) {
    hyper.nu = draw_positive(stream, hyper.nu, log_degrees, [&](double nu) {
      return sums.log_density(nu, hyper.sigma) + (nu_shape - 1) * portable_log(nu) - priors.nu_rate * nu;
    });
    hyper.sigma = draw_positive(stream, hyper.sigma, log_deviations, [&](double sigma) {
      return sums.log_density(hyper.nu, sigma) + log_half_t(sigma, priors.sigma_scale);
    });
  }
  draw_variance_scale(state, tree, priors, stream, context.pool);
}

namespace {

/// Sums of the affinities of present labels, by topic.
std::vector<Sums> sums_of_affinities(const State& state) {
  std::vector<Sums> sums(state.hyper.eta.size());
  for (std::size_t i = 0; i < state.affinities.size(); ++i)
    sums[state.labels.topics[i]].add(state.affinities[i]);
  return sums;
}

std::size_t documents_with_labels(const State& state) {
  std::size_t n = 0;
  for (std::size_t d = 0; d < state.labels.n_documents(); ++d) n += state.labels.of(d).empty() ? 0 : 1;
  return n;
}

/// The data for eta and lambda.
class AffinityLikelihood {
 public:
  AffinityLikelihood(const State& state, Labeling labeling)
      : labeling_(labeling),
        documents_(static_cast<double>(documents_with_labels(state))),
        sums_(sums_of_affinities(state)) {}

  const Sums& of(std::size_t k) const { return sums_[k]; }

  /// log p that a label is absent, for each topic.
  std::vector<double> log_absent(const Hyperparameters& hyper, Pool& pool) const {
    std::vector<double> absent(sums_.size());
    if (labeling_ == Labeling::tree)
      pool.for_each(absent.size(),
                    [&](std::size_t k) { absent[k] = log_label_odds(hyper.eta[k], hyper.lambda).absent; });
    return absent;
  }

  /// log p(xi, labels | eta, lambda) without the factors of present labels, which depend on xi alone.
  double log_density(const Hyperparameters& hyper, const std::vector<double>& absent) const {
    double sum = 0;
    for (std::size_t k = 0; k < sums_.size(); ++k) sum += topic(k, hyper.eta[k], hyper.lambda, absent[k]);
    return sum + has_label(std::accumulate(absent.begin(), absent.end(), 0.0));
  }

  /// The terms of topic k.
  double topic(std::size_t k, double eta, double lambda, double log_absent) const {
    return sums_[k].log_density(eta, lambda) + (documents_ - sums_[k].n) * log_absent;
  }

  /// The term for the condition that every document has a label. @param log_none  log p that a document has
  /// none
  double has_label(double log_none) const {
    constexpr double closest = -1e-300;  // closest value to log 1 = 0
    return labeling_ == Labeling::tree ? -documents_ * log_one_minus_exp(std::min(log_none, closest)) : 0;
  }

 private:
  Labeling labeling_;
  double documents_;
  std::vector<Sums> sums_;
};

void draw_eta_of_labels(State& state, const HyperPriors& priors, const Context& context,
                        const AffinityLikelihood& likelihood) {
  Hyperparameters& hyper = state.hyper;
  const std::vector<double> absent = likelihood.log_absent(hyper, context.pool);
  std::vector<double> behind(absent.size() + 1);
  for (std::size_t k = absent.size(); k-- > 0;) behind[k] = behind[k + 1] + absent[k];
  double before = 0;
  for (std::size_t k = 0; k < hyper.eta.size(); ++k) {
    Stream stream = hyperparameter_stream(context, HyperparameterStream::eta, k);
    const double others = before + behind[k + 1];
    hyper.eta[k] = draw_by_slice(stream, hyper.eta[k], 1, means, [&](double eta) {
      const double own = log_label_odds(eta, hyper.lambda).absent, z = eta / priors.eta_deviation;
      return likelihood.topic(k, eta, hyper.lambda, own) + likelihood.has_label(others + own) - z * z / 2;
    });
    before += log_label_odds(hyper.eta[k], hyper.lambda).absent;
  }
}

/// Draws a common factor of lambda and all eta. The labels determine it poorly: p(I = 1) depends on their
/// ratios.
void draw_scale(Hyperparameters& hyper, const HyperPriors& priors, const Context& context,
                const AffinityLikelihood& likelihood) {
  Stream stream = hyperparameter_stream(context, HyperparameterStream::scale);
  Hyperparameters tried = hyper;
  const auto log_density = [&](double log_factor) {
    const double factor = portable_exp(log_factor);
    tried.lambda = hyper.lambda * factor;
    double sum = static_cast<double>(hyper.eta.size() + 1) * log_factor +
                 log_half_t(tried.lambda, priors.lambda_scale);
    for (std::size_t k = 0; k < hyper.eta.size(); ++k) {
      tried.eta[k] = hyper.eta[k] * factor;
      sum -= tried.eta[k] * tried.eta[k] / (2 * priors.eta_deviation * priors.eta_deviation);
    }
    return sum + likelihood.log_density(tried, likelihood.log_absent(tried, context.pool));
  };
  const Interval factors{log_lambdas.least - portable_log(hyper.lambda),
                         log_lambdas.most - portable_log(hyper.lambda)};
  const double factor = portable_exp(draw_by_slice(stream, 0, 0.2, factors, log_density));
  hyper.lambda *= factor;
  for (double& eta : hyper.eta) eta *= factor;
}

}  // namespace

void draw_affinity_hyperparameters(State& state, const HyperPriors& priors, const Context& context,
                                   Labeling labeling) {
  const AffinityLikelihood likelihood(state, labeling);
  Hyperparameters& hyper = state.hyper;
  if (labeling == Labeling::tree) {
    draw_eta_of_labels(state, priors, context, likelihood);
  } else {
    for (std::size_t k = 0; k < hyper.eta.size(); ++k) {
      Stream stream = hyperparameter_stream(context, HyperparameterStream::eta, k);
      hyper.eta[k] = draw_mean(stream, likelihood.of(k).sum, likelihood.of(k).n, hyper.lambda * hyper.lambda,
                               priors.eta_deviation);
    }
  }
  Stream stream = hyperparameter_stream(context, HyperparameterStream::lambda);
  Hyperparameters tried = hyper;
  hyper.lambda = draw_positive(stream, hyper.lambda, log_lambdas, [&](double lambda) {
    tried.lambda = lambda;
    return likelihood.log_density(tried, likelihood.log_absent(tried, context.pool)) +
           log_half_t(lambda, priors.lambda_scale);
  });
  draw_scale(hyper, priors, context, likelihood);
}

double log_density_of_rates(const State& state, const Tree& tree) {
  const Hyperparameters& hyper = state.hyper;
  const std::size_t n_types = state.log_rates.size() / tree.nodes(), n_branches = tree.branch_nodes().size();
  double sum = VarianceSums(state).log_density(hyper.nu, hyper.sigma);
  for (std::size_t v = 0; v < n_types; ++v) {
    const float* mu = &state.log_rates[v * tree.nodes()];
    Sums corpus;
    corpus.add(mu[tree.corpus()]);
    sum += corpus.log_density(hyper.psi, hyper.gamma);
    for (std::size_t b = 0; b < n_branches; ++b) {
      const std::uint32_t node = tree.branch_nodes()[b];
      Sums children;
      for (const std::uint32_t child : tree.children(node)) children.add(mu[child]);
      sum +=
          children.log_density(mu[node], std::sqrt(static_cast<double>(state.variances[v * n_branches + b])));
    }
  }
  return sum;
}

double log_density_of_affinities(const State& state, Labeling labeling) {
  const AffinityLikelihood likelihood(state, labeling);
  Pool alone(1);
  double sum = likelihood.log_density(state.hyper, likelihood.log_absent(state.hyper, alone));
  if (labeling == Labeling::tree)
    for (const double x : state.affinities) sum -= log_one_plus_exp(-x);
  return sum;
}

Hyperparameters draw_hyperparameters(const HyperPriors& priors, std::size_t n_topics, Stream& stream) {
  const auto half_t = [&](double scale) {
    return scale * std::fabs(draw_normal(stream)) / std::sqrt(draw_gamma(stream, degrees / 2, degrees / 2));
  };
  Hyperparameters hyper;
  hyper.psi = priors.psi_deviation * draw_normal(stream);
  hyper.gamma = half_t(priors.gamma_scale);
  do hyper.nu = draw_gamma(stream, nu_shape, priors.nu_rate);
  while (hyper.nu <= 1);
  hyper.sigma = half_t(priors.sigma_scale);
  do hyper.lambda = half_t(priors.lambda_scale);
  while (hyper.lambda >= portable_exp(log_lambdas.most));
  hyper.eta.resize(n_topics);
  for (double& eta : hyper.eta) eta = priors.eta_deviation * draw_normal(stream);
  return hyper;
}

}  // namespace themata::hpc
