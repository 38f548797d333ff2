#include "themata/models/icdp/plugin.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "themata/io/error.hpp"
#include "themata/models/icdp/calibrate.hpp"
#include "themata/models/icdp/draw.hpp"
#include "themata/models/icdp/simulate.hpp"
#include "themata/models/icdp/topic_moves.hpp"
#include "themata/models/mixture_chain.hpp"
#include "themata/models/mixture_options.hpp"
#include "themata/models/plugin_of.hpp"
#include "themata/models/start.hpp"
#include "themata/seating/token_sets.hpp"

namespace themata::icdp {

namespace {

/// E(phi_k | z, mask) of one topic after another.
class WordsOfMask : public MonitoredWords {
 public:
  explicit WordsOfMask(const State& state) : state_(state), sizes_(sampling::topic_sizes(state.mix)) {}

  void turn_to(std::uint16_t slot) override {
    dead_ = slot == themata::Draw::no_topic;
    slot_ = dead_ ? 0 : slot;
    normalizer_ = static_cast<double>(size()) + state_.mix.beta * (dead_ ? 1 : state_.words.words(slot_));
  }
  std::int64_t size() const override { return dead_ ? 0 : sizes_[slot_]; }
  double of(std::size_t v) const override {
    if (dead_ || !state_.words.on.test(v, slot_)) return 0;
    return (state_.mix.word_topic.row(v)[slot_] + state_.mix.beta) / normalizer_;
  }

 private:
  const State& state_;
  std::vector<std::int64_t> sizes_;
  std::size_t slot_ = 0;
  bool dead_ = false;
  double normalizer_ = 1;
};

/// E(theta_dk | z, mask) of one document after another.
class DocumentsOfMask : public MonitoredDocuments {
 public:
  DocumentsOfMask(const State& state, const Corpus& corpus)
      : state_(state), corpus_(corpus), counts_(state.mix.slots()) {}

  void turn_to(std::size_t d) override {
    d_ = d;
    sampling::count_document(state_.mix, corpus_, d, counts_.data());
    total_ = static_cast<double>(corpus_.length(d));
    for (const std::uint16_t k : state_.documents.of[d]) total_ += state_.mix.prior[k];
  }
  double of(std::uint16_t slot) const override {
    if (slot == themata::Draw::no_topic) return 0;
    const auto& own = state_.documents.of[d_];
    return std::ranges::find(own, slot) == own.end() ? 0 : (counts_[slot] + state_.mix.prior[slot]) / total_;
  }

 private:
  const State& state_;
  const Corpus& corpus_;
  std::vector<std::int32_t> counts_;
  std::size_t d_ = 0;
  double total_ = 1;
};

class Chain : public MixtureChain<Model> {
 public:
  using MixtureChain::MixtureChain;

  NamedValues trace(Pool& pool) const override {
    NamedValues values{{"alpha", state().alpha}, {"beta", mix().beta}};
    const MaskSizes sizes = mask_sizes(state());
    if (!state().documents.everything()) {
      values.emplace_back("eta", state().topic_process.mass);
      values.emplace_back("delta", state().topic_process.concentration);
      values.emplace_back("sigma", state().topic_process.discount);
      values.emplace_back("topics_a_document", sizes.topics_a_document);
    }
    if (!state().words.everything()) {
      values.emplace_back("gamma", state().word_process.mass);
      values.emplace_back("xi", state().word_process.concentration);
      values.emplace_back("zeta", state().word_process.discount);
      values.emplace_back("words_a_topic", sizes.words_a_topic);
      values.emplace_back("ghosts", static_cast<double>(state().words.latent.size()));
    }
    add_rest(values, pool, model().most_topics());
    return values;
  }
  themata::Draw draw() const override {
    Saved saved = saved_of(state(), corpus());
    std::vector<double> psi = state().psi;
    psi.resize(saved.slots);
    return themata::Draw(std::make_unique<Draw>(Draw::Parameters{
                             {std::move(saved.topics_of_documents), std::move(saved.words_of_topics)},
                             saved.alpha,
                             saved.beta,
                             std::move(psi),
                             saved.topic_process,
                             saved.word_process}),
                         std::move(saved.z));
  }
  std::size_t unbounded_topics() const override {
    if (state().documents.everything()) return 0;
    return static_cast<std::size_t>(
        std::ranges::count_if(mix().prior, [](double weight) { return weight > 0; }));
  }
  std::span<const std::uint64_t> topic_names() const override { return state().names; }
  std::unique_ptr<MonitoredWords> words() const override {
    if (state().words.everything()) return MixtureChain::words();
    return std::make_unique<WordsOfMask>(state());
  }
  std::unique_ptr<MonitoredDocuments> documents() const override {
    if (state().documents.everything()) return MixtureChain::documents();
    return std::make_unique<DocumentsOfMask>(state(), corpus());
  }
};

class Plugin : public PluginOf<Model, Options> {
 public:
  Plugin(ModelInfo info, WhichMasks masks)
      : PluginOf(std::move(info), option_table(masks), defaults()), masks_(masks) {}

