#include "themata/models/hpc/plugin.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "themata/inference/predictor.hpp"
#include "themata/io/error.hpp"
#include "themata/models/hpc/calibrate.hpp"
#include "themata/models/hpc/correlated.hpp"
#include "themata/models/hpc/draw.hpp"
#include "themata/models/hpc/rates.hpp"
#include "themata/models/hpc/simulate.hpp"
#include "themata/models/hpc/tokens.hpp"
#include "themata/models/plugin_of.hpp"

namespace themata::hpc {

namespace {

/// phi as the state holds it: rates over their sum.
class MonitoredRates : public MonitoredWords {
 public:
  explicit MonitoredRates(const State& state) : state_(state) {}

  void turn_to(std::uint16_t topic) override { topic_ = topic; }
  std::int64_t size() const override {
    if (sizes_.empty()) sizes_ = hpc::topic_sizes(state_);
    return sizes_[topic_];
  }
  double of(std::size_t v) const override {
    return state_.rates[v * state_.totals.size() + topic_] / state_.totals[topic_];
  }

 private:
  const State& state_;
  mutable std::vector<std::int64_t> sizes_;  ///< when first asked for: other ranks never ask
  std::size_t topic_ = 0;
};

/// theta as the state holds it.
class MonitoredLabels : public MonitoredDocuments {
 public:
  explicit MonitoredLabels(const State& state) : state_(state) {}

  void turn_to(std::size_t d) override {
    labels_ = state_.labels.of(d);
    shares_ = shares_of(state_, d);
  }
  double of(std::uint16_t topic) const override {
    const auto place = std::ranges::lower_bound(labels_, topic);
    const bool there = place != labels_.end() && *place == topic;
    return there ? shares_[static_cast<std::size_t>(place - labels_.begin())] : 0;
  }

 private:
  const State& state_;
  std::span<const Topic> labels_;
  std::vector<double> shares_;
};

class Chain : public ChainOf<Model> {
 public:
  using ChainOf::ChainOf;

  NamedValues trace(Pool&) const override {
    const Hyperparameters& hyper = state().hyper;
    NamedValues values{{"psi", hyper.psi},
                       {"gamma", hyper.gamma},
                       {"nu", hyper.nu},
                       {"sigma", hyper.sigma},
                       {"lambda", hyper.lambda},
                       {"eta", std::accumulate(hyper.eta.begin(), hyper.eta.end(), 0.0) /
                                   static_cast<double>(hyper.eta.size())}};
    if (model().settings().correlated) values.emplace_back("correlation", size_of_correlations(hyper));
    if (model().settings().hmc) {
      values.emplace_back("rates_accepted", state().rate_moves.rate());
      values.emplace_back("affinities_accepted", state().affinity_moves.rate());
    }
    add_sizes(values, topic_sizes(), hyper.eta.size());
    return values;
  }
  themata::Draw draw() const override {
    const auto branches = model().settings().tree.branch_nodes();
    const Hyperparameters& hyper = state().hyper;
    return themata::Draw(std::make_unique<Draw>(TopicRates{.log_rates = state().log_rates,
                                                           .variances = state().variances,
                                                           .branch_nodes = {branches.begin(), branches.end()},
                                                           .label_begin = state().labels.begin,
                                                           .labels = state().labels.topics,
                                                           .affinities = state().affinities,
                                                           .psi = hyper.psi,
                                                           .gamma = hyper.gamma,
                                                           .nu = hyper.nu,
                                                           .sigma = hyper.sigma,
                                                           .lambda = hyper.lambda,
                                                           .eta = hyper.eta,
                                                           .covariance = hyper.covariance,
                                                           .all_affinities = state().all_affinities}),
                         state().topics);
  }
  std::vector<std::int64_t> topic_sizes() const override { return hpc::topic_sizes(state()); }
  std::unique_ptr<MonitoredWords> words() const override { return std::make_unique<MonitoredRates>(state()); }
  std::unique_ptr<MonitoredDocuments> documents() const override {
    return std::make_unique<MonitoredLabels>(state());
  }
};

/// Of the tokens: the corpus, their topics, and these again in a draw on its way to disk.
std::uint64_t token_bytes(const Corpus& corpus) { return std::uint64_t{4 + 2 + 2} * corpus.n_tokens(); }

/// Rates and their logs, counts, variances of at most as many branches as topics; labels with their
/// affinities; and all but counts and rates again in a draw on its way to disk.
/// @param labels  of all documents
std::uint64_t state_bytes(const Corpus& corpus, std::uint64_t topics, std::uint64_t branches,
                          std::uint64_t labels) {
  const std::uint64_t cells = corpus.n_types() * (topics + 1);
  return 4 * (4 * cells + std::uint64_t{2} * corpus.n_types() * branches) + 20 * labels +
         24 * corpus.n_documents();
}

bool is_correlated(const Options& options) { return options.affinity == "correlated"; }

/// Where nearly all documents have one label, those without any, which correlated affinities need
/// (draw_correlated_hyperparameters), are without number.
void require_several_labels(const GivenPriors& given) {
  constexpr std::ptrdiff_t least = 50;  // one document in so many
  const auto several = std::ranges::count_if(given.allowed, [](const auto& list) { return list.size() > 1; });
  if (several * least < std::ssize(given.allowed))
    throw UsageError(
        fmt::format("`affinity` correlated needs documents with several labels: {} of {} have more than one; "
                    "expected at least "
                    "one in {}",
                    several, given.allowed.size(), least));
}

class Plugin : public PluginOf<Model, Options> {
 public:
  using PluginOf::PluginOf;

