#include "themata/models/franchise/plugin.hpp"

#include "themata/models/franchise/calibrate.hpp"
#include "themata/models/franchise/draw.hpp"
#include "themata/models/franchise/seat_tokens.hpp"
#include "themata/models/franchise/simulate.hpp"
#include "themata/models/mixture_chain.hpp"
#include "themata/models/mixture_options.hpp"
#include "themata/models/plugin_of.hpp"
#include "themata/models/start.hpp"

namespace themata::franchise {

namespace {

/// E(theta_dk | tables) of one document after another.
class DocumentsByTables : public MonitoredDocuments {
 public:
  DocumentsByTables(const State& state, const Corpus& corpus)
      : state_(state), corpus_(corpus), counts_(state.mix.slots()) {}

  void turn_to(std::size_t d) override {
    d_ = d;
    sampling::count_document(state_.mix, corpus_, d, counts_.data());
    tables_.assign(state_.mix.slots(), 0);
    seating::count_tables(std::span(state_.tables.seat).subspan(corpus_.offsets()[d], corpus_.length(d)),
                          sampling::topics_of(state_.mix, corpus_, d), tables_);
  }
  double of(std::uint16_t slot) const override {
    if (slot == themata::Draw::no_topic) return 0;
    return seating::expected_share(
        state_.documents,
        {static_cast<double>(counts_[slot]), static_cast<double>(tables_[slot]), state_.psi[slot]},
        {static_cast<double>(corpus_.length(d_)), static_cast<double>(state_.tables.in_document[d_])});
  }

 private:
  const State& state_;
  const Corpus& corpus_;
  std::vector<std::int32_t> counts_;
  std::vector<std::int64_t> tables_;  ///< slots: l_dk of the document
  std::size_t d_ = 0;
};

class Chain : public MixtureChain<Model> {
 public:
  using MixtureChain::MixtureChain;

  NamedValues trace(Pool& pool) const override {
    NamedValues values{
        {"alpha", state().documents.concentration}, {"beta", mix().beta},
        {"gamma", state().topics.concentration},    {"document_discount", state().documents.discount},
        {"discount", state().topics.discount},      {"tables", static_cast<double>(state().tables.total())}};
    if (model().splits_and_merges()) add_tried(values, state().tried);
    add_rest(values, pool);
    return values;
  }
  themata::Draw draw() const override {
    return themata::Draw(std::make_unique<Draw>(Draw::Parameters{state().tables.seat, mix().beta, state().psi,
                                                                 state().documents, state().topics}),
                         topics_of_tokens());
  }
  std::span<const std::uint64_t> topic_names() const override { return state().names; }
  std::unique_ptr<MonitoredDocuments> documents() const override {
    return std::make_unique<DocumentsByTables>(state(), corpus());
  }
};

class Plugin : public PluginOf<Model, Options> {
 public:
  using PluginOf::PluginOf;

  void check_options(const FitOptions& options) const override { franchise::check(own(options)); }
  std::unique_ptr<ModelDraw> read(const NpzReader& npz, const std::string&) const override {
    return Draw::read(npz);
  }
  bool fits(const themata::Draw&, const FitOptions&) const override { return true; }
  std::uint64_t slots(const Corpus&, const FitOptions& options) const override {
    constexpr std::uint64_t usual_start = 100;
    return growing_slots(usual_start, own(options).gamma);
  }
  std::uint64_t bytes(const Corpus& corpus, const FitOptions&, std::uint64_t slots) const override {
    return mixture_bytes(corpus, {}, {.slots = slots, .seating = Seating::tables, .word_lists = true});
  }
  const Calibration* calibration() const override { return &franchise::calibration(); }
  const simulate::Simulation* simulation() const override { return &franchise::simulation(); }

 private:
  Model model_of(const ChainInputs& in) const override { return make_model(own(in.options), in.given); }
  State state_of(const Model& model, const ChainInputs& in, const themata::Draw& draw,
                 Pool& pool) const override {
    const Draw::Parameters& of = dynamic_cast<const Draw&>(*draw.model).parameters();
    return model.restore(in.corpus, {draw.z, of.seat, of.psi, of.beta, of.documents, of.topics}, pool);
  }
  State begin(const Model& model, const ChainInputs& in, Key key, Pool& pool) const override {
    const StartTopics& start = *in.given.start;
    const auto at = [&](const char* option, const char* meaning) {
      return begin_at(in.options, option, start, meaning);
    };
    const std::vector<double> proportions = topic_proportions(start);
    Saved saved{start.topics, start.seats, proportions, at("beta", start_hyper::beta), {}, {}};
    saved.documents = {at("alpha", start_hyper::document_concentration),
                       at("document-discount", start_hyper::document_discount)};
    saved.topics = {at("gamma", start_hyper::topic_concentration),
                    at("discount", start_hyper::topic_discount)};
    if (saved.seat.empty())
      saved.seat = seat_tokens(in.corpus, key, {start.topics, proportions, saved.documents});
    State state = model.restore(in.corpus, std::move(saved), pool);
    draw_psi(state, Context{in.corpus, key, 0, pool});
    return state;
  }
  std::unique_ptr<AnyChain> chain_of(const ChainInputs& in, Model model, State state) const override {
    return std::make_unique<Chain>(std::move(model), in.corpus, std::move(state));
  }
};

}  // namespace

Model make_model(const Options& options, const GivenPriors& given) {
  Settings settings;
  settings.word_prior = given.word_prior;
  settings.max_topics = options.max_topics;
  settings.documents = {options.alpha, options.document_discount};
  settings.topics = {options.gamma, options.discount};
  settings.beta = options.beta;
  settings.learn_alpha = lists(options.learn, "alpha");
  settings.learn_beta = lists(options.learn, "beta");
  settings.learn_gamma = lists(options.learn, "gamma");
  settings.learn_document_discount = lists(options.learn, "document-discount");
  settings.learn_discount = lists(options.learn, "discount");
  settings.alpha_prior = options.alpha_prior;
  settings.beta_prior = options.beta_prior;
  settings.gamma_prior = options.gamma_prior;
  settings.restarts = static_cast<std::uint32_t>(options.restarts);
  settings.split_merge = split_merge_of(options);
  settings.split_merge_until = split_merge_until(options);
  return Model(settings);
}

const ModelPlugin& plugin() {
  static const Plugin instance(
      {.name = "franchise",
       .title = "the HDP as a Chinese restaurant franchise, and the Pitman-Yor process",
       .heading = "Chinese restaurant franchise",
       .charts = {{"alpha", "alpha"},
                  {"beta", "beta"},
                  {"gamma", "gamma"},
                  {"document_discount", "Discount of tables"},
                  {"discount", "Discount of topics"},
                  {"tables", "Tables"}},
       .grows = true,
       .growth_advice = larger_beta},
      option_table());
  return instance;
}

}  // namespace themata::franchise
