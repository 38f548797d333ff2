#include "themata/models/dmr/effects.hpp"

#include <cmath>

#include "themata/random/distributions.hpp"

namespace themata::dmr {

namespace {

double draw_mean(const State& state, std::size_t j, const EffectPrior& prior, Stream& stream) {
  const double within = 1 / (state.sigma[j] * state.sigma[j]), around = 1 / (prior.sd * prior.sd);
  double sum = 0;
  for (std::size_t k = 0; k < state.n_topics(); ++k) sum += state.coefficients(k)[j];
  const double precision = around + within * static_cast<double>(state.n_topics());
  return (around * prior.mean + within * sum) / precision + draw_normal(stream) / std::sqrt(precision);
}

/// 1 / a_j
double draw_mixing(double sigma, const EffectPrior& prior, Stream& stream) {
  return draw_gamma(stream, (effect_freedom + 1) / 2,
                    effect_freedom / (sigma * sigma) + 1 / (prior.scale * prior.scale));
}

double draw_deviation(const State& state, std::size_t j, const EffectPrior& prior, Stream& stream) {
  const double mixing = draw_mixing(state.sigma[j], prior, stream);
  double squares = 0;
  for (std::size_t k = 0; k < state.n_topics(); ++k) {
    const double off = state.coefficients(k)[j] - state.mu[j];
    squares += off * off;
  }
  const double shape = (effect_freedom + static_cast<double>(state.n_topics())) / 2;
  return 1 / std::sqrt(draw_gamma(stream, shape, effect_freedom * mixing + squares / 2));
}

}  // namespace

void draw_effects(State& state, const Context& context, const Settings& settings) {
  constexpr std::uint64_t after_topics = std::uint64_t{1} << 32;
  for (std::size_t j = 0; j < state.n_columns(); ++j) {
    Stream stream = context.stream(Purpose::coefficient, after_topics + j);
    state.mu[j] = draw_mean(state, j, settings.prior_of(j), stream);
    state.sigma[j] = draw_deviation(state, j, settings.prior_of(j), stream);
  }
}

void draw_coefficients_of_prior(State& state, const Settings& settings, Stream& stream) {
  for (std::size_t j = 0; j < state.n_columns() && settings.learn_effects; ++j) {
    const EffectPrior& prior = settings.prior_of(j);
    state.mu[j] = prior.mean + prior.sd * draw_normal(stream);
    state.sigma[j] = prior.scale * std::fabs(draw_normal(stream)) /
                     std::sqrt(draw_gamma(stream, effect_freedom / 2, effect_freedom / 2));
  }
  for (std::size_t i = 0; i < state.lambda.size(); ++i) {
    const std::size_t j = i % state.n_columns();
    state.lambda[i] = state.mu[j] + state.sigma[j] * draw_normal(stream);
  }
}

}  // namespace themata::dmr
