#include "themata/models/franchise/calibrate.hpp"

#include "themata/calibration/mixture_quantities.hpp"
#include "themata/models/franchise/plugin.hpp"

namespace themata::franchise {

namespace {

/// Gamma(4, 4) priors: they keep hyperparameters in a range where chains mix on small corpora.
FitOptions calibration_options(FitOptions fit) {
  auto& options = fit.own<Options>();
  options.alpha_prior = options.beta_prior = options.gamma_prior = {4, 4};
  options.alpha = options.gamma = 1;
  options.beta = 0.5;
  options.learn = "alpha,gamma,discount,document-discount,beta";
  return fit;
}

std::unique_ptr<CalibrationProblem> calibration_problem(const FitOptions& options) {
  return std::make_unique<CalibrationOf<Model>>(make_model(options.own<Options>(), {}), calibration_shape());
}

/// The proportion of the first token's table in its document (Teh 2006, section 4).
double draw_theta(const State& state, const Corpus& corpus, const FirstToken& first, Stream& stream) {
  std::vector<std::int64_t> tokens;
  seating::count_tokens(state.tables, corpus, first.d, tokens);
  const auto own = static_cast<double>(tokens.front());
  const auto& [concentration, discount] = state.documents;
  return draw_entry(stream, own - discount,
                    static_cast<double>(first.document) - own + concentration + discount);
}

/// sum_d sum_t of the squared tokens at table t.
double sum_of_table_squares(const State& state, const Corpus& corpus) {
  double squares = 0;
  std::vector<std::int64_t> tokens;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    seating::count_tokens(state.tables, corpus, d, tokens);
    squares += sum_of_squares(tokens);
  }
  return squares;
}

}  // namespace

Quantities quantities_of(const Model& model, const State& state, const Corpus& corpus, Stream& stream) {
  Quantities out{{"alpha", state.documents.concentration},
                 {"beta", state.mix.beta},
                 {"gamma", state.topics.concentration},
                 {"document discount", state.documents.discount},
                 {"discount", state.topics.discount},
                 {"topics", static_cast<double>(model.topics_in_use(state))},
                 {"tables", static_cast<double>(state.tables.total())},
                 {"sum t^2", sum_of_table_squares(state, corpus)}};
  add_common(out, model, state, corpus, [&](const FirstToken& first) {
    return FirstEntries{draw_theta(state, corpus, first, stream),
                        draw_phi_of_types(state.mix, corpus, first, stream)};
  });
  return out;
}

const Calibration& calibration() {
  static constexpr Calibration instance{
      .thin = 40, .options = calibration_options, .problem = calibration_problem};
  return instance;
}

}  // namespace themata::franchise
