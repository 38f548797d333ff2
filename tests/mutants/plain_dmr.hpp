#pragma once

#include <cmath>
#include <vector>

#include "mutants/plain_kernels.hpp"
#include "support/enumeration.hpp"
#include "themata/models/dmr/coefficients.hpp"
#include "themata/models/dmr/model.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/slice.hpp"

// Slow, plain samplers of Dirichlet-multinomial regression, with a place for one mistake each.
namespace themata::testing {

enum class TablesOf {
  tokens,       ///< Antoniak: the right ones
  every_token,  ///< mistake: each token is a table
  later_tokens  ///< mistake: alpha / (alpha + j) for token j from 1 on in place of j - 1
};
enum class SharesOf {
  documents,  ///< log q_d, q_d ~ Beta(A_d, N_d): the right ones
  nothing,    ///< mistake: no auxiliary of the lengths
  one_topic   ///< mistake: q_d ~ Beta(alpha_dk, N_d)
};

struct CoefficientRecipe {
  TablesOf tables = TablesOf::tokens;
  SharesOf shares = SharesOf::documents;
  double prior_precision = 1;  ///< factor of the prior's precision; 0 for no prior
  double exposure_sign = -1;   ///< of the term exp(x' lambda)
};

/// One topic's coefficients, moved one by one on a log density.
template <class LogDensity>
void slice_coefficients(Stream& stream, dmr::State& state, std::size_t k, const LogDensity& log_density) {
  const std::size_t columns = state.n_columns();
  for (std::size_t j = 0; j < columns; ++j) {
    double& place = state.lambda[k * columns + j];
    place = draw_by_slice(stream, place, 2 * state.sigma[j], {-15, 15}, [&](double x) {
      std::vector<double> lambda(state.coefficients(k).begin(), state.coefficients(k).end());
      lambda[j] = x;
      return log_density(lambda);
    });
  }
}

inline double log_normal_prior(const dmr::State& state, const std::vector<double>& lambda) {
  double sum = 0;
  for (std::size_t j = 0; j < lambda.size(); ++j)
    sum -= std::pow((lambda[j] - state.mu[j]) / state.sigma[j], 2) / 2;
  return sum;
}

inline double predictor_at(std::span<const double> x, const std::vector<double>& lambda) {
  double sum = 0;
  for (std::size_t j = 0; j < lambda.size(); ++j) sum += x[j] * lambda[j];
  return sum;
}

/// Counts of topics by document.
inline std::vector<std::vector<std::int32_t>> counts_of(const dmr::State& state, const Corpus& corpus) {
  std::vector<std::vector<std::int32_t>> counts(corpus.n_documents(),
                                                std::vector<std::int32_t>(state.mix.slots()));
  for (std::size_t d = 0; d < counts.size(); ++d)
    sampling::count_document(state.mix, corpus, d, counts[d].data());
  return counts;
}

inline double draw_tables_plainly(Stream& stream, std::int32_t tokens, double alpha, TablesOf how) {
  if (how == TablesOf::every_token) return tokens;
  double tables = 0;
  for (std::int32_t j = 0; j < tokens; ++j) {
    const double before = j + (how == TablesOf::later_tokens ? 1 : 0);
    tables += stream.uniform() < alpha / (alpha + before) ? 1 : 0;
  }
  return tables;
}

/// lambda given auxiliary tables and shares, document by document, by slices.
inline Kernel<dmr::State> plain_coefficients_kernel(const dmr::Design& design, CoefficientRecipe recipe) {
  return {"plain coefficients", [design, recipe](dmr::State& state, const Context& context) {
            const Corpus& corpus = context.corpus;
            Stream stream = context.stream(Purpose::coefficient, 0);
            const auto counts = counts_of(state, corpus);
            const std::size_t n = corpus.n_documents();
            std::vector<std::vector<double>> tables(n), log_shares(n);
            for (std::size_t d = 0; d < n; ++d) {
              const auto alpha = dmr::weights_of(design.row(design.row_of[d]), state.lambda);
              double total = 0;
              for (const double a : alpha) total += a;
              const auto tokens = static_cast<double>(corpus.length(d));
              const double share = tokens > 0 ? draw_log_beta(stream, total, tokens) : 0;
              for (std::size_t k = 0; k < alpha.size(); ++k) {
                tables[d].push_back(draw_tables_plainly(stream, counts[d][k], alpha[k], recipe.tables));
                log_shares[d].push_back(share);
                if (recipe.shares == SharesOf::nothing) log_shares[d][k] = 0;
                if (recipe.shares == SharesOf::one_topic && tokens > 0)
                  log_shares[d][k] = draw_log_beta(stream, alpha[k], tokens);
              }
            }
            for (std::size_t k = 0; k < state.n_topics(); ++k)
              slice_coefficients(stream, state, k, [&](const std::vector<double>& lambda) {
                double sum = recipe.prior_precision * log_normal_prior(state, lambda);
                for (std::size_t d = 0; d < n; ++d) {
                  const double eta = predictor_at(design.row(design.row_of[d]), lambda);
                  sum += tables[d][k] * eta - recipe.exposure_sign * log_shares[d][k] * std::exp(eta);
                }
                return sum;
              });
            dmr::set_weights(state, design, context.pool);
          }};
}

/// lambda by slices on the Dirichlet-multinomial of the counts, without auxiliaries.
inline Kernel<dmr::State> direct_coefficients_kernel(const dmr::Design& design) {
  return {"direct coefficients", [design](dmr::State& state, const Context& context) {
            Stream stream = context.stream(Purpose::coefficient, 0);
            const auto counts = counts_of(state, context.corpus);
            for (std::size_t k = 0; k < state.n_topics(); ++k)
              slice_coefficients(stream, state, k, [&](const std::vector<double>& lambda) {
                double sum = log_normal_prior(state, lambda);
                for (std::size_t d = 0; d < counts.size(); ++d) {
                  const auto x = design.row(design.row_of[d]);
                  std::vector<double> alpha = dmr::weights_of(x, state.lambda);
                  alpha[k] = std::exp(predictor_at(x, lambda));
                  sum += log_document(
                      {counts[d].begin(), counts[d].begin() + static_cast<std::ptrdiff_t>(alpha.size())},
                      alpha);
                }
                return sum;
              });
            dmr::set_weights(state, design, context.pool);
          }};
}

/// Which document's prior weights a document is drawn by.
enum class WeightsOf { itself, next_document, mean };

/// z by collapsed Gibbs with document-specific weights.
inline Kernel<dmr::State> plain_topics_kernel(WeightsOf which) {
  return {"plain topics", [which](dmr::State& state, const Context& context) {
            sampling::State& mix = state.mix;
            const Corpus& corpus = context.corpus;
            std::vector<std::int64_t> sizes = sampling::topic_sizes(mix);
            std::vector<std::int32_t> counts(mix.slots());
            std::vector<double> weight(mix.slots());
            for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
              sampling::count_document(mix, corpus, d, counts.data());
              const std::size_t by = which == WeightsOf::next_document ? (d + 1) % corpus.n_documents() : d;
              Stream stream = context.stream(Purpose::token, d);
              for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) {
                std::int32_t* row = mix.word_topic.row(mix.layout.words[i]);
                const auto move = [&](std::size_t k, int sign) {
                  row[k] += sign;
                  counts[k] += sign;
                  sizes[k] += sign;
                };
                move(mix.topics[i], -1);
                for (std::size_t k = 0; k < weight.size(); ++k) {
                  const double prior = which == WeightsOf::mean ? mix.prior[k] : mix.prior_of(by, k);
                  weight[k] = prior == 0 ? 0
                                         : (prior + counts[k]) * (row[k] + mix.beta) /
                                               (static_cast<double>(sizes[k]) + mix.beta * corpus.n_types());
                }
                mix.topics[i] = static_cast<Topic>(choose(weight, stream.uniform()));
                move(mix.topics[i], 1);
              }
            }
            sampling::recount(mix, corpus, context.pool);
          }};
}

