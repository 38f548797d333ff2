#include "themata/models/lda/plugin.hpp"

#include <algorithm>
#include <numeric>

#include "themata/models/lda/calibrate.hpp"
#include "themata/models/lda/draw.hpp"
#include "themata/models/lda/simulate.hpp"
#include "themata/models/mixture_chain.hpp"
#include "themata/models/mixture_options.hpp"

namespace themata::lda {

namespace {

class Chain : public MixtureChain<Model> {
 public:
  using MixtureChain::MixtureChain;

  NamedValues trace(Pool& pool) const override {
    const std::vector<double>& alpha = state().alpha;
    const double mean = std::accumulate(alpha.begin(), alpha.end(), 0.0) / static_cast<double>(alpha.size());
    NamedValues values{{"alpha", mean}, {"beta", mix().beta}};
    add_rest(values, pool, alpha.size());
    return values;
  }
  themata::Draw draw() const override {
    return themata::Draw(std::make_unique<Draw>(state().alpha, mix().beta, mix().pi), topics_of_tokens());
  }
};

class Plugin : public ModelPlugin {
 public:
  explicit Plugin(ModelInfo info) : ModelPlugin(info) {}

  std::unique_ptr<AnyChain> start(const ChainInputs& in, Key key, Pool& pool) const override {
    Model model = model_of(in);
    auto state = model.init(in.corpus, key, pool);
    return std::make_unique<Chain>(std::move(model), in.corpus, std::move(state));
  }
  std::unique_ptr<AnyChain> restore(const ChainInputs& in, const themata::Draw& draw,
                                    Pool& pool) const override {
    const auto& of = dynamic_cast<const Draw&>(*draw.model);
    Model model = model_of(in);
    auto state = model.restore(in.corpus, draw.z, of.alpha(), of.beta(), pool);
    state.mix.pi = of.pi();
    return std::make_unique<Chain>(std::move(model), in.corpus, std::move(state));
  }
  std::unique_ptr<ModelDraw> read(const NpzReader& npz, const std::string&) const override {
    return Draw::read(npz);
  }
  bool fits(const themata::Draw& draw, const FitOptions& options) const override {
    return draw.n_topics() == options.topics;
  }
  std::uint64_t slots(const FitOptions& options) const override { return slots_for(options.topics); }
  std::uint64_t bytes(const Corpus& corpus, const FitOptions& options, std::uint64_t slots) const override {
    return mixture_bytes(corpus, options, {.slots = slots});
  }
  const Calibration* calibration() const override {
    return info().labels == LabelUse::none ? &lda::calibration() : nullptr;
  }
  const simulate::Simulation* simulation() const override {
    return info().labels == LabelUse::none ? &lda::simulation() : &labeled_simulation();
  }

 private:
  static Model model_of(const ChainInputs& in) {
    return make_model(in.options, in.given, block_count(in.options, in.corpus));
  }
};

}  // namespace

Model make_model(const FitOptions& options, const GivenPriors& given, std::uint32_t blocks) {
  Settings settings;
  settings.given = {
      given.alpha_weights, given.word_prior,
      given.allowed.empty() ? sampling::AllowedTopics() : sampling::AllowedTopics(given.allowed)};
  settings.pi = pi_of(options);
  settings.topics = options.topics;
  settings.start = start_of(options);
  settings.alpha = options.alpha;
  settings.beta = options.beta;
  if (options.learns("alpha")) settings.learn_alpha = LearnAlpha::symmetric;
  if (options.learns("asymmetric-alpha")) settings.learn_alpha = LearnAlpha::asymmetric;
  settings.learn_beta = options.learns("beta");
  settings.alpha_prior = settings.beta_prior = {options.prior_shape, options.prior_rate};
  settings.sampler = sampler_of(options);
  settings.blocks = blocks;
  return Model(settings);
}

const ModelPlugin& plugin() {
  static const Plugin instance({.name = "lda", .fixed_topics = true, .aligned_draws = true});
  return instance;
}

const ModelPlugin& labeled_plugin() {
  static const Plugin instance(
      {.name = "labeled-lda", .labels = LabelUse::topics, .fixed_topics = true, .aligned_draws = true});
  return instance;
}

}  // namespace themata::lda
