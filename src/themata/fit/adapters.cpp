#include "themata/fit/adapters.hpp"

#include <numeric>

#include "themata/io/checksum.hpp"

namespace themata {

namespace {

/// Of --sampler sub-cluster, a sweep: they cost about as much as the sweep itself.
constexpr std::size_t split_proposals = 2;

admixture::SamplerChoice sampler_of(const FitOptions& options) {
  admixture::SamplerChoice choice;
  if (options.sampler == "partially-collapsed") choice.sampler = admixture::Sampler::partially_collapsed;
  if (options.sampler == "collapsed") choice.sampler = admixture::Sampler::collapsed;
  if (options.z == "sparse") choice.scan = admixture::TopicScan::sparse;
  return choice;
}

}  // namespace

lda::Model make_lda(const FitOptions& options, std::uint32_t blocks) {
  lda::Settings settings;
  settings.topics = options.topics;
  settings.alpha = options.alpha;
  settings.beta = options.beta;
  if (options.learns("alpha")) settings.learn_alpha = lda::LearnAlpha::symmetric;
  if (options.learns("asymmetric-alpha")) settings.learn_alpha = lda::LearnAlpha::asymmetric;
  settings.learn_beta = options.learns("beta");
  settings.alpha_prior = settings.beta_prior = {options.prior_shape, options.prior_rate};
  settings.sampler = sampler_of(options);
  settings.blocks = blocks;
  return lda::Model(settings);
}

hdp::Model make_hdp(const FitOptions& options, std::uint32_t blocks) {
  hdp::Settings settings;
  settings.initial_topics = options.topics;
  settings.max_topics = options.max_topics;
  settings.alpha = options.alpha;
  settings.beta = options.beta;
  settings.gamma = options.gamma;
  settings.learn_alpha = options.learns("alpha");
  settings.learn_beta = options.learns("beta");
  settings.learn_gamma = options.learns("gamma");
  settings.alpha_prior = settings.beta_prior =
      settings.gamma_prior = {options.prior_shape, options.prior_rate};
  if (options.weights == "gem") settings.weights = hdp::Weights::gem;
  if (options.sampler == "direct-assignment") settings.weights = hdp::Weights::direct;
  if (options.sampler == "sub-cluster") settings.split_proposals = split_proposals;
  settings.sampler = sampler_of(options);
  settings.blocks = blocks;
  return hdp::Model(settings);
}

Draw to_draw(const lda::State& state, const Corpus& corpus) {
  Draw draw;
  draw.z = admixture::to_corpus_order(corpus, state.mix.layout, state.mix.topics);
  draw.alpha = state.alpha;
  draw.beta = state.mix.beta;
  return draw;
}

Draw to_draw(const hdp::State& state, const Corpus& corpus) {
  Draw draw;
  draw.z = admixture::to_corpus_order(corpus, state.mix.layout, state.mix.topics);
  draw.alpha = {state.alpha};
  draw.beta = state.mix.beta;
  draw.gamma = state.gamma;
  draw.psi = state.psi;
  return draw;
}

lda::State to_state(const lda::Model& model, const Draw& draw, const Corpus& corpus, Pool& pool) {
  return model.restore(corpus, draw.z, draw.alpha, draw.beta, pool);
}

hdp::State to_state(const hdp::Model& model, const Draw& draw, const Corpus& corpus, Pool& pool) {
  return model.restore(corpus, {draw.z, draw.psi, draw.alpha.at(0), draw.beta, draw.gamma}, pool);
}

std::string state_hash(const Draw& draw) {
  Checksum sum;
  sum.add(std::span<const std::uint16_t>(draw.z));
  sum.add(std::span<const double>(draw.alpha));
  sum.add(&draw.beta, sizeof draw.beta);
  sum.add(&draw.gamma, sizeof draw.gamma);
  sum.add(std::span<const double>(draw.psi));
  return sum.text();
}

std::vector<std::pair<std::string, double>> traced_values(const lda::Model&, const lda::State& state) {
  const double total = std::accumulate(state.alpha.begin(), state.alpha.end(), 0.0);
  return {{"alpha", total / static_cast<double>(state.alpha.size())}, {"beta", state.mix.beta}};
}

std::vector<std::pair<std::string, double>> traced_values(const hdp::Model& model, const hdp::State& state) {
  std::vector<std::pair<std::string, double>> values{
      {"alpha", state.alpha}, {"beta", state.mix.beta}, {"gamma", state.gamma}};
  if (const auto tokens = model.flag_tokens(state))
    values.emplace_back("flag_tokens", static_cast<double>(*tokens));
  return values;
}

}  // namespace themata