/// Mistakes in the moves of a column together with its mean, and with its standard deviation.
struct MoveRecipe {
  double mean_prior = 1;       ///< factor of the log prior of mu
  double jacobian = 1;         ///< powers of sigma in the density of log sigma
  double deviation_prior = 1;  ///< factor of the log prior of sigma
};

inline Kernel<dmr::State> plain_moves_kernel(const dmr::Settings& settings, MoveRecipe recipe) {
  return {"plain moves", [settings, recipe](dmr::State& state, const Context& context) {
            const dmr::Design& design = *settings.design;
            const dmr::Auxiliaries of = dmr::draw_auxiliaries(state, context, design);
            const std::size_t topics = state.n_topics(), columns = state.n_columns();
            const auto log_likelihood = [&](const std::vector<double>& lambda) {
              double sum = 0;
              for (std::size_t r = 0; r < design.n_rows(); ++r)
                for (std::size_t k = 0; k < topics; ++k) {
                  double eta = 0;
                  for (std::size_t j = 0; j < columns; ++j) eta += design.row(r)[j] * lambda[k * columns + j];
                  sum += of.tables[r * topics + k] * eta - of.exposure[r] * std::exp(eta);
                }
              return sum;
            };
            for (std::size_t j = 0; j < columns; ++j) {
              Stream stream = context.stream(Purpose::coefficient, (9ULL << 32) + j);
              const dmr::EffectPrior& prior = settings.prior_of(j);
              const auto moved = [&](double shift, double factor) {
                std::vector<double> lambda = state.lambda;
                for (std::size_t at = j; at < lambda.size(); at += columns)
                  lambda[at] = state.mu[j] + shift + factor * (lambda[at] - state.mu[j]);
                return lambda;
              };
              const double by = draw_by_slice(stream, 0, 1, {-9, 9}, [&](double t) {
                const double off = (state.mu[j] + t - prior.mean) / prior.sd;
                return log_likelihood(moved(t, 1)) - recipe.mean_prior * off * off / 2;
              });
              state.lambda = moved(by, 1);
              state.mu[j] += by;
              const double u = draw_by_slice(stream, std::log(state.sigma[j]), 1, {-30, 5}, [&](double x) {
                const double ratio = std::exp(2 * x) / (prior.scale * prior.scale * dmr::effect_freedom);
                return log_likelihood(moved(0, std::exp(x) / state.sigma[j])) + recipe.jacobian * x -
                       recipe.deviation_prior * (dmr::effect_freedom + 1) / 2 * std::log(1 + ratio);
              });
              state.lambda = moved(0, std::exp(u) / state.sigma[j]);
              state.sigma[j] = std::exp(u);
            }
            dmr::set_weights(state, design, context.pool);
          }};
}

