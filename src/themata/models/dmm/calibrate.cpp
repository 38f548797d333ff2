#include "themata/models/dmm/calibrate.hpp"

#include "themata/calibration/mixture_quantities.hpp"
#include "themata/models/dmm/plugin.hpp"

namespace themata::dmm {

namespace {

/// Gamma(4, 4) priors: they keep hyperparameters in a range where chains mix on small corpora.
FitOptions calibration_options(FitOptions fit) {
  auto& options = fit.own<Options>();
  options.topics = 3;
  options.alpha_prior = options.beta_prior = {4, 4};
  options.alpha = 1;
  options.beta = 0.5;
  options.learn = "alpha,beta";
  return fit;
}

template <Form form>
std::unique_ptr<CalibrationProblem> calibration_problem(const FitOptions& options) {
  return std::make_unique<CalibrationOf<Model>>(make_model(options.own<Options>(), {}, form),
                                                calibration_shape());
}

}  // namespace

Quantities quantities_of(const Model& model, const State& state, const Corpus& corpus, Stream& stream) {
  Quantities out{{"alpha", state.alpha},
                 {"beta", state.mix.beta},
                 {"topics", static_cast<double>(model.topics_in_use(state))},
                 {"sum documents^2", sum_of_squares(state.documents)}};
  // A document has one topic, so that theta is a constant, which is left out of the ranks.
  add_common(out, model, state, corpus, [&](const FirstToken& first) {
    return FirstEntries{1, draw_phi_of_types(state.mix, corpus, first, stream)};
  });
  return out;
}

const Calibration& calibration() {
  static constexpr Calibration instance{
      .thin = 20, .options = calibration_options, .problem = calibration_problem<Form::finite>};
  return instance;
}

const Calibration& process_calibration() {
  static constexpr Calibration instance{
      .thin = 20, .options = calibration_options, .problem = calibration_problem<Form::infinite>};
  return instance;
}

}  // namespace themata::dmm
