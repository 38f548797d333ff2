#include "themata/lda/model.hpp"

#include <algorithm>
#include <stdexcept>

#include "themata/chain/model.hpp"
#include "themata/lda/hyper.hpp"
#include "themata/random/distributions.hpp"

namespace themata::lda {

static_assert(themata::Model<Model>);

namespace {

void set_prior(State& state, const Context&) {
  std::copy(state.alpha.begin(), state.alpha.end(), state.mix.prior.begin());
}

}  // namespace

State Model::restore(const Corpus& corpus, std::span<const admixture::Topic> z, std::vector<double> alpha,
                     double beta, Pool& pool) const {
  State state;
  state.alpha = std::move(alpha);
  state.mix.beta = beta;
  state.mix.layout = admixture::make_layout(corpus, settings_.blocks);
  state.mix.topics = admixture::to_layout_order(corpus, state.mix.layout, z);
  admixture::recount(state.mix, corpus, pool, lanes_for(state.alpha.size()));
  std::copy(state.alpha.begin(), state.alpha.end(), state.mix.prior.begin());
  return state;
}

State Model::init(const Corpus& corpus, Key key, Pool& pool) const {
  return restore(corpus, admixture::draw_uniform_topics(corpus, key, settings_.topics, pool),
                 std::vector<double>(settings_.topics, settings_.alpha), settings_.beta, pool);
}

State Model::sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const {
  const auto draw = [&](const admixture::GammaPrior& prior) {
    return draw_gamma(stream, prior.shape, prior.rate);
  };
  std::vector<double> alpha(settings_.topics, settings_.alpha);
  if (settings_.learn_alpha == LearnAlpha::symmetric)
    std::fill(alpha.begin(), alpha.end(), draw(settings_.alpha_prior));
  if (settings_.learn_alpha == LearnAlpha::asymmetric)
    for (double& a : alpha) a = draw(settings_.alpha_prior);
  const double beta = settings_.learn_beta ? draw(settings_.beta_prior) : settings_.beta;
  std::vector<admixture::Topic> z(corpus.n_tokens());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    std::vector<double> theta = alpha;
    draw_dirichlet(stream, theta);
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) {
      double rest = stream.uniform();
      std::size_t k = 0;
      while (k + 1 < theta.size() && rest >= theta[k]) rest -= theta[k++];
      z[i] = static_cast<admixture::Topic>(k);
    }
  }
  return restore(corpus, z, std::move(alpha), beta, pool);
}

Kernels<State> Model::kernels() const {
  Kernels<State> kernels;
  if (settings_.learn_alpha == LearnAlpha::symmetric)
    kernels.push_back(
        {"alpha, symmetric", [prior = settings_.alpha_prior](State& state, const Context& context) {
           draw_symmetric_alpha(state, context, prior);
         }});
  if (settings_.learn_alpha == LearnAlpha::asymmetric)
    kernels.push_back(
        {"alpha, asymmetric", [prior = settings_.alpha_prior](State& state, const Context& context) {
           draw_asymmetric_alpha(state, context, prior);
         }});
  if (settings_.learn_beta)
    kernels.push_back({"beta", [prior = settings_.beta_prior](State& state, const Context& context) {
                         admixture::draw_beta(state.mix, context, prior);
                       }});
  kernels.push_back({"topic weights", set_prior});
  admixture::add_topic_kernels(kernels, settings_.sampler);
  return kernels;
}

void Model::check(const State& state, const Corpus& corpus) const {
  if (state.alpha.size() != settings_.topics) throw std::logic_error("lda state: one alpha a topic");
  for (const double a : state.alpha)
    if (!(a > 0)) throw std::logic_error("lda state: alpha above 0");
  if (!(state.mix.beta > 0)) throw std::logic_error("lda state: beta above 0");
  admixture::check(state.mix, corpus);
}

}  // namespace themata::lda