/// Mistakes in the draws of mu_j and sigma_j.
struct EffectRecipe {
  double mean_prior = 1;     ///< factor of the precision of mu's prior
  double added_topics = 0;   ///< to K in sigma's shape
  double mixing_factor = 1;  ///< of n / a_j
};

inline Kernel<dmr::State> plain_effects_kernel(const dmr::Settings& settings, EffectRecipe recipe) {
  return {"plain effects", [settings, recipe](dmr::State& state, const Context& context) {
            constexpr double n = dmr::effect_freedom;
            const auto topics = static_cast<double>(state.n_topics());
            for (std::size_t j = 0; j < state.n_columns(); ++j) {
              const dmr::EffectPrior& prior = settings.prior_of(j);
              Stream stream = context.stream(Purpose::coefficient, (1ULL << 32) + j);
              double sum = 0, squares = 0;
              for (std::size_t k = 0; k < state.n_topics(); ++k) sum += state.coefficients(k)[j];
              const double s2 = state.sigma[j] * state.sigma[j],
                           around = recipe.mean_prior / (prior.sd * prior.sd),
                           precision = around + topics / s2;
              state.mu[j] =
                  (around * prior.mean + sum / s2) / precision + draw_normal(stream) / std::sqrt(precision);
              for (std::size_t k = 0; k < state.n_topics(); ++k)
                squares += std::pow(state.coefficients(k)[j] - state.mu[j], 2);
              const double mixing = draw_gamma(stream, (n + 1) / 2, n / s2 + 1 / (prior.scale * prior.scale));
              state.sigma[j] = 1 / std::sqrt(draw_gamma(stream, (n + topics + recipe.added_topics) / 2,
                                                        n * recipe.mixing_factor * mixing + squares / 2));
            }
          }};
}

}  // namespace themata::testing
