#include "themata/models/dmr/coefficients.hpp"

#include <cmath>
#include <mutex>

#include "themata/models/dmr/moves.hpp"
#include "themata/random/cholesky.hpp"
#include "themata/random/distributions.hpp"
#include "themata/sampling/state/document_topics.hpp"

namespace themata::dmr {

namespace {

Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }

/// Tables of n tokens, Antoniak(n, concentration): the first token always starts one.
std::uint32_t draw_tables_of(Stream& stream, std::int32_t n, double concentration) {
  std::uint32_t tables = 1;
  for (std::int32_t j = 1; j < n; ++j)
    tables += stream.uniform() * (concentration + j) < concentration ? 1 : 0;
  return tables;
}

/// sum of l_dk over the documents of each row, R x K.
std::vector<std::uint32_t> draw_tables(const State& state, const Context& context, const Design& design) {
  const std::size_t topics = state.n_topics();
  std::vector<std::uint32_t> sums(design.n_rows() * topics, 0);
  std::mutex guard;
  constexpr std::size_t documents_at_once = 512;
  context.pool.for_chunks(
      context.corpus.n_documents(), documents_at_once, [&](std::size_t first, std::size_t last) {
        struct Part {
          std::size_t cell;
          std::uint32_t tables;
        };
        std::vector<Part> parts;
        sampling::DocumentTopics document(state.mix.slots());
        for (std::size_t d = first; d < last; ++d) {
          Stream stream = context.stream(Purpose::tables, d);
          document.open(sampling::topics_of(state.mix, context.corpus, d));
          for (const sampling::Topic k : document.active())
            parts.push_back({design.row_of[d] * topics + k,
                             draw_tables_of(stream, document.count(k), state.mix.prior_of(d, k))});
        }
        const std::lock_guard lock(guard);  // integers: the order of addition does not matter
        for (const Part& part : parts) sums[part.cell] += part.tables;
      });
  return sums;
}

}  // namespace

Auxiliaries draw_auxiliaries(const State& state, const Context& context, const Design& design) {
  std::vector<double> totals(design.n_rows(), 0.0);
  for (std::size_t r = 0; r < totals.size(); ++r)
    for (const float weight : state.mix.document_priors.rows.span(r)) totals[r] += weight;
  const std::vector<double> log_shares = sampling::draw_log_shares(
      context, state.mix.layout, [&](std::size_t d) { return totals[design.row_of[d]]; });
  Auxiliaries auxiliaries{draw_tables(state, context, design), std::vector<double>(totals.size(), 0.0)};
  for (std::size_t d = 0; d < log_shares.size(); ++d) auxiliaries.exposure[design.row_of[d]] -= log_shares[d];
  return auxiliaries;
}

CoefficientDensity::CoefficientDensity(const Design& design, const Auxiliaries& auxiliaries,
                                       const State& state, std::size_t k)
    : design_(design),
      auxiliaries_(auxiliaries),
      mu_(at(design.n_columns)),
      precision_(at(design.n_columns)),
      linear_(hmc::Vector::Zero(at(design.n_columns))) {
  for (std::size_t j = 0; j < design.n_columns; ++j) {
    mu_[at(j)] = state.mu[j];
    precision_[at(j)] = 1 / (state.sigma[j] * state.sigma[j]);
  }
  for (std::size_t r = 0; r < design.n_rows(); ++r) {
    const double tables = auxiliaries.tables[r * state.n_topics() + k];
    for (std::size_t j = 0; j < design.n_columns; ++j) linear_[at(j)] += tables * design.row(r)[j];
  }
}

double CoefficientDensity::operator()(const hmc::Vector& lambda, hmc::Vector& gradient) const {
  const hmc::Vector off = lambda - mu_;
  gradient = linear_ - precision_.cwiseProduct(off);
  double sum = linear_.dot(lambda) - off.cwiseProduct(precision_).dot(off) / 2;
  const std::span<const double> all(lambda.data(), static_cast<std::size_t>(lambda.size()));
  for (std::size_t r = 0; r < design_.n_rows(); ++r) {
    const std::span<const double> x = design_.row(r);
    const double predictor = predictor_of(x, all);
    if (!(std::fabs(predictor) < largest_predictor)) return -INFINITY;
    const double expected = auxiliaries_.exposure[r] * portable_exp(predictor);
    sum -= expected;
    for (std::size_t j = 0; j < x.size(); ++j) gradient[at(j)] -= expected * x[j];
  }
  return sum;
}

hmc::Matrix CoefficientDensity::curvature(const hmc::Vector& lambda) const {
  hmc::Matrix matrix = curvature_of_prior();
  const std::span<const double> all(lambda.data(), static_cast<std::size_t>(lambda.size()));
  for (std::size_t r = 0; r < design_.n_rows(); ++r) {
    const std::span<const double> x = design_.row(r);
    const double expected = auxiliaries_.exposure[r] * portable_exp(predictor_of(x, all));
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = 0; j < x.size(); ++j) matrix(at(i), at(j)) += expected * x[i] * x[j];
  }
  return matrix;
}

hmc::Vector CoefficientDensity::near_mode() const {
  constexpr int most_steps = 25, most_halvings = 30;
  constexpr double near = 1e-4;  // of the log density, by which a Newton step would raise it
  hmc::Vector here = mu_, gradient(mu_.size());
  double height = (*this)(here, gradient);
  for (int i = 0; i < most_steps && std::isfinite(height); ++i) {
    hmc::Vector step = Cholesky(curvature(here)).solve(gradient);
    if (!(step.dot(gradient) / 2 > near)) break;
    double higher = -INFINITY;
    hmc::Vector next;
    for (int half = 0; half < most_halvings && !(higher > height); ++half, step /= 2) {
      next = here + step;
      higher = (*this)(next, gradient);
    }
    if (!(higher > height)) break;
    here = next;
    height = higher;
  }
  return here;
}

void draw_coefficients(State& state, const Context& context, const Settings& settings) {
  const Design& design = *settings.design;
  const Auxiliaries auxiliaries = draw_auxiliaries(state, context, design);
  // About a quarter of a turn about the mode, after which a draw is nearly independent of the one before.
  constexpr hmc::Trajectory quarter{.steps = 5, .step = 0.3};
  const std::size_t columns = design.n_columns;
  std::vector<hmc::Tally> tallies(state.n_topics());
  context.pool.for_each(state.n_topics(), [&](std::size_t k) {
    Stream stream = context.stream(Purpose::coefficient, k);
    const CoefficientDensity density(design, auxiliaries, state, k);
    const hmc::Mass mass(density.curvature(density.near_mode()), density.curvature_of_prior());
    Eigen::Map<hmc::Vector> lambda(state.lambda.data() + k * columns, at(columns));
    hmc::Vector point = lambda;
    tallies[k] = hmc::move(stream, point, mass, quarter, density);
    lambda = point;
  });
  state.proposals = {};
  for (const hmc::Tally& tally : tallies) state.proposals += tally;
  if (settings.learn_effects) {
    shift_columns(state, context, settings, auxiliaries);
    scale_column(state, context, settings, auxiliaries);
  }
  set_weights(state, design, context.pool);
}

}  // namespace themata::dmr
