#include "themata/models/dmr/calibrate.hpp"

#include <fmt/core.h>

#include <numeric>

#include "themata/calibration/mixture_quantities.hpp"
#include "themata/models/dmr/plugin.hpp"

namespace themata::dmr {

namespace {

/// Scales that keep weights in a range where chains mix on small corpora.
FitOptions calibration_options(FitOptions fit) {
  auto& options = fit.own<Options>();
  options.topics = 3;
  options.beta_prior = {4, 4};
  options.alpha = 1;
  options.beta = 0.5;
  options.intercept_scale = options.effect_scale = 0.5;
  options.learn = "beta";
  options.start_sweeps = 0;  // they are no draws from the posterior
  options = with_defaults(options, 0);
  return fit;
}

std::unique_ptr<CalibrationProblem> calibration_problem(const FitOptions& options) {
  constexpr std::uint32_t blocks = 2;
  GivenPriors given;
  given.covariates = calibration_covariates();
  return std::make_unique<CalibrationOf<Model>>(make_model(options.own<Options>(), given, blocks),
                                                calibration_shape());
}

/// theta_{d z} of the first token, drawn given z.
double draw_theta(const sampling::State& mix, const FirstToken& first, Stream& stream) {
  double weights = 0;
  for (std::size_t k = 0; k < mix.slots(); ++k) weights += mix.prior_of(first.d, k);
  const double own = mix.prior_of(first.d, first.topic);
  return draw_entry(stream, own + static_cast<double>(first.in_document),
                    weights - own + static_cast<double>(first.document - first.in_document));
}

}  // namespace

Covariates calibration_covariates() {
  Covariates covariates;
  covariates.fields = {{.name = "number"}, {.name = "factor", .levels = {"a", "b"}}};
  const double numbers[] = {0.5, -1.5, -1, 0, 0.5, 1, 1.5};
  for (std::size_t d = 0; d < std::size(numbers); ++d)
    for (const double x : {1.0, numbers[d], static_cast<double>(d % 2)}) covariates.values.push_back(x);
  return covariates;
}

Quantities quantities_of(const Model& model, const State& state, const Corpus& corpus, Stream& stream) {
  Quantities out{{"beta", state.mix.beta}};
  for (std::size_t j = 0; j < state.n_columns(); ++j) {
    out.emplace_back(fmt::format("lambda.{}", j), state.lambda[j]);
    out.emplace_back(fmt::format("mu.{}", j), state.mu[j]);
    out.emplace_back(fmt::format("sigma.{}", j), state.sigma[j]);
  }
  add_common(out, model, state, corpus, [&](const FirstToken& first) {
    const double theta = draw_theta(state.mix, first, stream);
    return FirstEntries{theta, draw_phi_of_types(state.mix, corpus, first, stream)};
  });
  return out;
}

const Calibration& calibration() {
  static constexpr Calibration instance{
      .thin = 20, .options = calibration_options, .problem = calibration_problem, .by_default = false};
  return instance;
}

}  // namespace themata::dmr
