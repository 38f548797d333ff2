#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "themata/hmc/tally.hpp"
#include "themata/models/dmr/design.hpp"
#include "themata/sampling/scans/sampler.hpp"
#include "themata/sampling/state/hyper.hpp"
#include "themata/sampling/state/start.hpp"
#include "themata/sampling/state/state.hpp"

/// Dirichlet-multinomial regression (Mimno and McCallum 2008): LDA whose documents' prior weights of topics
/// depend on their covariates x_d, the first of which is 1:
///   alpha_dk = exp(x_d' lambda_k),  theta_d ~ Dir(alpha_d),  phi_k ~ Dir(beta),  z_di ~ theta_d,
///   lambda_kj ~ N(mu_j, sigma_j^2),  mu_j ~ N(m_j, s_j^2),  sigma_j ~ half-t with 4 degrees of freedom and
///   scale A_j;
/// Theta and Phi are integrated out. The paper has fixed normal priors of lambda. The joint prior of lambda,
/// mu and sigma is restricted to |x_d' lambda_k| < 30 for all documents and topics. docs/theory/dmr.md.
namespace themata::dmr {

struct State {
  sampling::State mix;
  // Sampled.
  std::vector<double> lambda;     ///< K x J, topic by topic
  std::vector<double> mu, sigma;  ///< J
  // Of the last sweep, for the trace.
  hmc::Tally proposals;

  std::size_t n_columns() const { return mu.size(); }
  std::size_t n_topics() const { return lambda.size() / mu.size(); }
  std::span<const double> coefficients(std::size_t k) const {
    return std::span(lambda).subspan(k * n_columns(), n_columns());
  }
};

/// The sampled part of a state; z in the corpus's order.
struct Saved {
  sampling::TokenTopics z;
  std::vector<double> lambda, mu, sigma;
  double beta = 0;
};

/// The prior of mu_j and sigma_j.
struct EffectPrior {
  double mean = 0, sd = 1;  ///< m_j, s_j
  double scale = 1;         ///< A_j
};
inline constexpr double effect_freedom = 4;  ///< of the half-t

struct Settings {
  std::size_t topics = 100;  ///< K, 1 to sampling::max_topics
  std::shared_ptr<const Design> design;
  double alpha = 0.1;  ///< of every topic and document at the start
  double beta = 0.01;  ///< initial prior weight of a word type
  EffectPrior intercept, slope;
  bool learn_effects = true;  ///< mu and sigma; if not, they stay at their prior's mean and scale
  bool learn_beta = false;
  sampling::GammaPrior beta_prior;
  sampling::SamplerChoice sampler;  ///< collapsed or block_collapsed
  std::uint32_t blocks = 1;         ///< P
  sampling::Start start = sampling::Start::tokens;
  /// The first sweeps, in which lambda, mu, sigma and beta are held: topics that have not separated yet would
  /// draw them to where topics stay alike.
  std::uint64_t start_sweeps = 0;
  WordPrior word_prior;  ///< without seeds

  const EffectPrior& prior_of(std::size_t column) const { return column == 0 ? intercept : slope; }
};

/// Sets `mix.document_priors` and their means, `mix.prior`, from lambda.
void set_weights(State& state, const Design& design, Pool& pool);

/// Satisfies the concept for chains and exactness tests (chain/model.hpp).
class Model {
 public:
  using State = dmr::State;
  /// @param settings  with a design, of the documents of every corpus that follows
  explicit Model(Settings settings);

  State init(const Corpus& corpus, Key key, Pool& pool) const;
  State restore(const Corpus& corpus, Saved saved, Pool& pool) const;
  /// Coefficients with which all documents have the same weights: intercepts log weight_k, and no slopes.
  Saved without_effects(sampling::TokenTopics z, const std::vector<double>& weights, double beta) const;
  /// Draws lambda, mu and sigma, a learned beta, and z given the documents' lengths.
  State sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const;
  Kernels<State> kernels() const;
  /// log p(w, z | lambda, beta)
  double log_joint(const State& state, const Corpus& corpus, Pool& pool) const {
    return sampling::log_joint(state.mix, corpus, pool);
  }
  double log_word_part(const State& state, Pool& pool) const {
    return sampling::log_word_part(state.mix, pool);
  }
  /// Throws std::logic_error if the state is inconsistent.
  void check(const State& state, const Corpus& corpus) const;
  Corpus resample_data(State& state, const Corpus& corpus, Stream& stream, Pool& pool) const {
    return sampling::resample_words(state.mix, corpus, stream, pool);
  }
  std::size_t topics_in_use(const State& state) const { return sampling::topics_in_use(state.mix); }
  const Settings& settings() const { return settings_; }

 private:
  Settings settings_;
};

}  // namespace themata::dmr
