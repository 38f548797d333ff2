#include "themata/models/lda/plugin.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "themata/io/error.hpp"
#include "themata/models/chain_part.hpp"
#include "themata/models/lda/calibrate.hpp"
#include "themata/models/lda/consensus.hpp"
#include "themata/models/lda/draw.hpp"
#include "themata/models/lda/simulate.hpp"
#include "themata/models/mixture_chain.hpp"
#include "themata/models/mixture_options.hpp"
#include "themata/models/plugin_of.hpp"
#include "themata/models/start.hpp"

namespace themata::lda {

namespace {

/// The prior weights that a chain begins with: those of the start where they are learned, else the option's.
std::vector<double> alpha_of(const Options& options, const StartTopics& start) {
  std::vector<double> alpha(options.topics, options.alpha);
  if (start.weights.empty() || options.alpha != Options().alpha) return alpha;
  const double sum = std::accumulate(start.weights.begin(), start.weights.end(), 0.0);
  if (lists(options.learn, "alpha")) std::ranges::fill(alpha, sum / static_cast<double>(start.n_topics));
  for (std::size_t k = 0; k < start.n_topics && lists(options.learn, "asymmetric-alpha"); ++k)
    alpha[k] = std::max(start.weights[k], least_weight);
  return alpha;
}

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
    std::vector<double> topic_pi = mix().topic_pi;
    if (!topic_pi.empty()) topic_pi.resize(state().alpha.size());
    return themata::Draw(std::make_unique<Draw>(state().alpha, mix().beta, mix().pi, std::move(topic_pi)),
                         topics_of_tokens());
  }
};

/// As far as they are not given: an alpha for every topic, or one for all where a file has their proportions,
/// and beta.
std::string usually_learned(const FitOptions& options) {
  const auto& of = options.own<Options>();
  const std::string left =
      not_given(options, of.phi == "spike-slab" ? Names{"alpha"} : Names{"alpha", "beta"});
  const bool has_weights = options.is_given("alpha-weights") || !of.alpha_weights.empty();
  return lists(left, "alpha") && !has_weights ? fmt::format("asymmetric-{}", left) : left;
}

class Plugin : public PluginOf<Model, Options> {
 public:
  using PluginOf::PluginOf;

  void complete(FitOptions& options) const override {
    auto& of = options.own<Options>();
    const bool has_labels = info().labels != LabelUse::none;
    if (has_labels && of.start_sweeps == automatic) of.start_sweeps = 0;
    if (of.learn.empty() && has_labels) of.learn = "none";
    if (of.learn.empty()) of.learn = usually_learned(options);
    of = with_defaults(of, themata::with_defaults(static_cast<const RunOptions&>(options)).burn_in);
  }
  void check_options(const FitOptions& options) const override {
    lda::check(own(options));
    const Options& of = own(options);
    if (info().labels != LabelUse::none && proposes_from_tables(of))
      throw UsageError(
          fmt::format("`sampler` {}{} cannot restrict documents to their labels; choose an exact sampler",
                      of.sampler, of.z.empty() ? "" : " with `z` light"));
  }
  void check_ranks(const FitOptions& options) const override {
    themata::check_ranks(own(options), own(options));
  }
  std::uint64_t threads_at_once(const FitOptions& options, const Corpus& corpus) const override {
    return themata::threads_at_once(own(options), corpus);
  }
  bool exact(const FitOptions& options) const override { return is_exact(own(options)); }
  std::unique_ptr<ModelDraw> read(const NpzReader& npz, const std::string&) const override {
    return Draw::read(npz);
  }
  bool fits(const themata::Draw& draw, const FitOptions& options) const override {
    const bool has_topic_pi = !dynamic_cast<const Draw&>(*draw.model).topic_pi().empty();
    return draw.n_topics() == own(options).topics && has_topic_pi == lists(own(options).learn, "topic-pi");
  }
  std::uint64_t slots(const Corpus&, const FitOptions& options) const override {
    return slots_for(own(options).topics);
  }
  std::uint64_t bytes(const Corpus& corpus, const FitOptions& options, std::uint64_t slots) const override {
    return mixture_bytes(corpus, own(options),
                         {.slots = slots, .rare_words_listed = own(options).seeds.empty()});
  }
  const Calibration* calibration() const override {
    return info().labels == LabelUse::none ? &lda::calibration() : nullptr;
  }
  const simulate::Simulation* simulation() const override {
    return info().labels == LabelUse::none ? &lda::simulation() : &labeled_simulation();
  }

