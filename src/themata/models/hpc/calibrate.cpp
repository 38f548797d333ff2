#include "themata/models/hpc/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "themata/calibration/sums.hpp"
#include "themata/models/hpc/plugin.hpp"
#include "themata/models/hpc/rates.hpp"
#include "themata/random/elementary.hpp"

namespace themata::hpc {

namespace {

FitOptions calibration_options(FitOptions fit) {
  fit.own<Options>().topics = 3;
  return fit;
}

/// A small corpus, and priors under which documents are short and chains mix.
std::unique_ptr<CalibrationProblem> problem_below(const FitOptions& options, const GivenPriors& given,
                                                  Labeling labels) {
  Settings settings = make_model(options.own<Options>(), given, labels).settings();
  settings.lengths = {0.5, 1, 1, 2, 0.7, 1};
  settings.priors = {.psi_deviation = 0.7,
                     .gamma_scale = 0.5,
                     .sigma_scale = 0.5,
                     .lambda_scale = 1,
                     .eta_deviation = 1,
                     .nu_rate = 0.5};
  constexpr std::uint64_t most_tokens = 40;
  constexpr std::uint32_t n_types = 4;
  std::vector<std::uint64_t> offsets(settings.lengths.size() + 1, 0);
  return std::make_unique<CalibrationOf<ShortDocuments>>(
      ShortDocuments(Model(std::move(settings)), most_tokens), make_corpus({}, std::move(offsets), n_types));
}

/// Four labels: two below a third one, and a fourth next to it.
std::unique_ptr<CalibrationProblem> calibration_problem(const FitOptions& options) {
  GivenPriors given;
  given.parents = {2, 2, 4, 4};
  return problem_below(options, given, Labeling::tree);
}

std::unique_ptr<CalibrationProblem> pcm_calibration_problem(const FitOptions& options) {
  return problem_below(options, {}, Labeling::none);
}

template <class Number>
double mean_of(const std::vector<Number>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

/// sum_d sum_k m_dk^2, and sum_k n_k^2
std::pair<double, double> squares_of_counts(const State& state, const Corpus& corpus) {
  std::vector<std::int64_t> sizes(state.totals.size());
  double squares = 0;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    std::vector<std::int64_t> counts(sizes.size());
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) ++counts[state.topics[i]];
    squares += sum_of_squares(counts);
    for (std::size_t k = 0; k < sizes.size(); ++k) sizes[k] += counts[k];
  }
  return {squares, sum_of_squares(sizes)};
}

}  // namespace

DrawnCase<State> draw_case(const ShortDocuments& documents, const Corpus& shape, Stream& stream, Pool& pool) {
  SizedState drawn = draw_short(documents.model(), shape, {1, documents.most()}, stream, pool);
  Corpus corpus = documents.model().draw_tokens(drawn.state, drawn.sizes, shape.n_types(), stream, pool);
  return {std::move(drawn.state), std::move(corpus)};
}

State start_of(const ShortDocuments& documents, const DrawnCase<State>& one, Key key, Pool& pool) {
  return documents.init(one.truth, one.corpus, key, pool);
}

Quantities quantities_of(const ShortDocuments& documents, const State& state, const Corpus& corpus, Stream&) {
  const Model& model = documents.model();
  const Hyperparameters& hyper = state.hyper;
  Pool alone(1);
  const auto [of_documents, of_topics] = squares_of_counts(state, corpus);
  std::vector<double> logs;
  for (const float x : state.variances) logs.push_back(portable_log(x));
  std::size_t d = 0;
  while (corpus.length(d) == 0) ++d;
  const auto labels = state.labels.of(d);
  const auto label = std::ranges::find(labels, state.topics.front()) - labels.begin();
  const std::size_t nodes = model.settings().tree.nodes();
  Quantities all{{"psi", hyper.psi},
                 {"gamma", hyper.gamma},
                 {"nu", hyper.nu},
                 {"sigma", hyper.sigma},
                 {"lambda", hyper.lambda},
                 {"eta", mean_of(hyper.eta)},
                 {"log likelihood", model.log_word_part(state, alone)},
                 {"log joint", model.log_joint(state, corpus, alone)},
                 {"sum m^2", of_documents},
                 {"sum n^2", of_topics},
                 {"affinities", mean_of(state.affinities)},
                 {"log rates", mean_of(state.log_rates)},
                 {"log tau^2", mean_of(logs)},
                 {"theta", shares_of(state, d)[static_cast<std::size_t>(label)]},
                 {"rate", state.log_rates[corpus.tokens().front() * nodes + state.topics.front()]}};
  if (!hyper.covariance.empty()) {
    const std::size_t topics = hyper.eta.size();
    const double first = hyper.covariance[0], second = hyper.covariance[topics + 1];
    all.push_back({"variance of the first label", first});
    all.push_back({"correlation of the first two", hyper.covariance[1] / std::sqrt(first * second)});
    all.push_back({"affinities of all labels", mean_of(state.all_affinities)});
  }
  return all;
}

const Calibration& calibration() {
  static constexpr Calibration instance{
      .thin = 40, .options = calibration_options, .problem = calibration_problem};
  return instance;
}

const Calibration& pcm_calibration() {
  constexpr std::uint64_t slow = 100;  // lambda moves slowly
  static constexpr Calibration instance{
      .thin = slow, .options = calibration_options, .problem = pcm_calibration_problem};
  return instance;
}

}  // namespace themata::hpc
