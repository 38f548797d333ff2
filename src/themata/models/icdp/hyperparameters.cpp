#include "themata/models/icdp/hyperparameters.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "themata/models/icdp/topics.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/slice.hpp"

namespace themata::icdp {

namespace {

/// log of a Gamma density, without its constant.
double log_density(const GammaPrior& prior, double x) {
  return (prior.shape - 1) * portable_log(x) - prior.rate * x;
}

/// A buffet's data: how many of the customers tried each dish. Gives its log probability for other
/// parameters.
struct Tried {
  std::uint64_t customers = 0;
  std::vector<std::uint32_t> dishes;
  bool number_is_known = false;  ///< whether the number of dishes is fixed: a finite vocabulary

  double log_probability(const Ibp& process) const {
    if (!(process.concentration + process.discount > 0)) return -std::numeric_limits<double>::infinity();
    if (!number_is_known) return log_of_dishes(process, customers, dishes);
    const DishDistribution dish = dish_distribution(process, dishes.size());
    if (!(dish.on > 0)) return -std::numeric_limits<double>::infinity();
    return log_of_dishes(dish, customers, dishes);
  }
};

Tried topics_tried(const State& state, const Corpus& corpus) {
  Tried tried{corpus.n_documents(), {}, false};
  for (const std::uint32_t c : state.documents.documents)
    if (c > 0) tried.dishes.push_back(c);
  return tried;
}

Tried words_tried(const State& state, const Settings& settings) {
  Tried tried{live_topics(state).size(), {}, settings.vocabulary == Vocabulary::finite};
  for (const std::uint32_t c : state.words.topics)
    if (c > 0 || settings.vocabulary == Vocabulary::finite) tried.dishes.push_back(c);
  for (const auto& list : state.words.latent) tried.dishes.push_back(static_cast<std::uint32_t>(list.size()));
  return tried;
}

/// Slice sampling for the logarithm of a positive number.
template <class LogProbability>
double draw_positive(Stream& stream, double x, const GammaPrior& prior,
                     const LogProbability& log_probability) {
  constexpr double width = 1;
  constexpr Interval logs{-46, 46};  // e^46 is beyond any data
  return portable_exp(draw_by_slice(stream, portable_log(x), width, logs, [&](double log_x) {
    const double value = portable_exp(log_x);
    return log_density(prior, value) + log_x + log_probability(value);
  }));
}

/// Draws the mass; then the concentration plus the discount; then the discount, given that sum.
void draw_hyperparameters(Stream& stream, Ibp& process, const Tried& tried, const LearnedIbp& learn) {
  if (learn.mass && !tried.number_is_known) {
    const Ibp unit{1, process.concentration, process.discount};
    process.mass = draw_gamma(stream, learn.mass_prior.shape + static_cast<double>(tried.dishes.size()),
                              learn.mass_prior.rate + unit.dishes(tried.customers));
  } else if (learn.mass) {
    process.mass = draw_positive(stream, process.mass, learn.mass_prior, [&](double mass) {
      return tried.log_probability({mass, process.concentration, process.discount});
    });
  }
  if (learn.concentration)
    process.concentration =
        draw_positive(
            stream, process.concentration + process.discount, learn.sum_prior,
            [&](double sum) {
              return tried.log_probability({process.mass, sum - process.discount, process.discount});
            }) -
        process.discount;
  if (!learn.discount) return;
  const double sum = process.concentration + process.discount;
  constexpr double width = 0.1;
  process.discount =
      draw_by_slice(stream, process.discount, width, {0, learn.most_discount}, [&](double discount) {
        return discount < 0 ? -std::numeric_limits<double>::infinity()
                            : tried.log_probability({process.mass, sum - discount, discount});
      });
  process.concentration = sum - process.discount;
}

Stream hyperparameter_stream(const Context& context, std::uint64_t which) {
  return context.stream(Purpose::hyper, (std::uint64_t{1} << 40) + which);
}

void draw_alpha(State& state, const Context& context, const GammaPrior& prior) {
  std::vector<double> topics(context.corpus.n_documents(), static_cast<double>(live_topics(state).size()));
  for (std::size_t d = 0; d < state.documents.of.size(); ++d)
    topics[d] = static_cast<double>(state.documents.of[d].size());
  Stream stream = sampling::hyper_stream(context, sampling::HyperStream::alpha);
  double tables = 0;
  for (const auto& of_topic : sampling::document_counts_at_least(state.mix, context.corpus, context.pool))
    tables += static_cast<double>(sampling::draw_tables(stream, of_topic, state.alpha));
  const std::vector<double> log_shares = sampling::draw_log_shares(
      context, state.mix.layout, [&](std::size_t d) { return state.alpha * topics[d]; });
  const double weighted = std::inner_product(log_shares.begin(), log_shares.end(), topics.begin(), 0.0);
  state.alpha = draw_gamma(stream, prior.shape + tables, prior.rate - weighted);
  for (double& weight : state.mix.prior) weight = weight > 0 ? state.alpha : 0;
}

void draw_beta(State& state, const Context& context, const GammaPrior& prior) {
  Stream stream = sampling::hyper_stream(context, sampling::HyperStream::beta);
  const std::uint64_t tables =
      sampling::draw_tables(stream, sampling::word_counts_at_least(state.mix, context.pool), state.mix.beta);
  const std::vector<std::int64_t> sizes = sampling::topic_sizes(state.mix);
  double weighted = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (sizes[k] == 0) continue;
    const double words = state.words.everything() ? context.corpus.n_types() : state.words.words(k);
    weighted += words * draw_log_beta(stream, state.mix.beta * words, static_cast<double>(sizes[k]));
  }
  state.mix.beta = draw_gamma(stream, prior.shape + static_cast<double>(tables), prior.rate - weighted);
}

}  // namespace