 private:
  Model model_of(const ChainInputs& in) const override {
    const std::uint32_t blocks = block_count(own(in.options), in.corpus);
    return make_model(own(in.options), in.given, blocks, share_of(in, blocks));
  }
  State state_of(const Model& model, const ChainInputs& in, const themata::Draw& draw,
                 Pool& pool) const override {
    const auto& of = dynamic_cast<const Draw&>(*draw.model);
    State state = model.restore(in.corpus, draw.z, of.alpha(), of.beta(), pool);
    state.mix.pi = of.pi();
    std::ranges::copy(of.topic_pi(), state.mix.topic_pi.begin());
    return state;
  }
  State begin(const Model& model, const ChainInputs& in, Key, Pool& pool) const override {
    const StartTopics& start = *in.given.start;
    const double beta = begin_at(in.options, "beta", start, start_hyper::beta);
    return model.restore(in.corpus, start.topics, alpha_of(own(in.options), start), beta, pool);
  }
  std::unique_ptr<AnyChain> chain_of(const ChainInputs& in, Model model, State state) const override {
    return std::make_unique<Chain>(std::move(model), in.corpus, std::move(state));
  }
};

}  // namespace

Model make_model(const Options& options, const GivenPriors& given, std::uint32_t blocks,
                 const sampling::Share& share) {
  Settings settings;
  settings.given = {
      given.alpha_weights, given.word_prior,
      given.allowed.empty() ? sampling::AllowedTopics() : sampling::AllowedTopics(given.allowed)};
  settings.pi = pi_of(options);
  settings.topics = options.topics;
  settings.start = start_of(options.start);
  settings.start_sweeps = options.start_sweeps;
  settings.alpha = options.alpha;
  settings.beta = options.beta;
  if (lists(options.learn, "alpha")) settings.learn_alpha = LearnAlpha::symmetric;
  if (lists(options.learn, "asymmetric-alpha")) settings.learn_alpha = LearnAlpha::asymmetric;
  settings.learn_beta = lists(options.learn, "beta");
  settings.alpha_prior = options.alpha_prior;
  settings.beta_prior = options.beta_prior;
  settings.sampler = sampler_of(options, options.learn);
  settings.blocks = blocks;
  settings.share = share;
  return Model(settings);
}

namespace {

std::vector<Chart> charts() { return {{"alpha", "alpha"}, {"beta", "beta"}}; }

}  // namespace

const ModelPlugin& plugin() {
  static const Plugin instance({.name = "lda",
                                .title = "latent Dirichlet allocation with `topics` topics",
                                .charts = charts(),
                                .fixed_topics = true,
                                .aligned_draws = true,
                                .over_ranks = true},
                               option_table());
  return instance;
}

const ModelPlugin& labeled_plugin() {
  static const Plugin instance(
      {.name = "labeled-lda",
       .title = "LDA with one topic per label; documents are restricted to their labels",
       .heading = "Labeled LDA",
       .charts = charts(),
       .labels = LabelUse::topics,
       .fixed_topics = true,
       .aligned_draws = true},
      labeled_option_table());
  return instance;
}

namespace {

class ConsensusDraw : public Draw {
 public:
  using Draw::Draw;
  std::unique_ptr<ModelDraw> clone() const override { return std::make_unique<ConsensusDraw>(*this); }
  bool keeps_numbers() const override { return true; }
};

class ConsensusPlugin : public Plugin {
 public:
  using Plugin::Plugin;
  void check_options(const FitOptions&) const override {
    throw UsageError(OptionFault{"model", "'consensus'",
                                 "a model that is fitted; `themata consensus` makes one of several chains"});
  }
  std::unique_ptr<ModelDraw> read(const NpzReader& npz, const std::string&) const override {
    const std::unique_ptr<Draw> draw = Draw::read(npz);
    return consensus_draw(draw->alpha(), draw->beta());
  }
};

}  // namespace

const ModelPlugin& consensus_plugin() {
  static const ConsensusPlugin instance({.name = consensus_name,
                                         .title = "the topics that come back in several chains",
                                         .heading = "Consensus",
                                         .fixed_topics = true,
                                         .aligned_draws = true},
                                        option_table());
  return instance;
}

std::unique_ptr<ModelDraw> consensus_draw(std::vector<double> alpha, double beta) {
  return std::make_unique<ConsensusDraw>(std::move(alpha), beta);
}

}  // namespace themata::lda
