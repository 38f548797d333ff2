#include "themata/models/hpc/model.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "themata/chain/model.hpp"
#include "themata/models/hpc/affinities.hpp"
#include "themata/models/hpc/correlated.hpp"
#include "themata/models/hpc/hmc.hpp"
#include "themata/models/hpc/hyperparameters.hpp"
#include "themata/models/hpc/label_odds.hpp"
#include "themata/models/hpc/rates.hpp"
#include "themata/models/hpc/tokens.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"

namespace themata::hpc {

static_assert(themata::Model<Model>);

namespace {

/// Labels with which every document may use every topic.
Labels all_topics(std::size_t documents, std::size_t topics) {
  Labels labels;
  for (std::size_t d = 0; d < documents; ++d) {
    for (std::size_t k = 0; k < topics; ++k) labels.topics.push_back(static_cast<Topic>(k));
    labels.begin.push_back(labels.topics.size());
  }
  return labels;
}

std::vector<double> lengths_of(const Corpus& corpus) {
  std::vector<double> lengths(corpus.n_documents());
  const double mean = static_cast<double>(corpus.n_tokens()) / static_cast<double>(corpus.n_documents());
  for (std::size_t d = 0; d < lengths.size(); ++d) lengths[d] = static_cast<double>(corpus.length(d)) / mean;
  return lengths;
}

/// A label for each token, drawn uniformly from those of its document.
LargeVector<Topic> random_topics(const Corpus& corpus, const State& state, Key key, Pool& pool) {
  const Share& share = state.share;
  LargeVector<Topic> topics(corpus.n_tokens());
  share.for_documents(pool, corpus, documents_per_sum, [&](std::size_t first, std::size_t last) {
    for (std::size_t d = first; d < last; ++d) {
      Stream stream(key, Purpose::init, 0, d);
      const auto own = state.labels.of(d);
      const std::size_t here = share.here(d);
      for (std::size_t i = corpus.offsets()[here]; i < corpus.offsets()[here + 1]; ++i)
        topics[i] = own[stream.below(static_cast<std::uint32_t>(own.size()))];
    }
  });
  return topics;
}

/// Log rates estimated from the counts, shrunk towards the corpus's rates if a topic has few tokens.
void start_rates(State& state, const Tree& tree, std::size_t n_types) {
  constexpr double little = 0.5;  // prior weight of the corpus's rate, in expected tokens
  const std::vector<double> exposure = exposures(state, tree.topics());
  const double total = std::accumulate(exposure.begin(), exposure.end(), 0.0);
  state.log_rates.resize(n_types * tree.nodes());
  state.variances.assign(n_types * tree.branch_nodes().size(), 1);
  for (std::size_t v = 0; v < n_types; ++v) {
    const std::int32_t* counts = &state.word_topics[v * tree.topics()];
    float* mu = &state.log_rates[v * tree.nodes()];
    const double rate = (std::accumulate(counts, counts + tree.topics(), little)) / (total + 1);
    mu[tree.corpus()] = static_cast<float>(portable_log(rate));
    const double seen = little / rate;
    for (std::size_t k = 0; k < tree.topics(); ++k)
      mu[k] = static_cast<float>(portable_log((counts[k] + little) / (exposure[k] + seen)));
  }
}

void start_hyperparameters(State& state, const Tree& tree) {
  Hyperparameters& hyper = state.hyper;
  double sum = 0, n = 0;
  for (std::size_t i = tree.corpus(); i < state.log_rates.size(); i += tree.nodes(), ++n)
    sum += state.log_rates[i];
  hyper.psi = n > 0 ? sum / n : 0;
  hyper.eta.assign(tree.topics(), 0);
}

}  // namespace

Settings spread(Settings settings, const Corpus& corpus, const Communicator& ranks) {
  settings.share = share_of(corpus, ranks);
  if (settings.lengths.empty()) settings.lengths = lengths_of(corpus);
  return settings;
}

/// A state that contains only the data.
State Model::with_data(const Corpus& corpus) const {
  State state;
  state.share = settings_.share;
  state.labels = settings_.labeling == Labeling::tree
                     ? settings_.labels
                     : all_topics(state.share.n_documents(corpus), settings_.tree.topics());
  state.lengths = settings_.lengths.empty() ? lengths_of(corpus) : settings_.lengths;
  return state;
}

/// Whether a saved state has what correlated affinities need, or has none of it.
bool Model::has_covariance(const Saved& saved) const {
  const std::size_t topics = settings_.correlated ? settings_.tree.topics() : 0;
  return saved.hyper.covariance.size() == topics * topics &&
         saved.all_affinities.size() == topics * settings_.labels.n_documents();
}

State Model::restore(const Corpus& corpus, Saved saved, Pool& pool) const {
  State state = with_data(corpus);
  const Tree& tree = settings_.tree;
  const bool fits = saved.topics.size() == corpus.n_tokens() &&
                    saved.log_rates.size() == std::size_t{corpus.n_types()} * tree.nodes() &&
                    saved.variances.size() == corpus.n_types() * tree.branch_nodes().size() &&
                    saved.affinities.size() == state.labels.topics.size() &&
                    saved.hyper.eta.size() == tree.topics() && has_covariance(saved) &&
                    std::ranges::all_of(saved.topics, [&](Topic k) { return k < tree.topics(); });
  if (!fits) throw std::logic_error("hpc: a saved state of another corpus or tree");
  state.topics = std::move(saved.topics);
  state.log_rates = std::move(saved.log_rates);
  state.variances = std::move(saved.variances);
  state.affinities = std::move(saved.affinities);
  state.all_affinities = std::move(saved.all_affinities);
  state.hyper = std::move(saved.hyper);
  recount(state, corpus, settings_.tree.topics(), pool);
  set_rates(state, settings_.tree, pool);
  check(state, corpus);
  return state;
}

State Model::init(const Corpus& corpus, Key key, Pool& pool) const {
  const Tree& tree = settings_.tree;
  State state = with_data(corpus);
  state.affinities.assign(state.labels.topics.size(), 0);
  state.topics = random_topics(corpus, state, key, pool);
  recount(state, corpus, tree.topics(), pool);
  start_rates(state, tree, corpus.n_types());
  start_hyperparameters(state, tree);
  if (settings_.correlated) start_correlated(state);
  set_rates(state, tree, pool);
  return state;
}

namespace {

/// Draws each label independently, given that there is at least one: up to the first label, given that one is
/// still to come.
Labels draw_labels(const Hyperparameters& hyper, std::size_t documents, Stream& stream) {
  const std::size_t n_topics = hyper.eta.size();
  std::vector<double> there(n_topics), first(n_topics);
  double log_none = 0;  // probability of no label from k on
  for (std::size_t k = n_topics; k-- > 0;) {
    const LogOdds odds = log_label_odds(hyper.eta[k], hyper.lambda);
    log_none += odds.absent;
    there[k] = portable_exp(odds.there);
    first[k] = k + 1 == n_topics ? 1 : portable_exp(odds.there - log_one_minus_exp(log_none));
  }
  Labels labels;
  for (std::size_t d = 0; d < documents; ++d) {
    for (std::size_t k = 0; k < n_topics; ++k) {
      const bool is_first = labels.topics.size() == labels.begin.back();
      if (stream.uniform() < (is_first ? first[k] : there[k])) labels.topics.push_back(static_cast<Topic>(k));
    }
    labels.begin.push_back(labels.topics.size());
  }
  return labels;
}

void draw_rates_of_prior(State& state, const Tree& tree, std::size_t n_types, Stream& stream) {
  const Hyperparameters& hyper = state.hyper;
  for (std::size_t v = 0; v < n_types; ++v) {
    std::vector<double> mu(tree.nodes());
    std::vector<float> variances(tree.branch_nodes().size());
    for (const std::uint32_t node : tree.order()) {
      const bool is_corpus = node == tree.corpus();
      const double mean = is_corpus ? hyper.psi : mu[tree.parent(node)];
      const double deviation =
          is_corpus ? hyper.gamma : std::sqrt(static_cast<double>(variances[tree.branch(tree.parent(node))]));
      mu[node] = mean + deviation * draw_normal(stream);
      if (!tree.children(node).empty())
        variances[tree.branch(node)] = static_cast<float>(
            std::clamp(hyper.nu * hyper.sigma * hyper.sigma / (2 * draw_gamma(stream, hyper.nu / 2, 1)),
                       least_variance, most_variance));
    }
    state.log_rates.insert(state.log_rates.end(), mu.begin(), mu.end());
    state.variances.insert(state.variances.end(), variances.begin(), variances.end());
  }
}

}  // namespace

/// Draws labels, and the affinities of the present ones.
void Model::draw_documents(State& state, std::size_t n_documents, Stream& stream) const {
  const bool tree = settings_.labeling == Labeling::tree;
  state.labels =
      tree ? draw_labels(state.hyper, n_documents, stream) : all_topics(n_documents, settings_.tree.topics());
  for (const Topic k : state.labels.topics) {
    const double eta = state.hyper.eta[k], lambda = state.hyper.lambda;
    state.affinities.push_back(tree ? draw_affinity_of_label(stream, eta, lambda)
                                    : eta + lambda * draw_normal(stream));
  }
}

State Model::sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const {
  const Tree& tree = settings_.tree;
  State state;
  state.hyper = draw_hyperparameters(settings_.priors, tree.topics(), stream);
  if (settings_.correlated) {
    draw_covariance(state.hyper, settings_.priors, stream);
    draw_correlated_documents(state, corpus.n_documents(), stream);
  } else {
    draw_documents(state, corpus.n_documents(), stream);
  }
  state.lengths =
      settings_.lengths.empty() ? std::vector<double>(corpus.n_documents(), 1.0) : settings_.lengths;
  draw_rates_of_prior(state, tree, corpus.n_types(), stream);
  state.word_topics.assign(std::size_t{corpus.n_types()} * tree.topics(), 0);
  set_rates(state, tree, pool);
  return state;
}

Kernels<State> Model::kernels() const {
  const Tree tree = settings_.tree;
  const HyperPriors priors = settings_.priors;
  const Labeling labeling = settings_.labeling;
  const Kernel<State> rate_hyperparameters{"hyperparameters of rates",
                                           [tree, priors](State& state, const Context& context) {
                                             draw_rate_hyperparameters(state, tree, priors, context);
                                           }};
  if (settings_.correlated)
    return {{"topics", draw_topics},
            {"rates", [tree](State& state, const Context& context) { draw_rates(state, tree, context); }},
            {"affinities", draw_correlated_affinities},
            rate_hyperparameters,
            {"hyperparameters of affinities", [priors](State& state, const Context& context) {
               draw_correlated_hyperparameters(state, priors, context);
             }}};
  const Kernel<State> affinity_hyperparameters{
      "hyperparameters of affinities", [priors, labeling](State& state, const Context& context) {
        draw_affinity_hyperparameters(state, priors, context, labeling);
      }};
  if (!settings_.hmc)
    return {{"topics", draw_topics},
            {"rates", [tree](State& state, const Context& context) { draw_rates(state, tree, context); }},
            {"affinities",
             [labeling](State& state, const Context& context) { draw_affinities(state, context, labeling); }},
            rate_hyperparameters,
            affinity_hyperparameters};
  return {{"rates", [tree](State& state,
                           const Context& context) { state.rate_moves = move_rates(state, tree, context); }},
          {"affinities",
           [labeling](State& state, const Context& context) {
             state.affinity_moves = move_affinities(state, context, labeling);
           }},
          rate_hyperparameters,
          affinity_hyperparameters,
          {"topics", draw_topics}};  // for observers of the state: nothing above depends on them
}

namespace {

/// log p(w, z of document d | mu, xi). @param of_topic  scratch
double log_density_of_document(const State& state, const Corpus& corpus, std::size_t d,
                               std::vector<double>& of_topic) {
  const auto labels = state.labels.of(d);
  if (!(state.lengths[d] > 0)) return 0;  // no token is expected, and there is none
  const std::vector<double> shares = shares_of(state, d);
  const std::size_t here = state.share.here(d);
  double sum = -portable_lgamma(static_cast<double>(corpus.length(here)) + 1);
  for (std::size_t j = 0; j < labels.size(); ++j) {
    sum -= state.lengths[d] * shares[j] * state.totals[labels[j]];
    of_topic[labels[j]] = portable_log(state.lengths[d] * shares[j]);
  }
  const std::size_t nodes = of_topic.size() + 1;
  for (std::size_t i = corpus.offsets()[here]; i < corpus.offsets()[here + 1]; ++i)
    sum += of_topic[state.topics[i]] + state.log_rates[corpus.tokens()[i] * nodes + state.topics[i]];
  return sum;
}

}  // namespace

double Model::log_joint(const State& state, const Corpus& corpus, Pool& pool) const {
  std::vector<double> parts((corpus.n_documents() + documents_per_sum - 1) / documents_per_sum);
  state.share.for_documents(pool, corpus, documents_per_sum, [&](std::size_t first, std::size_t last) {
    std::vector<double> of_topic(settings_.tree.topics());
    double& part = parts[state.share.here(first) / documents_per_sum];
    for (std::size_t d = first; d < last; ++d)
      if (!state.labels.of(d).empty()) part += log_density_of_document(state, corpus, d, of_topic);
  });
  return state.share.sum_in_order(parts) + log_density_of_rates(state, settings_.tree) +
         (settings_.correlated ? log_density_of_correlated(state)
                               : log_density_of_affinities(state, settings_.labeling));
}

double Model::log_word_part(const State& state, Pool&) const {
  const std::size_t n_topics = settings_.tree.topics(), nodes = settings_.tree.nodes();
  const std::vector<double> exposure = exposures(state, n_topics);
  double sum = 0;
  for (std::size_t v = 0; v * nodes < state.log_rates.size(); ++v)
    for (std::size_t k = 0; k < n_topics; ++k)
      sum += state.word_topics[v * n_topics + k] * static_cast<double>(state.log_rates[v * nodes + k]);
  for (std::size_t k = 0; k < n_topics; ++k) sum -= exposure[k] * state.totals[k];
  return sum;
}

std::vector<std::uint64_t> Model::draw_sizes(const State& state, Stream& stream) const {
  constexpr double most = 1e15;
  std::vector<std::uint64_t> sizes;
  for (std::size_t d = 0; d < state.labels.n_documents(); ++d) {
    const auto labels = state.labels.of(d);
    const std::vector<double> shares = shares_of(state, d);
    double mean = 0;
    for (std::size_t j = 0; j < labels.size(); ++j) mean += shares[j] * state.totals[labels[j]];
    sizes.push_back(draw_poisson(stream, std::min(mean * state.lengths[d], most)));
  }
  return sizes;
}

Corpus Model::draw_tokens(State& state, std::span<const std::uint64_t> sizes, std::uint32_t n_types,
                          Stream& stream, Pool& pool) const {
  const std::size_t n_topics = settings_.tree.topics();
  std::vector<std::uint32_t> tokens;
  std::vector<std::uint64_t> offsets{0};
  state.topics.clear();
  std::vector<double> weights(n_types);
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const auto labels = state.labels.of(d);
    std::vector<double> shares = shares_of(state, d);
    for (std::size_t j = 0; j < labels.size(); ++j) shares[j] *= state.totals[labels[j]];
    for (std::uint64_t i = 0; i < sizes[d]; ++i) {
      const Topic k = labels[draw_index(stream, shares)];
      for (std::size_t v = 0; v < n_types; ++v) weights[v] = state.rates[v * n_topics + k];
      tokens.push_back(static_cast<std::uint32_t>(draw_index(stream, weights)));
      state.topics.push_back(k);
    }
    offsets.push_back(tokens.size());
  }
  Corpus corpus = make_corpus(std::move(tokens), std::move(offsets), n_types);
  recount(state, corpus, n_topics, pool);
  return corpus;
}

