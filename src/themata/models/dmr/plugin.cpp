#include "themata/models/dmr/plugin.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "themata/inference/predictor.hpp"
#include "themata/models/dmr/calibrate.hpp"
#include "themata/models/dmr/draw.hpp"
#include "themata/models/dmr/simulate.hpp"
#include "themata/models/mixture_chain.hpp"
#include "themata/models/mixture_options.hpp"
#include "themata/models/plugin_of.hpp"
#include "themata/models/start.hpp"
#include "themata/random/elementary.hpp"

namespace themata::dmr {

namespace {

/// The prior weights that a chain begins with: those of the start, else the option's.
std::vector<double> weights_at_start(const Options& options, const StartTopics& start) {
  std::vector<double> weights(options.topics, options.alpha);
  if (start.weights.empty() || options.alpha != Options().alpha) return weights;
  for (std::size_t k = 0; k < start.n_topics; ++k) weights[k] = std::max(start.weights[k], least_weight);
  return weights;
}

class Chain : public MixtureChain<Model> {
 public:
  using MixtureChain::MixtureChain;

  NamedValues trace(Pool& pool) const override {
    double alpha = 0;
    for (std::size_t k = 0; k < state().n_topics(); ++k) alpha += mix().prior[k];
    NamedValues values{{"alpha", alpha / static_cast<double>(state().n_topics())}, {"beta", mix().beta}};
    for (std::size_t j = 0; j < state().n_columns(); ++j) {
      values.emplace_back(fmt::format("mu.{}", j), state().mu[j]);
      values.emplace_back(fmt::format("sigma.{}", j), state().sigma[j]);
    }
    values.emplace_back("coefficients_accepted", state().proposals.rate());
    add_rest(values, pool, state().n_topics());
    return values;
  }
  themata::Draw draw() const override {
    const auto weights = mix().prior.begin();
    return themata::Draw(std::make_unique<Draw>(Draw::Parameters{
                             {state().n_columns(), state().lambda, state().mu, state().sigma},
                             mix().beta,
                             {weights, weights + static_cast<std::ptrdiff_t>(state().n_topics())}}),
                         topics_of_tokens());
  }
};

class Plugin : public PluginOf<Model, Options> {
 public:
  using PluginOf::PluginOf;

  void complete(FitOptions& options) const override {
    auto& of = options.own<Options>();
    if (of.learn.empty()) of.learn = not_given(options, {"beta"});
    of = with_defaults(of, themata::with_defaults(static_cast<const RunOptions&>(options)).burn_in);
  }
  void check_options(const FitOptions& options) const override {
    check_sampler(own(options), own(options).learn);
  }
  std::unique_ptr<ModelDraw> read(const NpzReader& npz, const std::string&) const override {
    return Draw::read(npz);
  }
  bool fits(const themata::Draw& draw, const FitOptions& options) const override {
    return draw.n_topics() == own(options).topics;
  }
  std::uint64_t slots(const Corpus&, const FitOptions& options) const override {
    return slots_for(own(options).topics);
  }
  std::uint64_t bytes(const Corpus& corpus, const FitOptions& options, std::uint64_t slots) const override {
    // At most a row of weights per document, and its tables by topic; covariates and their design.
    const std::uint64_t documents = corpus.n_documents();
    const bool may_differ = !own(options).covariates.empty();
    const std::uint64_t rows = may_differ ? documents : 1;
    constexpr std::uint64_t of_columns = 100;
    return mixture_bytes(corpus, own(options), {.slots = slots}) + 8 * rows * slots + of_columns * documents;
  }
  const Calibration* calibration() const override { return &dmr::calibration(); }
  const simulate::Simulation* simulation() const override { return &dmr::simulation(); }

 private:
  Model model_of(const ChainInputs& in) const override {
    return make_model(own(in.options), in.given, block_count(own(in.options), in.corpus));
  }
  State state_of(const Model& model, const ChainInputs& in, const themata::Draw& draw,
                 Pool& pool) const override {
    const TopicCoefficients& of = *draw.coefficients();
    return model.restore(in.corpus, {draw.z, of.lambda, of.mu, of.sigma, draw.model->beta()}, pool);
  }
  State begin(const Model& model, const ChainInputs& in, Key, Pool& pool) const override {
    const StartTopics& start = *in.given.start;
    const double beta = begin_at(in.options, "beta", start, start_hyper::beta);
    return model.restore(
        in.corpus, model.without_effects(start.topics, weights_at_start(own(in.options), start), beta), pool);
  }
  std::unique_ptr<AnyChain> chain_of(const ChainInputs& in, Model model, State state) const override {
    return std::make_unique<Chain>(std::move(model), in.corpus, std::move(state));
  }
};

}  // namespace

Model make_model(const Options& options, const GivenPriors& given, std::uint32_t blocks) {
  Settings settings;
  settings.topics = options.topics;
  settings.design = std::make_shared<const Design>(distinct_rows(given.covariates));
  settings.alpha = options.alpha;
  settings.beta = options.beta;
  settings.intercept = {portable_log(options.alpha), options.intercept_scale, options.intercept_scale};
  settings.slope = {0, options.effect_scale, options.effect_scale};
  settings.learn_beta = lists(options.learn, "beta");
  settings.beta_prior = options.beta_prior;
  settings.sampler = sampler_of(options, options.learn);
  settings.blocks = blocks;
  settings.start = start_of(options.start);
  settings.start_sweeps = options.start_sweeps;
  settings.word_prior = given.word_prior;
  return Model(std::move(settings));
}

const ModelPlugin& plugin() {
  static const Plugin instance(
      {.name = "dmr",
       .title = "LDA whose topics' weights depend on documents' metadata (`covariates`)",
       .heading = "Dirichlet-multinomial regression",
       .charts = {{"alpha", "mean alpha"}, {"beta", "beta"}, {"sigma.0", "spread of the intercepts"}},
       .fixed_topics = true,
       .aligned_draws = true,
       .covariates = true},
      option_table());
  return instance;
}

}  // namespace themata::dmr