  std::unique_ptr<ModelDraw> read(const NpzReader& npz, const std::string& path) const override {
    return Draw::read(npz, path);
  }
  bool fits(const themata::Draw& draw, const FitOptions&) const override {
    return draw.masks()->topics_of_documents.empty() != info().masks_topics &&
           draw.masks()->words_of_topics.empty() != info().masks_words;
  }
  void complete(FitOptions& options) const override {
    auto& of = options.own<Options>();
    if (of.learn.empty()) of.learn = not_given(options, usually_learned(masks_));
    icdp::complete(of);
  }
  void check_options(const FitOptions& options) const override { icdp::check(own(options), masks_); }
  /// The probabilities of a finite vocabulary's words have a distribution only where the power law leaves
  /// room for one.
  void check_corpus(const FitOptions& options, const Corpus& corpus) const override {
    const Options& of = own(options);
    if (!info().masks_words || of.vocabulary != "finite") return;
    const double most = of.gamma * of.xi / corpus.n_types();
    if (!(of.zeta < most))
      throw UsageError(OptionFault{
          "zeta", fmt::format("{:g}", of.zeta),
          fmt::format(
              "with `vocabulary` finite a number below {:g} (`gamma` times `xi` divided by the corpus's "
              "{} word types)",
              most, corpus.n_types())});
  }
  std::uint64_t slots(const Corpus& corpus, const FitOptions& options) const override {
    const Options& of = own(options);
    if (info().fixed_topics) return slots_for(of.topics);
    const double spares =
        of.topic_moves == 0 ? 0 : TopicMoves{}.spares * groups_of_moves(block_count(of, corpus));
    return growing_slots(of.topics + static_cast<std::uint64_t>(spares), of.eta);
  }
  std::uint64_t bytes(const Corpus& corpus, const FitOptions& options, std::uint64_t slots) const override {
    const Options& of = own(options);
    const bool moves = info().masks_topics && of.topic_moves > 0;
    const std::size_t n_groups = groups_of_moves(block_count(of, corpus));
    MixtureMemory memory{
        .slots = slots, .topic_masks = info().masks_topics, .word_masks = info().masks_words};
    if (moves)
      memory.moves = seating::bytes_of_moves(
          corpus, {.n_groups = n_groups, .at_once = n_groups, .slots = slots, .tokens_per_set = 1});
    return mixture_bytes(corpus, of, memory);
  }
  const Calibration* calibration() const override { return &calibration_of(masks_); }
  const simulate::Simulation* simulation() const override { return &simulation_of(info().name); }
  /// Of the model that has both masks.
  std::span<const simulate::MatrixSimulation* const> matrices() const override {
    if (masks_ == WhichMasks::both) return matrix_simulations();
    return {};
  }

 private:
  Model model_of(const ChainInputs& in) const override {
    return make_model(own(in.options), masks_, block_count(own(in.options), in.corpus));
  }
  State state_of(const Model& model, const ChainInputs& in, const themata::Draw& draw,
                 Pool& pool) const override {
    const Draw::Parameters& of = dynamic_cast<const Draw&>(*draw.model).parameters();
    return model.restore(in.corpus,
                         {draw.z, of.masks.topics_of_documents, of.masks.words_of_topics, of.psi.size(),
                          of.alpha, of.beta, of.topic_process, of.word_process},
                         pool);
  }
  State begin(const Model& model, const ChainInputs& in, Key, Pool& pool) const override {
    const StartTopics& start = *in.given.start;
    const auto at = [&](const char* option, const char* meaning) {
      return begin_at(in.options, option, start, meaning);
    };
    const auto discount_at = [&](const char* option) {
      const double there = at(option, option);
      return there < own(in.options).most_discount ? there : in.options.number(option);
    };
    Saved saved =
        start_masks(in.corpus, start.topics, std::max<std::size_t>(start.n_topics, least_topics(in)), masks_);
    const char* beta = info().masks_words ? start_hyper::beta_in_mask : start_hyper::beta;
    saved.alpha = at("alpha", info().masks_topics ? start_hyper::weight_in_mask : "");
    saved.beta = at("beta", beta);
    if (info().masks_topics)
      saved.topic_process = {at("eta", start_hyper::eta), at("delta", start_hyper::delta),
                             discount_at("sigma")};
    if (info().masks_words)
      saved.word_process = {at("gamma", start_hyper::gamma_of_words), at("xi", start_hyper::xi),
                            discount_at("zeta")};
    return model.restore(in.corpus, std::move(saved), pool);
  }
  std::unique_ptr<AnyChain> chain_of(const ChainInputs& in, Model model, State state) const override {
    return std::make_unique<Chain>(model, in.corpus, std::move(state));
  }

