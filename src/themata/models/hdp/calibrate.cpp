#include "themata/models/hdp/calibrate.hpp"

#include "themata/calibration/mixture_quantities.hpp"
#include "themata/models/hdp/plugin.hpp"

namespace themata::hdp {

namespace {

/// Three topics at the start; Gamma(4, 4) priors: they keep hyperparameters in a range where chains mix on
/// small corpora.
FitOptions calibration_options(FitOptions fit) {
  auto& options = fit.own<Options>();
  options.topics = 3;
  options.alpha_prior = options.beta_prior = options.gamma_prior = {4, 4};
  options.alpha = options.gamma = 1;
  options.beta = 0.5;
  if (options.weights == "gem") options.max_topics = 16;
  options.learn = options.phi == "spike-slab" ? "alpha,gamma,pi" : "alpha,gamma,beta";
  options.start_sweeps = 0;  // they are no draws from the posterior
  options = with_defaults(options, 0);
  return fit;
}

std::unique_ptr<CalibrationProblem> calibration_problem(const FitOptions& options) {
  constexpr std::uint32_t blocks = 2;
  return std::make_unique<CalibrationOf<Model>>(make_model(options.own<Options>(), {}, blocks),
                                                calibration_shape());
}

}  // namespace

Quantities quantities_of(const Model& model, const State& state, const Corpus& corpus, Stream& stream) {
  Quantities out{{"alpha", state.alpha},
                 {"beta", state.mix.beta},
                 {"gamma", state.gamma},
                 {"topics", static_cast<double>(model.topics_in_use(state))}};
  add_common(out, model, state, corpus, stream);
  return out;
}

const Calibration& calibration() {
  static constexpr Calibration instance{
      .thin = 10, .options = calibration_options, .problem = calibration_problem, .by_default = true};
  return instance;
}

}  // namespace themata::hdp
