#include "themata/models/hdp/model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "themata/chain/model.hpp"
#include "themata/models/hdp/direct_assignment.hpp"
#include "themata/models/hdp/gem.hpp"
#include "themata/models/hdp/sub_cluster.hpp"
#include "themata/models/hdp/table_moves.hpp"
#include "themata/models/hdp/weights.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/sticks.hpp"

namespace themata::hdp {

static_assert(themata::Model<Model>);

State Model::restore(const Corpus& corpus, Saved saved, Pool& pool) const {
  State state;
  state.psi = std::move(saved.psi);
  state.psi.resize(slots_for(state.psi.size()), 0.0);
  state.alpha = saved.alpha;
  state.gamma = saved.gamma;
  state.mix.beta = saved.beta;
  state.mix.pi = settings_.pi;
  state.mix.word_prior = settings_.word_prior;
  state.mix.layout = sampling::make_layout(corpus, settings_.blocks, settings_.share);
  state.mix.topics = sampling::to_layout_order(corpus, state.mix.layout, saved.z);
  sampling::recount(state.mix, corpus, pool, state.psi.size());
  set_prior(state);
  for (std::size_t k = 0; k < state.psi.size(); ++k) name_anew(state, k);
  return state;
}

State Model::init(const Corpus& corpus, Key key, Pool& pool) const {
  const std::size_t topics = settings_.initial_topics;
  std::vector<double> psi(topics, 1.0 / static_cast<double>(topics));
  auto z = settings_.start == sampling::Start::documents
               ? sampling::draw_document_topics(corpus, key, {psi, settings_.beta, &settings_.share}, pool)
               : sampling::draw_uniform_topics(corpus, key, {topics, nullptr, settings_.share.first_document},
                                               pool);
  return restore(corpus, {std::move(z), std::move(psi), settings_.alpha, settings_.beta, settings_.gamma},
                 pool);
}

namespace {

/// Draws the topics of one document by its Polya urn: a copy of an earlier token's topic or, with weight
/// alpha, a new draw from Psi.
void draw_urn(Stream& stream, const Saved& saved, std::span<sampling::Topic> document) {
  for (std::size_t i = 0; i < document.size(); ++i) {
    const auto before = static_cast<std::uint32_t>(i);
    if (stream.uniform() * (saved.alpha + before) >= saved.alpha) {
      document[i] = document[stream.below(before)];
      continue;
    }
    double rest = stream.uniform();
    std::size_t k = 0;
    while (k + 1 < saved.psi.size() && rest >= saved.psi[k]) rest -= saved.psi[k++];
    document[i] = static_cast<sampling::Topic>(k);
  }
}

/// Draws Psi from its prior.
std::vector<double> draw_prior_weights(Stream& stream, const Settings& settings, double gamma) {
  if (settings.weights == Weights::gem)
    return break_sticks_in_order(stream, gamma, std::vector<double>(settings.max_topics));
  std::vector<double> psi;
  break_sticks(stream, gamma, 1.0, psi);
  return psi;
}

Kernel<State> gamma_kernel(const Settings& settings) {
  return {"gamma", [s = settings](State& state, const Context& context) {
            if (s.weights == Weights::gem)
              draw_gamma_in_order(state, context, s.gamma_prior, s.max_topics);
            else
              draw_gamma_concentration(state, context, s.gamma_prior);
          }};
}

Kernel<State> tables_kernel(const Settings& settings) {
  return {"tables", [s = settings](State& state, const Context& context) {
            const bool is_start = context.sweep <= s.start_sweeps;
            const TableMoves moves = is_start ? TableMoves{} : s.table_moves;
            move_tables(state, context, moves, s.max_topics);
            if (moves.due(context.sweep)) state.mix.non_zeros.forget();
          }};
}

/// The number of slots from which topics without tokens have none; only the block-collapsed sampler finds
/// them then.
std::size_t apart_from(const Settings& settings) {
  const bool can = settings.sampler.sampler == sampling::Sampler::block_collapsed &&
                   settings.sampler.block_scan != sampling::BlockScan::dense && settings.split_proposals == 0;
  return can ? settings.unused_apart_from : SIZE_MAX;
}

Kernel<State> psi_kernel(const Settings& settings) {
  return {"Psi", [s = settings](State& state, const Context& context) {
            if (context.sweep <= s.start_sweeps) return keep_psi(state);
            if (s.weights == Weights::sticks) draw_psi(state, context, s.max_topics, apart_from(s));
            if (s.weights == Weights::gem) draw_psi_in_order(state, context, s.max_topics);
            if (s.weights == Weights::direct) draw_psi_unbroken(state, context, s.max_topics);
          }};
}

void add_topic_kernels(Kernels<State>& kernels, const Settings& settings) {
  if (settings.weights != Weights::direct) {
    sampling::add_topic_kernels(kernels, settings.sampler);
    if (apart_from(settings) != SIZE_MAX)
      kernels.push_back({"new topics", [](State& state, const Context&) { adopt_new_topics(state); }});
    return;
  }
  kernels.push_back(
      {"topics, direct assignment", [most = settings.max_topics](State& state, const Context& context) {
         draw_topics_directly(state, context, most);
       }});
}

}  // namespace

State Model::sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const {
  const auto draw = [&](bool learned, double fixed, const sampling::GammaPrior& prior) {
    return learned ? draw_gamma(stream, prior.shape, prior.rate) : fixed;
  };
  Saved saved;
  saved.alpha = draw(settings_.learn_alpha, settings_.alpha, settings_.alpha_prior);
  saved.beta = draw(settings_.learn_beta, settings_.beta, settings_.beta_prior);
  saved.gamma = draw(settings_.learn_gamma, settings_.gamma, settings_.gamma_prior);
  saved.psi = draw_prior_weights(stream, settings_, saved.gamma);
  saved.z.resize(corpus.n_tokens());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    draw_urn(stream, saved, std::span(saved.z).subspan(corpus.offsets()[d], corpus.length(d)));
  State state = restore(corpus, std::move(saved), pool);
  if (settings_.sampler.learn_pi)
    state.mix.pi = sampling::draw_probability(stream, settings_.sampler.pi_prior);
  if (settings_.weights == Weights::direct) gather_rest(state, corpus, pool);
  return state;
}

Kernels<State> Model::kernels() const {
  const Settings& s = settings_;
  Kernels<State> kernels;
  if (s.split_proposals > 0)
    kernels.push_back(after_start<State>({"splits and merges",
                                          [n = s.split_proposals](State& state, const Context& context) {
                                            split_and_merge(state, context, n);
                                          }},
                                         s.start_sweeps));
  kernels.push_back(tables_kernel(s));
  if (s.learn_gamma) kernels.push_back(after_start(gamma_kernel(s), s.start_sweeps));
  if (s.learn_alpha)
    kernels.push_back({"alpha", [prior = s.alpha_prior](State& state, const Context& context) {
                         draw_alpha_concentration(state, context, prior);
                       }});
  if (s.learn_beta)
    kernels.push_back({"beta", [prior = s.beta_prior](State& state, const Context& context) {
                         sampling::draw_beta(state.mix, context, prior);
                       }});
  kernels.push_back(psi_kernel(s));
  add_topic_kernels(kernels, s);
  return kernels;
}

std::optional<std::int64_t> Model::flag_tokens(const State& state) const {
  if (settings_.weights != Weights::gem) return std::nullopt;
  const auto sizes = sampling::topic_sizes(state.mix);
  return settings_.max_topics <= sizes.size() ? sizes[settings_.max_topics - 1] : 0;
}

void Model::check(const State& state, const Corpus& corpus) const {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::logic_error(std::string("hdp state: ") + what);
  };
  require(state.psi.size() == state.mix.slots(), "one weight a slot");
  require(std::all_of(state.psi.begin(), state.psi.end(), [](double p) { return p >= 0; }),
          "weights not below 0");
  const double total = std::accumulate(state.psi.begin(), state.psi.end(), 0.0);
  const double beyond = state.mix.prior_beyond / state.alpha;
  require(beyond >= 0 && std::abs(total + beyond - 1) < 1e-9, "weights sum to 1");
  require(state.alpha > 0 && state.gamma > 0 && state.mix.beta > 0, "concentrations above 0");
  sampling::check(state.mix, corpus);
}

}  // namespace themata::hdp
