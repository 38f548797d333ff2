#include "themata/models/lda/draw.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "themata/counts/spike_distribution.hpp"
#include "themata/inference/predictor.hpp"
#include "themata/models/draw_arrays.hpp"
#include "themata/models/mixture_draw.hpp"

namespace themata::lda {

namespace {

/// Prior of a draw with spike and slab.
struct Spike {
  double beta, pi;
};

/// Adds a topic whose word types may be inactive. @param pseudo  n_kv + beta
void add_spike_row(PosteriorMoments& moments, std::size_t row, const std::vector<double>& pseudo,
                   Spike spike) {
  SpikeTopic topic{static_cast<std::uint32_t>(pseudo.size()), 0, 0};
  for (const double p : pseudo) {
    topic.with_tokens += p > spike.beta ? 1 : 0;
    topic.tokens += std::llround(p - spike.beta);
  }
  const SpikeDistribution distribution = spike_distribution(topic, spike.beta, spike.pi);
  const double others = std::max(1.0, static_cast<double>(topic.n_types - topic.with_tokens));
  const auto total = [&](double s) {
    return static_cast<double>(topic.tokens) + (topic.with_tokens + s) * spike.beta;
  };
  const auto pair = [&](double s) { return 1 / (total(s) * (total(s) + 1)); };
  const double first = expectation(distribution, [&](double s) { return 1 / total(s); });
  const double second = expectation(distribution, pair);
  const double absent_first = expectation(distribution, [&](double s) { return s / others / total(s); });
  const double absent_second = expectation(distribution, [&](double s) { return s / others * pair(s); });
  for (std::size_t c = 0; c < pseudo.size(); ++c) {
    const bool present = pseudo[c] > spike.beta;
    const double mean = pseudo[c] * (present ? first : absent_first);
    const double square = pseudo[c] * (pseudo[c] + 1) * (present ? second : absent_second);
    moments.add(row, c, mean, std::max(0.0, square - mean * mean));
  }
}

/// alpha_k for the topics that document d may use, 0 for the others.
std::vector<double> document_pseudo_counts(const GivenPriors& given, const std::vector<double>& alpha,
                                           std::size_t d) {
  if (given.allowed.empty() || given.allowed[d].empty()) return alpha;
  std::vector<double> pseudo(alpha.size(), 0.0);
  for (const std::uint16_t k : given.allowed[d]) pseudo[k] = alpha[k];
  return pseudo;
}

}  // namespace

std::unique_ptr<Draw> Draw::read(const NpzReader& npz) {
  const CommonArrays arrays = read_common_arrays(npz);
  return std::make_unique<Draw>(arrays.alpha, arrays.beta,
                                npz.has("pi") ? npz.read_scalar<double>("pi") : 1.0,
                                npz.has("topic_pi") ? npz.read<double>("topic_pi") : std::vector<double>());
}

void Draw::save(NpzWriter& npz) const {
  themata::save(npz, {alpha_, beta_, 0, {}});
  if (pi_ < 1) npz.add_scalar("pi", pi_);
  if (!topic_pi_.empty()) npz.add("topic_pi", std::span<const double>(topic_pi_), {topic_pi_.size()});
}

void Draw::add_to(Checksum& sum) const {
  themata::add_to(sum, {alpha_, beta_, 0, {}});
  if (pi_ < 1) sum.add(&pi_, sizeof pi_);
  sum.add(std::span<const double>(topic_pi_));
}

std::optional<std::string> Draw::find_fault() const {
  if (auto fault = find_fault_of_alpha(alpha_, 0)) return fault;
  if (auto fault = themata::find_fault({alpha_, beta_, 0, {}})) return fault;
  if (!topic_pi_.empty() && (topic_pi_.size() != alpha_.size() || pi_ >= 1))
    return "it has a pi of topics, but not one for each";
  for (const double pi : topic_pi_)
    if (!(pi < 1) || find_fault_of_pi(pi)) return "the pi of a topic is not above 0 and below 1";
  return find_fault_of_pi(pi_);
}

void Draw::add_to_start(StartTopics& start) const {
  start.weights = alpha_;
  start.hyperparameters[start_hyper::beta] = beta_;
  start.hyperparameters[start_hyper::document_concentration] =
      std::accumulate(alpha_.begin(), alpha_.end(), 0.0);
}

void Draw::renumber(const Renumbering& renumbering) {
  alpha_ = in_order(alpha_, renumbering.order);
  if (!topic_pi_.empty()) topic_pi_ = in_order(topic_pi_, renumbering.order);
}

void Draw::add_topic_moments(const DrawContext& context, RowRange rows, PosteriorMoments& moments) const {
  const auto pseudo = word_pseudo_counts(context, beta_, rows);
  for (std::size_t k = 0; k < pseudo.size(); ++k)
    if (pi_ < 1)
      add_spike_row(moments, k, pseudo[k], {beta_, topic_pi_.empty() ? pi_ : topic_pi_[rows.first + k]});
    else
      moments.add(k, pseudo[k]);
}

std::unique_ptr<DocumentProportions> Draw::proportions(const DrawContext& context) const {
  return dirichlet_proportions(context.corpus, document_topic_counts(context, n_topics()), alpha_,
                               context.given.allowed);
}

void Draw::add_document_moments(const DrawContext& context, RowRange rows, PosteriorMoments& moments) const {
  for (std::size_t d = rows.first; d < rows.last; ++d) {
    std::vector<double> pseudo = document_pseudo_counts(context.given, alpha_, d);
    for (std::size_t i = context.corpus.offsets()[d]; i < context.corpus.offsets()[d + 1]; ++i)
      pseudo[context.z[i - context.first_token]] += 1;
    moments.add(d - rows.first, pseudo);
  }
}

std::unique_ptr<Predictor> Draw::predictor(const DrawContext& context, std::span<const std::uint32_t> types,
                                           Pool& pool) const {
  return known_topics_predictor(context, *this, types, 0, pool);
}

}  // namespace themata::lda
