#include "themata/models/hdp/calibrate.hpp"

#include "themata/calibration/mixture_quantities.hpp"
#include "themata/models/hdp/plugin.hpp"

namespace themata::hdp {

namespace {

/// Three topics to start from; Gamma(4, 4) priors, under which hyperparameters stay where small corpora mix.
FitOptions calibration_options(FitOptions fit) {
  fit.topics = 3;
  fit.prior_shape = fit.prior_rate = 4;
  fit.alpha = fit.gamma = 1;
  fit.beta = 0.5;
  if (fit.weights == "gem") fit.max_topics = 16;
  fit.learn = fit.phi == "spike-slab" ? "alpha,gamma,pi" : "alpha,gamma,beta";
  return resolved(fit);
}

std::unique_ptr<CalibrationProblem> calibration_problem(const FitOptions& options) {
  constexpr std::uint32_t blocks = 2;
  return std::make_unique<CalibrationOf<Model>>(make_model(options, {}, blocks), calibration_shape());
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
      .thin = 10, .options = calibration_options, .problem = calibration_problem};
  return instance;
}

}  // namespace themata::hdp
