#include <gtest/gtest.h>

#include "mutants/plain_hyper.hpp"
#include "mutants/plain_kernels.hpp"
#include "support/geweke_models.hpp"
#include "themata/models/hdp/weights.hpp"

// Planted bugs that Geweke's test must catch.
namespace themata::testing {
namespace {

constexpr ChainLength geweke_length{80, 400, 51};
const NamedSampler collapsed{"collapsed", {sampling::Sampler::collapsed, sampling::TopicScan::dense}, 2};

bool passes(const GewekeResult& found) { return found.worst_z() < z_limit; }

/// LDA's kernels with one of them replaced: alpha, beta, weights, topics; or weights, topics where nothing is
/// learned.
bool lda_passes(std::size_t place, const Kernel<lda::State>& kernel,
                lda::LearnAlpha learn = lda::LearnAlpha::symmetric) {
  const lda::Model model(geweke_lda(collapsed, learn));
  auto kernels = model.kernels();
  kernels.at(place) = kernel;
  return passes(geweke(model, kernels, geweke_corpus(), lda_statistics, geweke_length));
}

Kernel<lda::State> alpha_kernel(const ConcentrationRecipe& recipe) {
  return {"alpha", [recipe](lda::State& state, const Context& context) {
            Stream stream = context.stream(Purpose::hyper, 0);
            const Urns urns = document_urns(state.mix, context.corpus, context.pool, 3);
            const double alpha =
                draw_concentration_plainly(stream, state.alpha[0], urns, geweke_prior, recipe);
            std::fill(state.alpha.begin(), state.alpha.end(), alpha);
          }};
}

Kernel<lda::State> beta_kernel(double scale) {
  return {"beta", [scale](lda::State& state, const Context& context) {
            Stream stream = context.stream(Purpose::hyper, 1);
            const Urns urns = word_urns(state.mix, context.pool, scale);
            state.mix.beta = draw_concentration_plainly(stream, state.mix.beta, urns, geweke_prior, {});
          }};
}

Kernel<lda::State> topics_kernel(const CollapsedRecipe& recipe) {
  return on_mix<lda::State>(
      [recipe](sampling::State& s, const Context& c) { draw_topics_plainly(s, c, recipe); });
}

bool topics_pass(const CollapsedRecipe& recipe) {
  return lda_passes(1, topics_kernel(recipe), lda::LearnAlpha::no);
}

TEST(GewekeMutants, PlainHyperparametersOfLdaPassAndTheirMutantsFail) {
  EXPECT_TRUE(lda_passes(0, alpha_kernel({})));
  EXPECT_FALSE(lda_passes(0, alpha_kernel({.added_to_length = 1}))) << "q_d with N_d + 1";
  EXPECT_FALSE(lda_passes(0, alpha_kernel({.added_to_j = 1}))) << "tables with j in place of j - 1";
  EXPECT_TRUE(lda_passes(1, beta_kernel(4)));
  EXPECT_FALSE(lda_passes(1, beta_kernel(3))) << "K in place of V";
}

TEST(GewekeMutants, PlainTopicsOfLdaPassAndTheirMutantsFail) {
  EXPECT_TRUE(topics_pass({}));
  EXPECT_FALSE(topics_pass({.taken = {.document = 0}})) << "token left in m";
  EXPECT_FALSE(topics_pass({.taken = {.word = 0}})) << "token left in n_kv";
  EXPECT_FALSE(topics_pass({.taken = {.topic = 0}})) << "token left in n_k";
  EXPECT_FALSE(topics_pass({.prior_factor = 2})) << "prior counted twice";
}

/// The HDP's kernels (tables, gamma, alpha, beta, Psi, topics), one of them replaced.
bool hdp_passes(std::size_t place, const std::function<void(hdp::State&, const Context&)>& step) {
  const hdp::Model model(geweke_hdp(collapsed, Concentrations::learned));
  auto kernels = model.kernels();
  kernels.at(place) = {"mutant", step};
  return passes(geweke(model, kernels, geweke_corpus(), hdp_statistics, geweke_length));
}

TEST(GewekeMutants, WrongWeightsOfTheHdpFail) {
  EXPECT_FALSE(hdp_passes(4, [](hdp::State& state, const Context& context) {
    state.gamma += 1;
    hdp::draw_psi(state, context, sampling::max_topics);
    state.gamma -= 1;
  })) << "Psi with gamma + 1";
  EXPECT_FALSE(hdp_passes(0, [](hdp::State& state, const Context&) {
    const auto sizes = sampling::topic_sizes(state.mix);
    state.tables.assign(sizes.size(), 0.0);
    for (std::size_t k = 0; k < sizes.size(); ++k) state.tables[k] = static_cast<double>(sizes[k]);
  })) << "tokens in place of tables";
}

TEST(GewekeMutants, WrongConcentrationsOfTheHdpFail) {
  EXPECT_FALSE(hdp_passes(1, [](hdp::State& state, const Context& context) {
    hdp::draw_gamma_concentration(state, context, {geweke_prior.shape + 1, geweke_prior.rate});
  })) << "one topic too many in gamma's shape";
  EXPECT_FALSE(hdp_passes(2, [](hdp::State& state, const Context& context) {
    Stream stream = context.stream(Purpose::hyper, 0);
    double tables = 0, log_shares = 0;
    for (const double l : state.tables) tables += l;
    for (std::size_t d = 0; d < context.corpus.n_documents(); ++d)
      log_shares += draw_log_beta(stream, state.alpha + 1, static_cast<double>(context.corpus.length(d)));
    state.alpha = draw_gamma(stream, geweke_prior.shape + tables, geweke_prior.rate - log_shares);
  })) << "q_d ~ Beta(alpha + 1, N_d) without its Bernoulli";
}

}  // namespace
}  // namespace themata::testing
