#include "themata/models/hpc/rates.hpp"

#include <algorithm>
#include <cmath>

#include "themata/random/log_concave.hpp"

namespace themata::hpc {

double draw_log_rate(Stream& stream, double n, double log_exposure, Normal prior, double guess) {
  if (!(log_exposure > -INFINITY))
    return prior.mean + n * prior.variance + std::sqrt(prior.variance) * draw_normal(stream);
  // If e^x is far above what counts and prior suggest, Newton steps have length 1: no start should be
  // hundreds of steps away.
  constexpr double few_steps = 30;
  const double of_counts = portable_log(n + 1) - log_exposure;
  const double above_mode =
      portable_log(n + 1 + std::max(0.0, (prior.mean - of_counts) / prior.variance)) - log_exposure;
  return draw_log_concave(stream, std::min(guess, above_mode + few_steps), [&](double x) {
    const double expected = portable_exp(x + log_exposure), off = (x - prior.mean) / prior.variance;
    return LogDensityAt{n * x - expected - off * (x - prior.mean) / 2, n - expected - off,
                        -expected - 1 / prior.variance};
  });
}

std::vector<double> shares_of(const State& state, std::size_t d) {
  const auto first = state.affinities.begin() + static_cast<std::ptrdiff_t>(state.labels.begin[d]);
  const auto last = state.affinities.begin() + static_cast<std::ptrdiff_t>(state.labels.begin[d + 1]);
  std::vector<double> shares(first, last);
  if (shares.empty()) return shares;
  const double top = *std::ranges::max_element(shares);
  double total = 0;
  for (double& x : shares) total += x = portable_exp(x - top);
  for (double& x : shares) x /= total;
  return shares;
}

std::vector<double> exposures(const State& state, std::size_t n_topics) {
  std::vector<double> exposure(n_topics);
  for (std::size_t d = 0; d < state.labels.n_documents(); ++d) {
    const auto topics = state.labels.of(d);
    const std::vector<double> shares = shares_of(state, d);
    for (std::size_t i = 0; i < topics.size(); ++i) exposure[topics[i]] += state.lengths[d] * shares[i];
  }
  return exposure;
}

namespace {

constexpr double most_rate = 1e30;  // within the range of single precision

/// log of the exposures; minus infinity for topics that no document has.
std::vector<double> logs_of(const std::vector<double>& exposure) {
  std::vector<double> logs(exposure.size(), -INFINITY);
  for (std::size_t k = 0; k < logs.size(); ++k)
    if (exposure[k] > 0) logs[k] = portable_log(exposure[k]);
  return logs;
}

/// Draws a word type's log rates and variances.
class WordRates {
 public:
  WordRates(const State& state, const Tree& tree, std::span<const double> log_exposure, std::size_t v,
            Stream& stream)
      : tree_(tree),
        hyper_(state.hyper),
        stream_(stream),
        log_exposure_(log_exposure),
        counts_(state.word_topics.begin() + static_cast<std::ptrdiff_t>(v * tree.topics()), tree.topics()),
        mu_(tree.nodes()),
        variances_(tree.branch_nodes().size()) {
    for (std::size_t node = 0; node < mu_.size(); ++node) mu_[node] = state.log_rates[v * mu_.size() + node];
    for (std::size_t b = 0; b < variances_.size(); ++b)
      variances_[b] = state.variances[v * variances_.size() + b];
  }

  /// Shifts each inner node together with all nodes below it, from the corpus down.
  void shift_branches() {
    const auto order = tree_.order();
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto branch = order.subspan(i, tree_.below(order[i]));
      if (branch.size() == 1) continue;
      Normal prior = prior_of(branch.front());
      prior.mean -= mu_[branch.front()];
      const double shift = draw_log_rate(stream_, tokens_of(branch), log_expected_of(branch), prior, 0);
      for (const std::uint32_t node : branch) mu_[node] += shift;
    }
  }

  void draw_nodes() {
    const auto order = tree_.order();
    for (std::size_t i = order.size(); i-- > 0;) draw_node(order[i]);
  }

  /// Scaled inverse chi-square: its degrees of freedom are the prior's plus one per child.
  void draw_variances() {
    for (std::size_t b = 0; b < variances_.size(); ++b) {
      const std::uint32_t node = tree_.branch_nodes()[b];
      double sum = hyper_.nu * hyper_.sigma * hyper_.sigma;
      for (const std::uint32_t child : tree_.children(node))
        sum += (mu_[child] - mu_[node]) * (mu_[child] - mu_[node]);
      const double freedom = hyper_.nu + static_cast<double>(tree_.children(node).size());
      variances_[b] =
          std::clamp(sum / (2 * draw_gamma(stream_, freedom / 2, 1)), least_variance, most_variance);
    }
  }

