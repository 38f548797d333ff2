#include "themata/models/hdp/plugin.hpp"

#include "themata/models/hdp/calibrate.hpp"
#include "themata/models/hdp/draw.hpp"
#include "themata/models/hdp/simulate.hpp"
#include "themata/models/mixture_chain.hpp"
#include "themata/models/mixture_options.hpp"

namespace themata::hdp {

namespace {

/// Of --sampler sub-cluster, a sweep: they cost about as much as the sweep itself.
constexpr std::size_t split_proposals = 2;

class Chain : public MixtureChain<Model> {
 public:
  /// @param flag  the slot of the flag topic; SIZE_MAX where there is none
  Chain(Model model, const Corpus& corpus, State state, std::size_t flag)
      : MixtureChain(std::move(model), corpus, std::move(state)), flag_(flag) {}

  NamedValues trace(Pool& pool) const override {
    NamedValues values{{"alpha", state().alpha}, {"beta", mix().beta}, {"gamma", state().gamma}};
    if (const auto tokens = model().flag_tokens(state()))
      values.emplace_back("flag_tokens", static_cast<double>(*tokens));
    if (model().splits_and_merges()) add_tried(values, state().tried);
    add_rest(values, pool);
    return values;
  }
  themata::Draw draw() const override {
    return themata::Draw(std::make_unique<Draw>(Draw::Parameters{state().alpha, mix().beta, state().gamma,
                                                                 state().psi, mix().pi}),
                         topics_of_tokens());
  }
  std::span<const std::uint64_t> topic_names() const override { return state().names; }
  bool stands_for_many(std::size_t slot) const override { return slot == flag_; }

 private:
  std::size_t flag_;
};

class Plugin : public ModelPlugin {
 public:
  Plugin() : ModelPlugin({.name = "hdp", .grows = true}) {}

  std::unique_ptr<AnyChain> start(const ChainInputs& in, Key key, Pool& pool) const override {
    Model model = model_of(in);
    auto state = model.init(in.corpus, key, pool);
    return std::make_unique<Chain>(std::move(model), in.corpus, std::move(state),
                                   flag_topic(in.options).value_or(SIZE_MAX));
  }
  std::unique_ptr<AnyChain> restore(const ChainInputs& in, const themata::Draw& draw,
                                    Pool& pool) const override {
    const Draw::Parameters& of = dynamic_cast<const Draw&>(*draw.model).parameters();
    Model model = model_of(in);
    auto state = model.restore(in.corpus, {draw.z, of.psi, of.alpha, of.beta, of.gamma}, pool);
    state.mix.pi = of.pi;
    return std::make_unique<Chain>(std::move(model), in.corpus, std::move(state),
                                   flag_topic(in.options).value_or(SIZE_MAX));
  }
  std::unique_ptr<ModelDraw> read(const NpzReader& npz, const std::string&) const override {
    return npz.has("seat") || npz.has("eta") ? nullptr : Draw::read(npz);
  }
  bool fits(const themata::Draw&, const FitOptions&) const override { return true; }
  std::optional<std::size_t> flag_topic(const FitOptions& options) const override {
    return options.weights == "gem" ? std::optional<std::size_t>(options.max_topics - 1) : std::nullopt;
  }
  std::uint64_t slots(const FitOptions& options) const override {
    if (options.weights == "gem") return slots_for(resolved(options).max_topics);
    return growing_slots(options);
  }
  std::uint64_t bytes(const Corpus& corpus, const FitOptions& options, std::uint64_t slots) const override {
    const bool sits = options.table_topics > 0 || options.split_merge > 0;
    return mixture_bytes(corpus, options,
                         {.slots = slots,
                          .seating = sits ? Seating::on_demand : Seating::none,
                          .word_lists = options.table_topics > 0});
  }
  const Calibration* calibration() const override { return &hdp::calibration(); }
  const simulate::Simulation* simulation() const override { return &hdp::simulation(); }

 private:
  static Model model_of(const ChainInputs& in) {
    return make_model(in.options, in.given, block_count(in.options, in.corpus));
  }
};

}  // namespace

Model make_model(const FitOptions& options, const GivenPriors& given, std::uint32_t blocks) {
  Settings settings;
  settings.word_prior = given.word_prior;
  settings.pi = pi_of(options);
  settings.initial_topics = options.topics;
  settings.start = start_of(options);
  settings.max_topics = options.max_topics;
  settings.alpha = options.alpha;
  settings.beta = options.beta;
  settings.gamma = options.gamma;
  settings.learn_alpha = options.learns("alpha");
  settings.learn_beta = options.learns("beta");
  settings.learn_gamma = options.learns("gamma");
  settings.alpha_prior = settings.beta_prior =
      settings.gamma_prior = {options.prior_shape, options.prior_rate};
  if (options.weights == "gem") settings.weights = Weights::gem;
  if (options.sampler == "direct-assignment") settings.weights = Weights::direct;
  if (options.sampler == "sub-cluster") settings.split_proposals = split_proposals;
  settings.table_moves = {options.table_topics, split_merge_of(options), split_merge_until(options)};
  settings.sampler = sampler_of(options);
  settings.blocks = blocks;
  return Model(settings);
}

const ModelPlugin& plugin() {
  static const Plugin instance;
  return instance;
}

}  // namespace themata::hdp