LearnedIbp learned_of_topics(const Settings& s) {
  return {s.learn_eta, s.learn_delta, s.learn_sigma, s.priors.eta, s.priors.delta, s.most_discount};
}

LearnedIbp learned_of_words(const Settings& s) {
  return {s.learn_gamma, s.learn_xi, s.learn_zeta, s.priors.gamma, s.priors.xi, s.most_discount};
}

double log_masks(const State& state, const Corpus& corpus, const Settings& settings) {
  double sum = 0;
  if (!state.documents.everything()) sum += topics_tried(state, corpus).log_probability(state.topic_process);
  if (!state.words.everything()) sum += words_tried(state, settings).log_probability(state.word_process);
  return sum;
}

void add_hyperparameter_kernels(Kernels<State>& kernels, const Settings& s) {
  if (s.learn_alpha)
    kernels.push_back({"alpha", [prior = s.priors.alpha](State& state, const Context& context) {
                         draw_alpha(state, context, prior);
                       }});
  if (s.learn_beta)
    kernels.push_back({"beta", [prior = s.priors.beta](State& state, const Context& context) {
                         draw_beta(state, context, prior);
                       }});
  const LearnedIbp of_topics = learned_of_topics(s);
  if (s.masks != WhichMasks::words && (s.learn_eta || s.learn_delta || s.learn_sigma))
    kernels.push_back({"eta, delta, sigma", [of_topics](State& state, const Context& context) {
                         Stream stream = hyperparameter_stream(context, 0);
                         draw_hyperparameters(stream, state.topic_process,
                                              topics_tried(state, context.corpus), of_topics);
                       }});
  const LearnedIbp of_words = learned_of_words(s);
  if (s.masks != WhichMasks::topics && (s.learn_gamma || s.learn_xi || s.learn_zeta))
    kernels.push_back({"gamma, xi, zeta", [of_words, s](State& state, const Context& context) {
                         Stream stream = hyperparameter_stream(context, 1);
                         draw_hyperparameters(stream, state.word_process, words_tried(state, s), of_words);
                       }});
}

}  // namespace themata::icdp