  /// All topics of a model whose number is fixed.
  std::size_t least_topics(const ChainInputs& in) const {
    return info().fixed_topics ? own(in.options).topics : 1;
  }

  WhichMasks masks_;
};

constexpr std::string_view fewer_topics = "a lower `sigma`, `delta` or `eta` gives fewer topics";

}  // namespace

Model make_model(const Options& options, WhichMasks masks, std::uint32_t blocks) {
  Settings settings;
  settings.masks = masks;
  settings.topics = options.topics;
  settings.alpha = options.alpha;
  settings.beta = options.beta;
  settings.topic_process = {options.eta, options.delta, options.sigma};
  settings.word_process = {options.gamma, options.xi, options.zeta};
  settings.vocabulary = options.vocabulary == "finite" ? Vocabulary::finite : Vocabulary::unbounded;
  settings.learn_alpha = lists(options.learn, "alpha");
  settings.learn_beta = lists(options.learn, "beta");
  settings.learn_eta = lists(options.learn, "eta");
  settings.learn_delta = lists(options.learn, "delta");
  settings.learn_sigma = lists(options.learn, "sigma");
  settings.learn_gamma = lists(options.learn, "gamma");
  settings.learn_xi = lists(options.learn, "xi");
  settings.learn_zeta = lists(options.learn, "zeta");
  settings.priors = {.alpha = options.alpha_prior,
                     .beta = options.beta_prior,
                     .eta = options.eta_prior,
                     .delta = options.delta_prior,
                     .gamma = options.gamma_prior,
                     .xi = options.xi_prior};
  settings.most_discount = options.most_discount;
  settings.blocks = blocks;
  settings.collapsed = options.sampler == "collapsed";
  settings.topic_moves = options.topic_moves;
  return Model(settings);
}

namespace {

std::vector<Chart> charts(WhichMasks masks) {
  std::vector<Chart> shown{{"alpha", "alpha"}, {"beta", "beta"}};
  if (masks != WhichMasks::words)
    shown.insert(shown.end(), {{"eta", "eta"},
                               {"delta", "delta"},
                               {"sigma", "sigma"},
                               {"topics_a_document", "Topics that a document may use"}});
  if (masks != WhichMasks::topics)
    shown.insert(shown.end(), {{"gamma", "gamma"},
                               {"xi", "xi"},
                               {"zeta", "zeta"},
                               {"words_a_topic", "Words that a topic may have"}});
  return shown;
}

}  // namespace

const ModelPlugin& lida_plugin() {
  static const Plugin instance({.name = "lida",
                                .title = "few topics per document, few words per topic; finds their number",
                                .charts = charts(WhichMasks::both),
                                .grows = true,
                                .dirichlet_documents = false,
                                .masks_topics = true,
                                .masks_words = true,
                                .growth_advice = fewer_topics},
                               WhichMasks::both);
  return instance;
}

const ModelPlugin& ftm_plugin() {
  static const Plugin instance({.name = "ftm",
                                .title = "focused topics: few topics per document; finds their number",
                                .charts = charts(WhichMasks::topics),
                                .grows = true,
                                .dirichlet_documents = false,
                                .masks_topics = true,
                                .growth_advice = fewer_topics},
                               WhichMasks::topics);
  return instance;
}

const ModelPlugin& sstm_plugin() {
  static const Plugin instance({.name = "sstm",
                                .title = "few words per topic, with `topics` topics",
                                .charts = charts(WhichMasks::words),
                                .fixed_topics = true,
                                .masks_words = true},
                               WhichMasks::words);
  return instance;
}

}  // namespace themata::icdp