  void store(State& state, std::size_t v) const {
    for (std::size_t node = 0; node < mu_.size(); ++node)
      state.log_rates[v * mu_.size() + node] = static_cast<float>(mu_[node]);
    for (std::size_t b = 0; b < variances_.size(); ++b)
      state.variances[v * variances_.size() + b] = static_cast<float>(variances_[b]);
  }

 private:
  Normal prior_of(std::uint32_t node) const {
    if (node == tree_.corpus()) return {hyper_.psi, hyper_.gamma * hyper_.gamma};
    const std::uint32_t parent = tree_.parent(node);
    return {mu_[parent], variances_[tree_.branch(parent)]};
  }

  double tokens_of(std::span<const std::uint32_t> branch) const {
    double n = 0;
    for (const std::uint32_t node : branch) n += node == tree_.corpus() ? 0 : counts_[node];
    return n;
  }

  /// log of the expected number of tokens of a branch's topics.
  double log_expected_of(std::span<const std::uint32_t> branch) const {
    double top = -INFINITY, sum = 0;
    for (const std::uint32_t node : branch)
      if (node != tree_.corpus()) top = std::max(top, mu_[node] + log_exposure_[node]);
    if (!std::isfinite(top)) return top;
    for (const std::uint32_t node : branch)
      if (node != tree_.corpus()) sum += portable_exp(mu_[node] + log_exposure_[node] - top);
    return top + portable_log(sum);
  }

  /// Draws one node given its parent and children.
  void draw_node(std::uint32_t node) {
    Normal prior = prior_of(node);
    const auto children = tree_.children(node);
    if (!children.empty()) {
      const double own = 1 / prior.variance, each = 1 / variances_[tree_.branch(node)];
      double sum = own * prior.mean;
      for (const std::uint32_t child : children) sum += each * mu_[child];
      prior.variance = 1 / (own + each * static_cast<double>(children.size()));
      prior.mean = sum * prior.variance;
    }
    if (node == tree_.corpus()) {
      mu_[node] = prior.mean + std::sqrt(prior.variance) * draw_normal(stream_);
      return;
    }
    mu_[node] = draw_log_rate(stream_, counts_[node], log_exposure_[node], prior, mu_[node]);
  }

  const Tree& tree_;
  const Hyperparameters& hyper_;
  Stream& stream_;
  std::span<const double> log_exposure_;
  std::span<const std::int32_t> counts_;
  std::vector<double> mu_, variances_;
};

constexpr std::size_t words_at_once = 64;

std::vector<std::size_t> times(std::vector<std::size_t> numbers, std::size_t factor) {
  for (std::size_t& n : numbers) n *= factor;
  return numbers;
}

}  // namespace

void draw_variances(State& state, const Tree& tree, std::size_t v, Stream& stream) {
  WordRates word(state, tree, {}, v, stream);
  word.draw_variances();
  word.store(state, v);
}

void draw_rates(State& state, const Tree& tree, const Context& context) {
  const std::vector<double> log_exposure = logs_of(exposures(state, tree.topics()));
  const Share& share = state.share;
  const std::vector<std::size_t> begin = share.word_begin(context.corpus.n_types());
  const std::size_t own = begin[share.rank()], n_own = begin[share.rank() + 1] - own;
  context.pool.for_chunks(n_own, words_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = own + first; v < own + last; ++v) {
      Stream stream = context.stream(Purpose::topic, v);
      WordRates word(state, tree, log_exposure, v, stream);
      word.shift_branches();
      word.draw_nodes();
      word.draw_variances();
      word.store(state, v);
    }
  });
  share.complete(state.log_rates, times(begin, tree.nodes()));
  share.complete(state.variances, times(begin, tree.branch_nodes().size()));
  set_rates(state, tree, context.pool);
}

void set_rates(State& state, const Tree& tree, Pool& pool) {
  const std::size_t n_topics = tree.topics(), n_types = state.log_rates.size() / tree.nodes();
  state.rates.resize(n_types * n_topics);
  const std::size_t chunks = (n_types + words_at_once - 1) / words_at_once;
  std::vector<std::vector<double>> parts(chunks, std::vector<double>(n_topics));
  pool.for_chunks(n_types, words_at_once, [&](std::size_t first, std::size_t last) {
    std::vector<double>& part = parts[first / words_at_once];
    for (std::size_t v = first; v < last; ++v)
      for (std::size_t k = 0; k < n_topics; ++k) {
        const auto rate =
            static_cast<float>(std::min(portable_exp(state.log_rates[v * tree.nodes() + k]), most_rate));
        state.rates[v * n_topics + k] = rate;
        part[k] += rate;
      }
  });
  state.totals.assign(n_topics, 0);
  for (const auto& part : parts)
    for (std::size_t k = 0; k < n_topics; ++k) state.totals[k] += part[k];
}

}  // namespace themata::hpc
