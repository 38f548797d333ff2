#include "themata/models/dmm/plugin.hpp"

#include "themata/inference/predictor.hpp"
#include "themata/models/dmm/calibrate.hpp"
#include "themata/models/dmm/draw.hpp"
#include "themata/models/dmm/simulate.hpp"
#include "themata/models/mixture_chain.hpp"
#include "themata/models/mixture_options.hpp"
#include "themata/models/plugin_of.hpp"

namespace themata::dmm {

namespace {

/// theta as the state holds it: 1 for the document's topic.
class TopicsOfDocuments : public MonitoredDocuments {
 public:
  TopicsOfDocuments(const sampling::State& mix, const Corpus& corpus) : mix_(mix), corpus_(corpus) {}

  void turn_to(std::size_t d) override { topics_ = sampling::topics_of(mix_, corpus_, d); }
  double of(std::uint16_t slot) const override { return !topics_.empty() && topics_.front() == slot ? 1 : 0; }

 private:
  const sampling::State& mix_;
  const Corpus& corpus_;
  std::span<const Topic> topics_;
};

class Chain : public MixtureChain<Model> {
 public:
  using MixtureChain::MixtureChain;

  NamedValues trace(Pool& pool) const override {
    NamedValues values{{"alpha", state().alpha}, {"beta", mix().beta}};
    const TopicSpace space = model().space();
    add_rest(values, pool, space.form == Form::finite ? space.topics : SIZE_MAX);
    return values;
  }
  themata::Draw draw() const override {
    const TopicSpace space = model().space();
    std::vector<double> weights = mix().prior;
    if (space.form == Form::finite) weights.resize(space.topics);
    return themata::Draw(
        std::make_unique<Draw>(Draw::Parameters{space.form, state().alpha, mix().beta, std::move(weights)}),
        topics_of_tokens());
  }
  std::span<const std::uint64_t> topic_names() const override { return state().names; }
  std::unique_ptr<MonitoredDocuments> documents() const override {
    return std::make_unique<TopicsOfDocuments>(mix(), corpus());
  }
};

class Plugin : public PluginOf<Model, Options> {
 public:
  Plugin(ModelInfo info, Form form) : PluginOf(std::move(info), option_table(form)), form_(form) {}

  void complete(FitOptions& options) const override {
    auto& of = options.own<Options>();
    if (of.learn.empty()) of.learn = not_given(options, {"alpha", "beta"});
  }
  std::unique_ptr<ModelDraw> read(const NpzReader& npz, const std::string&) const override {
    return npz.has("seat") || npz.has("eta") ? nullptr : Draw::read(npz, form_);
  }
  bool fits(const themata::Draw& draw, const FitOptions& options) const override {
    return form_ == Form::infinite || draw.n_topics() == own(options).topics;
  }
  std::uint64_t slots(const Corpus&, const FitOptions& options) const override {
    return slots_for(own(options).topics);
  }
  std::uint64_t bytes(const Corpus& corpus, const FitOptions&, std::uint64_t slots) const override {
    return mixture_bytes(corpus, {}, {.slots = slots});
  }
  const Calibration* calibration() const override {
    return form_ == Form::finite ? &dmm::calibration() : &process_calibration();
  }
  const simulate::Simulation* simulation() const override {
    return form_ == Form::finite ? &dmm::simulation() : &process_simulation();
  }

 private:
  Model model_of(const ChainInputs& in) const override {
    return make_model(own(in.options), in.given, form_);
  }
  State state_of(const Model& model, const ChainInputs& in, const themata::Draw& draw,
                 Pool& pool) const override {
    const Draw::Parameters& of = dynamic_cast<const Draw&>(*draw.model).parameters();
    return model.restore(in.corpus, {draw.z, of.alpha, of.beta}, pool);
  }
  std::unique_ptr<AnyChain> chain_of(const ChainInputs& in, Model model, State state) const override {
    return std::make_unique<Chain>(std::move(model), in.corpus, std::move(state));
  }

  Form form_;
};

}  // namespace

Model make_model(const Options& options, const GivenPriors& given, Form form) {
  Settings settings;
  settings.form = form;
  settings.topics = options.topics;
  settings.max_topics = options.max_topics;
  settings.alpha = options.alpha;
  settings.beta = options.beta;
  settings.learn_alpha = lists(options.learn, "alpha");
  settings.learn_beta = lists(options.learn, "beta");
  settings.alpha_prior = options.alpha_prior;
  settings.beta_prior = options.beta_prior;
  settings.word_prior = given.word_prior;
  return Model(std::move(settings));
}

namespace {

std::vector<Chart> charts() { return {{"alpha", "alpha"}, {"beta", "beta"}}; }

}  // namespace

const ModelPlugin& plugin() {
  static const Plugin instance({.name = "dmm",
                                .title = "mixture for short texts, one topic per document, `topics` topics",
                                .charts = charts(),
                                .fixed_topics = true,
                                .aligned_draws = true,
                                .dirichlet_documents = false},
                               Form::finite);
  return instance;
}

const ModelPlugin& process_plugin() {
  static const Plugin instance({.name = "dp-dmm",
                                .title = "the same as a Dirichlet process; finds the number of topics",
                                .charts = charts(),
                                .grows = true,
                                .dirichlet_documents = false,
                                .growth_advice = larger_beta},
                               Form::infinite);
  return instance;
}

}  // namespace themata::dmm
