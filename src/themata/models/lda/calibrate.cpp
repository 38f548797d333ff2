#include "themata/models/lda/calibrate.hpp"

#include "themata/calibration/mixture_quantities.hpp"
#include "themata/models/lda/plugin.hpp"

namespace themata::lda {

namespace {

/// Gamma(4, 4) priors: they keep hyperparameters in a range where chains mix on small corpora.
FitOptions calibration_options(FitOptions fit) {
  auto& options = fit.own<Options>();
  options.topics = 3;
  options.alpha_prior = options.beta_prior = {4, 4};
  options.alpha = 1;
  options.beta = 0.5;
  options.learn = options.phi == "spike-slab" ? "alpha,pi" : "alpha,beta";
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
  Quantities out{{"alpha", state.alpha.front()}, {"beta", state.mix.beta}};
  add_common(out, model, state, corpus, stream);
  return out;
}

const Calibration& calibration() {
  static constexpr Calibration instance{
      .thin = 10, .options = calibration_options, .problem = calibration_problem, .by_default = true};
  return instance;
}

}  // namespace themata::lda