  std::unique_ptr<ModelDraw> read(const NpzReader& npz, const std::string&) const override {
    return Draw::read(npz);
  }
  bool fits(const themata::Draw& draw, const FitOptions& options) const override {
    const bool correlated = draw.rates() != nullptr && !draw.rates()->covariance.empty();
    return draw.n_topics() == own(options).topics && correlated == is_correlated(own(options));
  }
  std::uint64_t slots(const Corpus&, const FitOptions&) const override { return 0; }
  std::uint64_t bytes(const Corpus& corpus, const FitOptions& options, std::uint64_t) const override {
    return std::max(token_bytes(corpus) + sampled_bytes(corpus, options),
                    4 * corpus.n_tokens() + summary_bytes(corpus, options));
  }
  std::uint64_t bytes_on_each_rank(const Corpus& corpus, const FitOptions& options) const override {
    return std::max(sampled_bytes(corpus, options), summary_bytes(corpus, options));
  }
  void check_options(const FitOptions& options) const override {
    if (is_correlated(own(options)) && own(options).sampler == "hmc")
      throw UsageError("`affinity` correlated needs `sampler` split");
  }
  void check_ranks(const FitOptions& options) const override {
    if (own(options).sampler == "hmc")
      throw UsageError("`sampler` hmc is for one process; several ranks need split");
  }
  void check_given(const FitOptions& options, const GivenPriors& given) const override {
    if (is_correlated(own(options))) require_several_labels(given);
  }
  const Calibration* calibration() const override {
    return has_tree() ? &hpc::calibration() : &pcm_calibration();
  }
  const simulate::Simulation* simulation() const override {
    return has_tree() ? &hpc::simulation() : &pcm_simulation();
  }

 private:
  /// Of the state without the topics of tokens.
  std::uint64_t sampled_bytes(const Corpus& corpus, const FitOptions& options) const {
    constexpr std::uint64_t labels_a_document = 4;
    const std::uint64_t topics = own(options).topics;
    const std::uint64_t labels = corpus.n_documents() * (has_tree() ? labels_a_document : topics);
    // All affinities, in a draw on its way to disk too; those of as many documents without labels, with a
    // copy; and some matrices.
    const std::uint64_t all =
        is_correlated(own(options)) ? 64 * corpus.n_documents() * topics + 64 * topics * topics : 0;
    return all + state_bytes(corpus, topics, has_tree() ? topics + 1 : 1, labels);
  }
  /// What is written of the words at the end: six matrices and their copies on the way to disk, rates and
  /// their sums, a draw twice.
  std::uint64_t summary_bytes(const Corpus& corpus, const FitOptions& options) const {
    return has_tree() ? 96 * std::uint64_t{corpus.n_types()} * own(options).topics : 0;
  }
  bool has_tree() const { return info().labels == LabelUse::tree; }
  Model model_of(const ChainInputs& in) const override {
    Model model = make_model(own(in.options), in.given, has_tree() ? Labeling::tree : Labeling::none);
    return in.ranks == nullptr ? model : Model(spread(model.settings(), in.corpus, *in.ranks));
  }
  State state_of(const Model& model, const ChainInputs& in, const themata::Draw& draw,
                 Pool& pool) const override {
    const TopicRates& rates = *draw.rates();
    return model.restore(
        in.corpus,
        {draw.z,
         rates.log_rates,
         rates.variances,
         rates.affinities,
         rates.all_affinities,
         {rates.psi, rates.gamma, rates.nu, rates.sigma, rates.lambda, rates.eta, rates.covariance}},
        pool);
  }
  std::unique_ptr<AnyChain> chain_of(const ChainInputs& in, Model model, State state) const override {
    return std::make_unique<Chain>(std::move(model), in.corpus, std::move(state));
  }
};

}  // namespace

Model make_model(const Options& options, const GivenPriors& given, Labeling labels) {
  Settings settings;
  settings.tree =
      given.parents.empty() ? Tree::flat(static_cast<std::uint32_t>(options.topics)) : Tree(given.parents);
  settings.labeling = labels;
  settings.hmc = options.sampler == "hmc";
  settings.correlated = is_correlated(options);
  if (settings.labeling == Labeling::tree)
    for (const auto& list : given.allowed) {
      settings.labels.topics.insert(settings.labels.topics.end(), list.begin(), list.end());
      settings.labels.begin.push_back(settings.labels.topics.size());
    }
  return Model(std::move(settings));
}

namespace {

std::vector<Chart> charts() {
  return {{"psi", "psi"},
          {"gamma", "gamma"},
          {"nu", "nu"},
          {"sigma", "sigma"},
          {"lambda", "lambda"},
          {"eta", "eta"},
          {"correlation", "Correlations of affinities"},
          {"rates_accepted", "Accepted proposals of rates"},
          {"affinities_accepted", "Accepted proposals of affinities"}};
}

}  // namespace

const ModelPlugin& plugin() {
  static const Plugin instance({.name = "hpc",
                                .title = "hierarchical Poisson convolution; topics are a tree of labels",
                                .heading = "Hierarchical Poisson convolution",
                                .charts = charts(),
                                .labels = LabelUse::tree,
                                .fixed_topics = true,
                                .aligned_draws = true,
                                .dirichlet_documents = false,
                                .label_distribution = true,
                                .rates = true,
                                .over_ranks = true},
                               option_table());
  return instance;
}

const ModelPlugin& pcm_plugin() {
  static const Plugin instance({.name = "pcm",
                                .title = "Poisson convolution without labels, with `topics` topics",
                                .heading = "Poisson convolution",
                                .charts = charts(),
                                .fixed_topics = true,
                                .aligned_draws = true,
                                .dirichlet_documents = false,
                                .rates = true,
                                .over_ranks = true},
                               pcm_option_table());
  return instance;
}

}  // namespace themata::hpc
