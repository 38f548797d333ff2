#include "themata/models/dmr/moves.hpp"

#include <algorithm>
#include <cmath>

#include "themata/random/elementary.hpp"
#include "themata/random/slice.hpp"

namespace themata::dmr {

namespace {

constexpr std::uint64_t shifts = std::uint64_t{2} << 32, scales = std::uint64_t{3} << 32;  // streams

/// What a shift needs to know of each row of the design.
struct RowSums {
  std::vector<double> weights;      ///< R: sum_k alpha_rk
  std::vector<double> least, most;  ///< R: least and largest x_r' lambda_k
};

RowSums row_sums(const State& state, const Design& design, Pool& pool) {
  constexpr std::size_t rows_at_once = 256;
  const std::size_t n = design.n_rows();
  RowSums sums{std::vector<double>(n, 0.0), std::vector<double>(n, INFINITY),
               std::vector<double>(n, -INFINITY)};
  pool.for_chunks(n, rows_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t r = first; r < last; ++r)
      for (std::size_t k = 0; k < state.n_topics(); ++k) {
        const double predictor = predictor_of(design.row(r), state.coefficients(k));
        sums.weights[r] += portable_exp(predictor);
        sums.least[r] = std::min(sums.least[r], predictor);
        sums.most[r] = std::max(sums.most[r], predictor);
      }
  });
  return sums;
}

/// sum_k l_k x_j over the tables of all topics, for each column.
std::vector<double> tables_by_column(const Auxiliaries& auxiliaries, const Design& design,
                                     std::size_t topics) {
  std::vector<double> sums(design.n_columns, 0.0);
  for (std::size_t r = 0; r < design.n_rows(); ++r) {
    double tables = 0;
    for (std::size_t k = 0; k < topics; ++k) tables += auxiliaries.tables[r * topics + k];
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += tables * design.row(r)[j];
  }
  return sums;
}

/// The density along a shift of column j, up to a constant.
struct ShiftDensity {
  const Design& design;
  const Auxiliaries& auxiliaries;
  const RowSums& sums;
  std::size_t j;
  double tables;  ///< sum of l_dk x_dj
  double mean;    ///< mu_j before
  EffectPrior prior;

  double operator()(double shift) const {
    const double off = (mean + shift - prior.mean) / prior.sd;
    double sum = tables * shift - off * off / 2;
    for (std::size_t r = 0; r < design.n_rows(); ++r) {
      const double by = design.row(r)[j] * shift;
      if (!(sums.least[r] + by > -largest_predictor && sums.most[r] + by < largest_predictor))
        return -INFINITY;
      sum -= auxiliaries.exposure[r] * sums.weights[r] * portable_exp(by);
    }
    return sum;
  }
};

void shift(State& state, RowSums& sums, const Design& design, std::size_t j, double by) {
  state.mu[j] += by;
  for (std::size_t k = 0; k < state.n_topics(); ++k) state.lambda[k * state.n_columns() + j] += by;
  for (std::size_t r = 0; r < design.n_rows(); ++r) {
    const double x = design.row(r)[j] * by;
    sums.weights[r] *= portable_exp(x);
    sums.least[r] += x;
    sums.most[r] += x;
  }
}

/// The density along a scaling of column j, as a function of the new log sigma_j, up to a constant.
struct ScaleDensity {
  const State& state;
  const Design& design;
  const Auxiliaries& auxiliaries;
  std::size_t j;
  double scale;  ///< A_j
  Pool& pool;

  double operator()(double log_sigma) const {
    const double sigma = portable_exp(log_sigma), ratio = sigma / scale;
    std::vector<double> parts(state.n_topics());
    pool.for_each(parts.size(), [&](std::size_t k) { parts[k] = of_topic(k, sigma / state.sigma[j]); });
    double sum = log_sigma - (effect_freedom + 1) / 2 * portable_log(1 + ratio * ratio / effect_freedom);
    for (const double part : parts) sum += part;
    return sum;
  }

 private:
  double of_topic(std::size_t k, double factor) const {
    std::vector<double> lambda(state.coefficients(k).begin(), state.coefficients(k).end());
    lambda[j] = state.mu[j] + factor * (lambda[j] - state.mu[j]);
    double sum = 0;
    for (std::size_t r = 0; r < design.n_rows(); ++r) {
      const double predictor = predictor_of(design.row(r), lambda);
      if (!(std::fabs(predictor) < largest_predictor)) return -INFINITY;
      sum += auxiliaries.tables[r * state.n_topics() + k] * predictor -
             auxiliaries.exposure[r] * portable_exp(predictor);
    }
    return sum;
  }
};

}  // namespace

void shift_columns(State& state, const Context& context, const Settings& settings,
                   const Auxiliaries& auxiliaries) {
  const Design& design = *settings.design;
  const std::vector<double> tables = tables_by_column(auxiliaries, design, state.n_topics());
  RowSums sums = row_sums(state, design, context.pool);
  for (std::size_t j = 0; j < state.n_columns(); ++j) {
    Stream stream = context.stream(Purpose::coefficient, shifts + j);
    const ShiftDensity density{design, auxiliaries, sums, j, tables[j], state.mu[j], settings.prior_of(j)};
    const double width = 1 / std::sqrt(1 / (density.prior.sd * density.prior.sd) + std::fabs(tables[j]));
    constexpr double most = 2 * largest_predictor;
    shift(state, sums, design, j, draw_by_slice(stream, 0, 4 * width, {-most, most}, density));
  }
}

void scale_column(State& state, const Context& context, const Settings& settings,
                  const Auxiliaries& auxiliaries) {
  const std::size_t j = context.sweep % state.n_columns();
  Stream stream = context.stream(Purpose::coefficient, scales + j);
  const ScaleDensity density{state, *settings.design,           auxiliaries,
                             j,     settings.prior_of(j).scale, context.pool};
  constexpr double width = 1, most = 600;
  const double now = portable_log(state.sigma[j]);
  const double log_sigma = draw_by_slice(stream, now, width, {-most, most}, density);
  const double factor = portable_exp(log_sigma) / state.sigma[j];
  for (std::size_t k = 0; k < state.n_topics(); ++k) {
    double& lambda = state.lambda[k * state.n_columns() + j];
    lambda = state.mu[j] + factor * (lambda - state.mu[j]);
  }
  state.sigma[j] *= factor;
}

}  // namespace themata::dmr
