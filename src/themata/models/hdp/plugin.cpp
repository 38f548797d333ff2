#include "themata/models/hdp/plugin.hpp"

#include <algorithm>

#include "themata/io/error.hpp"
#include "themata/models/chain_part.hpp"
#include "themata/models/hdp/calibrate.hpp"
#include "themata/models/hdp/draw.hpp"
#include "themata/models/hdp/simulate.hpp"
#include "themata/models/mixture_chain.hpp"
#include "themata/models/mixture_options.hpp"
#include "themata/models/plugin_of.hpp"
#include "themata/models/start.hpp"
#include "themata/seating/token_sets.hpp"

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

class Plugin : public PluginOf<Model, Options> {
 public:
  using PluginOf::PluginOf;

  void complete(FitOptions& options) const override {
    auto& of = options.own<Options>();
    if (of.learn.empty())
      of.learn = not_given(
          options, of.phi == "spike-slab" ? Names{"alpha", "gamma"} : Names{"alpha", "beta", "gamma"});
    of = known(options);
  }
  void check_options(const FitOptions& options) const override { hdp::check(known(options)); }
  void check_ranks(const FitOptions& options) const override {
    const Options of = known(options);
    themata::check_ranks(of, of);
    if (of.weights == "gem") throw UsageError("`weights` gem is for one process; several ranks need sticks");
    if (of.split_merge > 0)
      throw UsageError("`split-merge` is for one process; several ranks need `split-merge` 0");
  }
  std::uint64_t threads_at_once(const FitOptions& options, const Corpus& corpus) const override {
    return themata::threads_at_once(own(options), corpus);
  }
  bool exact(const FitOptions& options) const override { return is_exact(own(options)); }
  std::unique_ptr<ModelDraw> read(const NpzReader& npz, const std::string&) const override {
    return npz.has("seat") || npz.has("eta") ? nullptr : Draw::read(npz);
  }
  bool fits(const themata::Draw&, const FitOptions&) const override { return true; }
  std::optional<std::size_t> flag_topic(const FitOptions& options) const override {
    const Options of = known(options);
    return of.weights == "gem" ? std::optional<std::size_t>(of.max_topics - 1) : std::nullopt;
  }
  std::uint64_t slots(const Corpus& corpus, const FitOptions& options) const override {
    const Options of = known(options);
    if (of.weights == "gem") return slots_for(of.max_topics);
    const std::uint64_t begun = begun_of(of, corpus);
    const std::uint64_t found = lists(of.learn, "gamma") ? topics_to_expect(corpus, begun) : 0;
    return growing_slots(std::max(begun, std::min(found, of.max_topics)), of.gamma);
  }
  std::uint64_t slots_at_start(const Corpus& corpus, const FitOptions& options) const override {
    const Options of = known(options);
    return of.weights == "gem" ? slots_for(of.max_topics) : growing_slots(begun_of(of, corpus), of.gamma);
  }
  std::uint64_t bytes(const Corpus& corpus, const FitOptions& options, std::uint64_t slots) const override {
    const Options of = known(options);
    MixtureMemory memory{.slots = slots};
    if (of.table_topics > 0 || of.split_merge > 0) memory.seating = Seating::on_demand;
    if (of.table_topics > 0)
      memory.moves = seating::bytes_of_moves(
          corpus, {.n_groups = block_count(of, corpus), .at_once = threads_of(options), .slots = slots});
    return mixture_bytes(corpus, of, memory);
  }
  const Calibration* calibration() const override { return &hdp::calibration(); }
  const simulate::Simulation* simulation() const override { return &hdp::simulation(); }

  std::uint64_t usual_topics(const Corpus& corpus) const override { return topics_at_start(corpus); }

 private:
  static std::uint64_t begun_of(const Options& options, const Corpus& corpus) {
    return options.topics == automatic ? topics_at_start(corpus) : options.topics;
  }
  static std::size_t threads_of(const FitOptions& options) {
    return static_cast<std::size_t>(threads_for(options.threads));
  }
  static Options known(const FitOptions& options) {
    return with_defaults(own(options),
                         themata::with_defaults(static_cast<const RunOptions&>(options)).burn_in);
  }
  Model model_of(const ChainInputs& in) const override {
    const std::uint32_t blocks = block_count(own(in.options), in.corpus);
    return make_model(own(in.options), in.given, blocks, share_of(in, blocks));
  }
  State state_of(const Model& model, const ChainInputs& in, const themata::Draw& draw,
                 Pool& pool) const override {
    const Draw::Parameters& of = dynamic_cast<const Draw&>(*draw.model).parameters();
    State state = model.restore(in.corpus, {draw.z, of.psi, of.alpha, of.beta, of.gamma}, pool);
    state.mix.pi = of.pi;
    return state;
  }
  State begin(const Model& model, const ChainInputs& in, Key, Pool& pool) const override {
    const StartTopics& start = *in.given.start;
    const auto at = [&](const char* option, const char* meaning) {
      return begin_at(in.options, option, start, meaning);
    };
    return model.restore(
        in.corpus,
        {start.topics, topic_proportions(start), at("alpha", start_hyper::document_concentration),
         at("beta", start_hyper::beta), at("gamma", start_hyper::topic_concentration)},
        pool);
  }
  std::unique_ptr<AnyChain> chain_of(const ChainInputs& in, Model model, State state) const override {
    return std::make_unique<Chain>(std::move(model), in.corpus, std::move(state),
                                   flag_topic(in.options).value_or(SIZE_MAX));
  }
};

}  // namespace

Model make_model(const Options& options, const GivenPriors& given, std::uint32_t blocks,
                 const sampling::Share& share) {
  Settings settings;
  settings.word_prior = given.word_prior;
  settings.pi = pi_of(options);
  settings.initial_topics = options.topics;
  // A collection may be given more topics to start from than there are sticks.
  if (options.weights == "gem") settings.initial_topics = std::min(options.topics, options.max_topics);
  settings.start = start_of(options.start);
  settings.start_sweeps = options.start_sweeps;
  settings.max_topics = options.max_topics;
  settings.alpha = options.alpha;
  settings.beta = options.beta;
  settings.gamma = options.gamma;
  settings.learn_alpha = lists(options.learn, "alpha");
  settings.learn_beta = lists(options.learn, "beta");
  settings.learn_gamma = lists(options.learn, "gamma");
  settings.alpha_prior = options.alpha_prior;
  settings.beta_prior = options.beta_prior;
  settings.gamma_prior = options.gamma_prior;
  if (options.weights == "gem") settings.weights = Weights::gem;
  if (options.sampler == "direct-assignment") settings.weights = Weights::direct;
  if (options.sampler == "sub-cluster") settings.split_proposals = split_proposals;
  settings.table_moves = {options.table_topics, split_merge_of(options), split_merge_until(options)};
  settings.sampler = sampler_of(options, options.learn);
  settings.blocks = blocks;
  settings.share = share;
  return Model(settings);
}

const ModelPlugin& plugin() {
  static const Plugin instance({.name = "hdp",
                                .title = "hierarchical Dirichlet process; finds the number of topics",
                                .charts = {{"alpha", "alpha"}, {"beta", "beta"}, {"gamma", "gamma"}},
                                .grows = true,
                                .over_ranks = true,
                                .growth_advice = larger_beta},
                               option_table());
  return instance;
}

}  // namespace themata::hdp
