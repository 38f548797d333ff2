#include "themata/models/lda/model.hpp"

#include <algorithm>
#include <stdexcept>

#include "themata/chain/model.hpp"
#include "themata/models/lda/hyper.hpp"
#include "themata/random/distributions.hpp"
#include "themata/sampling/state/sums.hpp"

namespace themata::lda {

static_assert(themata::Model<Model>);

namespace {

void set_prior(State& state, const Context&) {
  std::copy(state.alpha.begin(), state.alpha.end(), state.mix.prior.begin());
}

bool can_list_rare_words(const Settings& settings) {
  return settings.sampler.sampler == sampling::Sampler::block_collapsed && settings.blocks > 1 &&
         !settings.given.word_prior.has_seeds();
}

}  // namespace

Model::Model(Settings settings) : settings_(std::move(settings)) {
  if (settings_.given.alpha_weights.empty()) settings_.given.alpha_weights.assign(settings_.topics, 1.0);
  if (settings_.given.alpha_weights.size() != settings_.topics)
    throw std::logic_error("lda: one alpha weight a topic");
}

State Model::restore(const Corpus& corpus, std::span<const sampling::Topic> z, std::vector<double> alpha,
                     double beta, Pool& pool) const {
  State state;
  state.alpha = std::move(alpha);
  state.mix.beta = beta;
  state.mix.pi = settings_.pi;
  state.mix.word_prior = settings_.given.word_prior;
  state.mix.allowed = settings_.given.allowed;
  state.mix.layout = sampling::make_layout(corpus, settings_.blocks, settings_.share);
  state.mix.topics = sampling::to_layout_order(corpus, state.mix.layout, z);
  const std::uint64_t slots = slots_for(state.alpha.size());
  state.mix.lists_rare_words =
      can_list_rare_words(settings_) &&
      WordTopicTable::is_mostly_empty(corpus.n_types(), slots,
                                      sampling::add_over_ranks(state.mix.layout, corpus.n_tokens()));
  sampling::recount(state.mix, corpus, pool, slots);
  std::copy(state.alpha.begin(), state.alpha.end(), state.mix.prior.begin());
  if (settings_.sampler.learn_topic_pi) state.mix.topic_pi.assign(state.mix.slots(), settings_.pi);
  return state;
}

namespace {

/// Moves every token of a seeded word to one of its word's topics, with probability proportional to the
/// seeds, if its document may use it.
void start_from_seeds(const Given& given, const Corpus& corpus, Key key, sampling::TokenTopics& z) {
  for (std::size_t d = 0; d < corpus.n_documents() && given.word_prior.has_seeds(); ++d) {
    Stream stream(key, Purpose::init, 1, d);
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) {
      const auto seeds = given.word_prior.seeds_of(corpus.tokens()[i]);
      double rest = 0;
      for (const Seed& seed : seeds) rest += seed.count;
      rest *= seeds.empty() ? 0 : stream.uniform();
      std::size_t chosen = 0;
      while (chosen + 1 < seeds.size() && rest >= seeds[chosen].count) rest -= seeds[chosen++].count;
      if (seeds.empty()) continue;
      const auto topic = static_cast<sampling::Topic>(seeds[chosen].topic);
      if (given.allowed.allows(d, topic)) z[i] = topic;
    }
  }
}

}  // namespace

State Model::init(const Corpus& corpus, Key key, Pool& pool) const {
  std::vector<double> alpha = settings_.given.alpha_weights;
  for (double& a : alpha) a *= settings_.alpha;
  const bool is_tied = settings_.given.word_prior.has_seeds() || !settings_.given.allowed.everything();
  sampling::TokenTopics z =
      settings_.start == sampling::Start::documents && !is_tied
          ? sampling::draw_document_topics(corpus, key, {alpha, settings_.beta, &settings_.share}, pool)
          : sampling::draw_uniform_topics(
                corpus, key, {settings_.topics, &settings_.given.allowed, settings_.share.first_document},
                pool);
  start_from_seeds(settings_.given, corpus, key, z);
  return restore(corpus, z, std::move(alpha), settings_.beta, pool);
}

State Model::sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const {
  const auto draw = [&](const sampling::GammaPrior& prior) {
    return draw_gamma(stream, prior.shape, prior.rate);
  };
  std::vector<double> alpha = settings_.given.alpha_weights;
  const double scale =
      settings_.learn_alpha == LearnAlpha::symmetric ? draw(settings_.alpha_prior) : settings_.alpha;
  for (double& a : alpha)
    a = settings_.learn_alpha == LearnAlpha::asymmetric ? draw(settings_.alpha_prior) : scale * a;
  const double beta = settings_.learn_beta ? draw(settings_.beta_prior) : settings_.beta;
  sampling::TokenTopics z(corpus.n_tokens());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    std::vector<sampling::Topic> topics(settings_.given.allowed.of(d).begin(),
                                        settings_.given.allowed.of(d).end());
    for (std::size_t k = 0; topics.size() < alpha.size() && settings_.given.allowed.of(d).empty(); ++k)
      topics.push_back(static_cast<sampling::Topic>(k));
    std::vector<double> theta(topics.size());
    std::ranges::transform(topics, theta.begin(), [&](sampling::Topic k) { return alpha[k]; });
    draw_dirichlet(stream, theta);
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) {
      double rest = stream.uniform();
      std::size_t k = 0;
      while (k + 1 < theta.size() && rest >= theta[k]) rest -= theta[k++];
      z[i] = topics[k];
    }
  }
  State state = restore(corpus, z, std::move(alpha), beta, pool);
  if (settings_.sampler.learn_pi)
    state.mix.pi = sampling::draw_probability(stream, settings_.sampler.pi_prior);
  if (settings_.sampler.learn_topic_pi)
    for (std::size_t k = 0; k < state.alpha.size(); ++k)
      state.mix.topic_pi[k] = sampling::draw_probability(stream, settings_.sampler.pi_prior);
  return state;
}

namespace {

Kernel<State> alpha_kernel(const Settings& settings) {
  if (settings.learn_alpha == LearnAlpha::asymmetric)
    return {"alpha, asymmetric", [prior = settings.alpha_prior](State& state, const Context& context) {
              draw_asymmetric_alpha(state, context, prior);
            }};
  return {"alpha, symmetric", [prior = settings.alpha_prior, weights = settings.given.alpha_weights](
                                  State& state, const Context& context) {
            draw_symmetric_alpha(state, context, prior, weights);
          }};
}

Kernel<State> beta_kernel(const Settings& settings) {
  return {"beta", [prior = settings.beta_prior](State& state, const Context& context) {
            sampling::draw_beta(state.mix, context, prior);
          }};
}

}  // namespace

Kernels<State> Model::kernels() const {
  Kernels<State> kernels;
  if (settings_.learn_alpha != LearnAlpha::no)
    kernels.push_back(after_start(alpha_kernel(settings_), settings_.start_sweeps));
  if (settings_.learn_beta) kernels.push_back(after_start(beta_kernel(settings_), settings_.start_sweeps));
  kernels.push_back({"topic weights", set_prior});
  sampling::add_topic_kernels(kernels, settings_.sampler);
  return kernels;
}

void Model::check(const State& state, const Corpus& corpus) const {
  if (state.alpha.size() != settings_.topics) throw std::logic_error("lda state: one alpha a topic");
  for (const double a : state.alpha)
    if (!(a > 0)) throw std::logic_error("lda state: alpha above 0");
  if (!(state.mix.beta > 0)) throw std::logic_error("lda state: beta above 0");
  sampling::check(state.mix, corpus);
}

}  // namespace themata::lda
