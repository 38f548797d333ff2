#include "themata/models/dmr/model.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "themata/chain/model.hpp"
#include "themata/models/dmr/coefficients.hpp"
#include "themata/models/dmr/effects.hpp"
#include "themata/random/distributions.hpp"

namespace themata::dmr {

static_assert(themata::Model<Model>);

namespace {

/// Rows `first` to `last` of the weights. @returns the sum of alpha_dk over their documents, K of them
std::vector<double> set_rows(State& state, const Design& design, std::size_t first, std::size_t last) {
  std::vector<double> sums(state.n_topics(), 0.0);
  for (std::size_t r = first; r < last; ++r) {
    const std::vector<double> weights = weights_of(design.row(r), state.lambda);
    float* row = state.mix.document_priors.rows.row(r);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      row[k] = static_cast<float>(weights[k]);
      sums[k] += design.documents[r] * weights[k];
    }
  }
  return sums;
}

}  // namespace

void set_weights(State& state, const Design& design, Pool& pool) {
  constexpr std::size_t rows_at_once = 256;
  const std::size_t topics = state.n_topics(), n_rows = design.n_rows();
  Matrix<float>& rows = state.mix.document_priors.rows;
  if (rows.rows() != n_rows || rows.columns() != state.mix.slots())
    rows = Matrix<float>(n_rows, state.mix.slots());
  std::vector<std::vector<double>> parts((n_rows + rows_at_once - 1) / rows_at_once);
  pool.for_chunks(n_rows, rows_at_once, [&](std::size_t first, std::size_t last) {
    parts[first / rows_at_once] = set_rows(state, design, first, last);
  });
  std::ranges::fill(state.mix.prior, 0.0);
  for (const std::vector<double>& sums : parts)
    for (std::size_t k = 0; k < topics; ++k) state.mix.prior[k] += sums[k];
  for (double& mean : state.mix.prior) mean /= static_cast<double>(design.row_of.size());
}

Model::Model(Settings settings) : settings_(std::move(settings)) {
  if (settings_.design == nullptr || settings_.design->n_rows() == 0)
    throw std::logic_error("dmr: a design of at least one document");
}

State Model::restore(const Corpus& corpus, Saved saved, Pool& pool) const {
  State state;
  state.lambda = std::move(saved.lambda);
  state.mu = std::move(saved.mu);
  state.sigma = std::move(saved.sigma);
  state.mix.beta = saved.beta;
  state.mix.word_prior = settings_.word_prior;
  state.mix.layout = sampling::make_layout(corpus, settings_.blocks);
  state.mix.topics = sampling::to_layout_order(corpus, state.mix.layout, saved.z);
  sampling::recount(state.mix, corpus, pool, slots_for(settings_.topics));
  state.mix.document_priors.row_of = settings_.design->row_of;
  set_weights(state, *settings_.design, pool);
  return state;
}

Saved Model::without_effects(sampling::TokenTopics z, const std::vector<double>& weights, double beta) const {
  const std::size_t columns = settings_.design->n_columns;
  Saved saved{std::move(z), std::vector<double>(weights.size() * columns, 0.0), {}, {}, beta};
  constexpr double most = largest_predictor - 1;
  for (std::size_t k = 0; k < weights.size(); ++k)
    saved.lambda[k * columns] = std::clamp(portable_log(weights[k]), -most, most);
  for (std::size_t j = 0; j < columns; ++j) {
    saved.mu.push_back(settings_.prior_of(j).mean);
    saved.sigma.push_back(settings_.prior_of(j).scale);
  }
  return saved;
}

State Model::init(const Corpus& corpus, Key key, Pool& pool) const {
  const std::vector<double> weights(settings_.topics, settings_.alpha);
  sampling::TokenTopics z = settings_.start == sampling::Start::documents
                                ? sampling::draw_document_topics(corpus, key, {weights, settings_.beta}, pool)
                                : sampling::draw_uniform_topics(corpus, key, {settings_.topics}, pool);
  return restore(corpus, without_effects(std::move(z), weights, settings_.beta), pool);
}

State Model::sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const {
  const Design& design = *settings_.design;
  const double beta = settings_.learn_beta
                          ? draw_gamma(stream, settings_.beta_prior.shape, settings_.beta_prior.rate)
                          : settings_.beta;
  const std::vector<double> start(settings_.topics, settings_.alpha);
  Saved first = without_effects(sampling::TokenTopics(corpus.n_tokens(), 0), start, beta);
  State state = restore(corpus, std::move(first), pool);
  do draw_coefficients_of_prior(state, settings_, stream);
  while (!in_range(design, state.lambda));
  sampling::TokenTopics z(corpus.n_tokens());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    std::vector<double> theta = weights_of(design.row(design.row_of[d]), state.lambda);
    draw_dirichlet(stream, theta);
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i)
      z[i] = static_cast<sampling::Topic>(draw_index(stream, theta));
  }
  return restore(corpus, {std::move(z), state.lambda, state.mu, state.sigma, beta}, pool);
}

Kernels<State> Model::kernels() const {
  Kernels<State> kernels;
  const auto add = [&](Kernel<State> kernel) {
    kernels.push_back(after_start(std::move(kernel), settings_.start_sweeps));
  };
  add({"coefficients", [settings = settings_](State& state, const Context& context) {
         draw_coefficients(state, context, settings);
       }});
  if (settings_.learn_effects)
    add({"effects", [settings = settings_](State& state, const Context& context) {
           draw_effects(state, context, settings);
         }});
  if (settings_.learn_beta)
    add({"beta", [prior = settings_.beta_prior](State& state, const Context& context) {
           sampling::draw_beta(state.mix, context, prior);
         }});
  sampling::add_topic_kernels(kernels, settings_.sampler);
  return kernels;
}

void Model::check(const State& state, const Corpus& corpus) const {
  const Design& design = *settings_.design;
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::logic_error(std::string("dmr state: ") + what);
  };
  require(state.mu.size() == design.n_columns && state.sigma.size() == design.n_columns,
          "one mean and standard deviation a column");
  require(state.lambda.size() == settings_.topics * design.n_columns, "one coefficient a topic and column");
  require(std::ranges::all_of(state.sigma, [](double x) { return x > 0; }), "sigma above 0");
  require(in_range(design, state.lambda), "predictors in range");
  require(design.row_of.size() == corpus.n_documents(), "one row of the design a document");
  require(state.mix.beta > 0, "beta above 0");
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    const std::vector<double> weights = weights_of(design.row(design.row_of[d]), state.lambda);
    for (std::size_t k = 0; k < weights.size(); ++k)
      require(state.mix.prior_of(d, k) == static_cast<float>(weights[k]), "weights match the coefficients");
  }
  sampling::check(state.mix, corpus);
}

}  // namespace themata::dmr
