#include "themata/models/lda/calibrate.hpp"

#include "themata/calibration/mixture_quantities.hpp"
#include "themata/models/lda/plugin.hpp"

namespace themata::lda {

namespace {

/// Gamma(4, 4) priors, under which hyperparameters stay where small corpora mix.
FitOptions calibration_options(FitOptions fit) {
  fit.topics = 3;
  fit.prior_shape = fit.prior_rate = 4;
  fit.alpha = fit.gamma = 1;
  fit.beta = 0.5;
  fit.learn = fit.phi == "spike-slab" ? "alpha,pi" : "alpha,beta";
  return resolved(fit);
}

std::unique_ptr<CalibrationProblem> calibration_problem(const FitOptions& options) {
  constexpr std::uint32_t blocks = 2;
  return std::make_unique<CalibrationOf<Model>>(make_model(options, {}, blocks), calibration_shape());
}

}  // namespace

Quantities quantities_of(const Model& model, const State& state, const Corpus& corpus, Stream& stream) {
  Quantities out{{"alpha", state.alpha.front()}, {"beta", state.mix.beta}};
  add_common(out, model, state, corpus, stream);
  return out;
}

const Calibration& calibration() {
  static constexpr Calibration instance{
      .thin = 10, .options = calibration_options, .problem = calibration_problem};
  return instance;
}

}  // namespace themata::lda