std::size_t Model::topics_in_use(const State& state) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(topic_sizes(state), [](std::int64_t size) { return size > 0; }));
}

namespace {

void check_correlated(const State& state) {
  const std::size_t topics = state.hyper.eta.size();
  if (state.all_affinities.size() != state.labels.n_documents() * topics)
    throw std::logic_error("hpc: an affinity for each document and label");
  for (std::size_t d = 0; d < state.labels.n_documents(); ++d)
    for (std::size_t i = state.labels.begin[d]; i < state.labels.begin[d + 1]; ++i)
      if (state.affinities[i] != state.all_affinities[d * topics + state.labels.topics[i]])
        throw std::logic_error("hpc: affinities of present labels that are not among those of all");
}

}  // namespace

void Model::check(const State& state, const Corpus& corpus) const {
  const auto refuse = [](const std::string& what) { throw std::logic_error("hpc: " + what); };
  const Tree& tree = settings_.tree;
  if (state.topics.size() != corpus.n_tokens()) refuse("a topic for each token");
  if (state.labels.n_documents() != state.share.n_documents(corpus)) refuse("labels of each document");
  if (state.log_rates.size() != std::size_t{corpus.n_types()} * tree.nodes())
    refuse("a rate for each word and node");
  for (std::size_t here = 0; here < corpus.n_documents(); ++here) {
    const std::size_t d = state.share.first_document() + here;
    for (std::size_t i = corpus.offsets()[here]; i < corpus.offsets()[here + 1]; ++i)
      if (!std::ranges::binary_search(state.labels.of(d), state.topics[i]))
        refuse(
            fmt::format("document {} has a token of topic {}, which is no label of it", d, state.topics[i]));
  }
  std::vector<std::int32_t> counts(state.word_topics.size());
  for (std::size_t i = 0; i < corpus.n_tokens(); ++i)
    ++counts[corpus.tokens()[i] * std::size_t{tree.topics()} + state.topics[i]];
  state.share.add(counts);
  if (counts != state.word_topics) refuse("counts that are not those of the tokens");
  if (settings_.correlated) check_correlated(state);
  for (const float x : state.log_rates)
    if (!std::isfinite(x)) refuse("a rate that is no number");
  for (const float x : state.variances)
    if (!(x > 0) || !std::isfinite(x)) refuse("a variance that is no positive number");
}

}  // namespace themata::hpc
