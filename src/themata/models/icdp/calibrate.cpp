#include "themata/models/icdp/calibrate.hpp"

#include <algorithm>

#include "themata/calibration/mixture_quantities.hpp"
#include "themata/models/icdp/options.hpp"
#include "themata/models/icdp/plugin.hpp"

namespace themata::icdp {

namespace {

/// Three topics at the start; on average two topics per document and two words per topic: with fewer, most
/// draws from the prior have documents without topics.
FitOptions calibration_options(FitOptions fit) {
  auto& options = fit.own<Options>();
  options.topics = 3;
  options.alpha_prior = options.beta_prior = options.eta_prior = options.delta_prior = options.gamma_prior =
      options.xi_prior = {4, 2};
  options.alpha = options.beta = 1;
  complete(options);
  options.learn = "alpha,beta";
  if (fit.has("sigma")) options.learn += ",eta,delta,sigma";
  if (fit.has("zeta")) options.learn += ",gamma,xi,zeta";
  return fit;
}

template <WhichMasks masks>
std::unique_ptr<CalibrationProblem> calibration_problem(const FitOptions& options) {
  constexpr std::uint32_t blocks = 2;
  return std::make_unique<CalibrationOf<Model>>(make_model(options.own<Options>(), masks, blocks),
                                                calibration_shape());
}

template <WhichMasks masks>
const Calibration& calibration_with() {
  static constexpr Calibration instance{
      .thin = 60, .options = calibration_options, .problem = calibration_problem<masks>};
  return instance;
}

double draw_theta(const State& state, const FirstToken& first, Stream& stream) {
  const std::size_t own = state.documents.everything()
                              ? static_cast<std::size_t>(std::ranges::count(state.mix.prior, state.alpha))
                              : state.documents.of[first.d].size();
  return draw_entry(
      stream, state.alpha + static_cast<double>(first.in_document),
      state.alpha * static_cast<double>(own - 1) + static_cast<double>(first.document - first.in_document));
}

double draw_phi(const State& state, const Corpus& corpus, const FirstToken& first, Stream& stream) {
  const std::size_t own = state.words.everything() ? corpus.n_types() : state.words.words(first.topic);
  return draw_entry(
      stream, state.mix.beta + static_cast<double>(first.of_word),
      state.mix.beta * static_cast<double>(own - 1) + static_cast<double>(first.of_topic - first.of_word));
}

}  // namespace

Quantities quantities_of(const Model& model, const State& state, const Corpus& corpus, Stream& stream) {
  const MaskSizes sizes = mask_sizes(state);
  Quantities out{{"alpha", state.alpha},
                 {"beta", state.mix.beta},
                 {"eta", state.topic_process.mass},
                 {"delta", state.topic_process.concentration},
                 {"sigma", state.topic_process.discount},
                 {"topics a document", sizes.topics_a_document},
                 {"gamma", state.word_process.mass},
                 {"xi", state.word_process.concentration},
                 {"zeta", state.word_process.discount},
                 {"words a topic", sizes.words_a_topic},
                 {"topics", static_cast<double>(model.topics_in_use(state))}};
  add_common(out, model, state, corpus, [&](const FirstToken& first) {
    return FirstEntries{draw_theta(state, first, stream), draw_phi(state, corpus, first, stream)};
  });
  return out;
}

const Calibration& calibration_of(WhichMasks masks) {
  if (masks == WhichMasks::topics) return calibration_with<WhichMasks::topics>();
  return masks == WhichMasks::words ? calibration_with<WhichMasks::words>()
                                    : calibration_with<WhichMasks::both>();
}

}  // namespace themata::icdp
