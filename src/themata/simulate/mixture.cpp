#include "themata/simulate/mixture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>

#include "themata/hdp/weights.hpp"
#include "themata/io/memory.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/successes.hpp"
#include "themata/simulate/address.hpp"
#include "themata/simulate/masks.hpp"
#include "themata/simulate/rates.hpp"

namespace themata::simulate {

void require_table(std::size_t topics, std::uint64_t n_types) {
  require_memory(topics * lanes_for(n_types) * sizeof(AliasCell),
                 fmt::format("a table of {} topics and {} word types", topics, n_types),
                 "fewer topics or word types need less");
}

Mixture with_weights(std::vector<double> weights, double concentration, std::uint64_t n_types) {
  require_table(weights.size(), n_types);
  Mixture mixture;
  mixture.concentration = concentration;
  mixture.n_types = static_cast<std::uint32_t>(n_types);
  mixture.words = Matrix<AliasCell>(weights.size(), lanes_for(n_types));
  mixture.weights = std::move(weights);
  return mixture;
}

void draw_rows(Mixture& mixture, double beta, Key key, Pool& pool) {
  pool.for_each(mixture.n_topics(), [&](std::size_t k) {
    Stream stream = part_stream(key, Part::words, k);
    std::vector<double> phi(mixture.n_types, mixture.of_topics.empty() ? beta : 0);
    if (!mixture.of_topics.empty())
      for (const std::uint32_t v : mixture.of_topics[k]) phi[v] = beta;
    draw_dirichlet(stream, phi);
    build_alias(phi, mixture.row(k));
  });
}

namespace {

/// Weights of topics by sticks that are kept from `rest` on: b_j ~ Beta(1 - discount, gamma + j discount) (Pitman & Yor 1997).
void break_discounted(Stream& stream, const SimulateOptions& options, std::size_t most,
                      std::vector<double>& psi) {
  double rest = 1;
  while (rest >= 0x1p-53 && psi.size() < most) {
    const double after = *options.gamma + static_cast<double>(psi.size() + 1) * *options.discount;
    const double kept = portable_exp(draw_log_beta(stream, after, 1 - *options.discount));
    psi.push_back(rest * (1 - kept));
    rest *= kept;
  }
  psi.back() += rest;
}

/// Weights of topics by sticks. Of more than `most`, the last takes what is left.
std::vector<double> draw_sticks(const SimulateOptions& options, std::size_t most, Key key) {
  Stream stream = part_stream(key, Part::weights, 0);
  std::vector<double> psi;
  if (options.discount.value_or(0) > 0)
    break_discounted(stream, options, most, psi);
  else
    hdp::break_sticks(stream, *options.gamma, 1, psi);
  if (psi.size() > most) {
    psi[most - 1] = std::accumulate(psi.begin() + static_cast<std::ptrdiff_t>(most) - 1, psi.end(), 0.0);
    psi.resize(most);
  }
  return psi;
}

/// Shares each word's mass out among the topics: p_v q_vk, as single-precision bits in the `keep` of row k's cell v, so
/// that the table holds its own weights until it is built.
void share_words(Mixture& mixture, std::span<const double> prior, std::span<const double> shares, Key key,
                 Pool& pool) {
  constexpr std::size_t chunk = 64;
  pool.for_chunks(shares.size(), chunk, [&](std::size_t first, std::size_t last) {
    std::vector<double> q;
    for (std::size_t v = first; v < last; ++v) {
      Stream stream = part_stream(key, Part::words, v);
      q.assign(prior.begin(), prior.end());
      for (double& each : q) each *= shares[v];
      draw_dirichlet(stream, q);
      for (std::size_t k = 0; k < q.size(); ++k)
        mixture.row(k)[v].keep = std::bit_cast<std::uint32_t>(static_cast<float>(shares[v] * q[k]));
    }
  });
}

/// Turns the masses that share_words left into topics and their weights.
void build_rows(Mixture& mixture, std::span<const double> shares, Pool& pool) {
  pool.for_each(mixture.n_topics(), [&](std::size_t k) {
    const std::span<AliasCell> row = mixture.row(k);
    std::vector<double> mass(row.size());
    for (std::size_t v = 0; v < row.size(); ++v) mass[v] = std::bit_cast<float>(row[v].keep);
    mixture.weights[k] = std::accumulate(mass.begin(), mass.end(), 0.0);
    // A topic that no word chose is never drawn; its row must be one all the same.
    if (mixture.weights[k] > 0)
      build_alias(mass, row);
    else
      build_alias(shares, row);
  });
  const double total = std::accumulate(mixture.weights.begin(), mixture.weights.end(), 0.0);
  for (double& weight : mixture.weights) weight /= total;
}

/// Words that topics may have, each with probability pi, given that there is one: the first by its geometric law, cut off at V.
void draw_spikes(Mixture& mixture, double pi, Key key) {
  require_memory(static_cast<std::uint64_t>(2 * sizeof(std::uint32_t) * pi *
                                            static_cast<double>(mixture.n_topics()) * mixture.n_types),
                 "the words that topics may have", "a smaller --pi needs less");
  // log(1 - pi), also where 1 - pi would be rounded; the series has its first terms.
  const double log_off = pi < 1e-6 ? -pi - pi * pi / 2 : pi < 1 ? portable_log(1 - pi) : -1e300;
  const double none = portable_exp(log_off * mixture.n_types);
  for (std::size_t k = 0; k < mixture.n_topics(); ++k) {
    Stream stream = part_stream(key, Part::masks, k);
    const double before = portable_log(1 - stream.uniform() * (1 - none)) / log_off;
    const auto first = std::min(static_cast<std::uint32_t>(before), mixture.n_types - 1);
    std::vector<std::uint32_t> words{first};
    for_each_success(stream, log_off, std::uint64_t{first} + 1, mixture.n_types,
                     [&](std::uint64_t v) { words.push_back(static_cast<std::uint32_t>(v)); });
    mixture.of_topics.push_back(std::move(words));
  }
}

Mixture draw_lda(const SimulateOptions& options, Key key, Pool& pool) {
  const auto n_topics = static_cast<double>(*options.topics);
  Mixture mixture = with_weights(std::vector<double>(*options.topics, 1 / n_topics),
                                 n_topics * *options.alpha, *options.types);
  if (options.pi) draw_spikes(mixture, *options.pi, key);
  draw_rows(mixture, *options.beta, key, pool);
  return mixture;
}

/// Labels are topics.
Mixture draw_labelled(const SimulateOptions& options, Key key, Pool& pool) {
  require_labels(options);
  Mixture mixture = draw_lda(options, key, pool);
  mixture.concentration = *options.alpha;
  draw_labels(mixture, options, key, pool);
  return mixture;
}

Mixture draw_hdp(const SimulateOptions& options, Key key, Pool& pool) {
  Mixture mixture = with_weights(draw_sticks(options, options.topics.value_or(most_simulated_topics), key),
                                 *options.alpha, *options.types);
  mixture.discount = options.document_discount.value_or(0);
  draw_rows(mixture, *options.beta, key, pool);
  return mixture;
}

Mixture draw_zipf(const SimulateOptions& options, Key key, Pool& pool) {
  const std::vector<double> shares = zipf_shares(*options.types, *options.zipf);
  std::vector<double> prior = zipf_shares(*options.topics, *options.topic_zipf);
  Mixture mixture = with_weights(prior, *options.alpha, *options.types);
  for (double& each : prior) each *= *options.concentration * static_cast<double>(*options.topics);
  share_words(mixture, prior, shares, key, pool);
  build_rows(mixture, shares, pool);
  return mixture;
}

/// The paper prints dots for probabilities; these numbers are ours.
Mixture draw_similar_topics(const SimulateOptions&, Key, Pool&) {
  constexpr std::size_t n_topics = 5, n_types = 12;
  constexpr double high = .1225, low = .02;
  constexpr std::array<std::array<double, n_types>, n_topics> phi{
      {{high, low, high, high, high, high, high, high, high, 0, 0, 0},
       {low, high, high, high, high, high, high, high, high, 0, 0, 0},
       {0, 0, 0, 0, 0, 0, 0, 0, 0, .8, .15, .05},
       {0, 0, 0, 0, 0, 0, 0, 0, 0, .05, .8, .15},
       {0, 0, 0, 0, 0, 0, 0, 0, 0, .15, .05, .8}}};
  Mixture mixture = with_weights(std::vector<double>(n_topics, 1.0 / n_topics), 2, n_types);
  mixture.in_document = 2;
  for (std::size_t k = 0; k < n_topics; ++k) build_alias(phi[k], mixture.row(k));
  return mixture;
}

}  // namespace

void require_labels(const SimulateOptions& options) {
  require_memory(
      *options.documents * (2 * sizeof(std::vector<std::uint32_t>) +
                            static_cast<std::uint64_t>(2 * sizeof(std::uint32_t) * *options.labels)),
      fmt::format("the labels of {} documents", *options.documents),
      "fewer --documents or --labels need less");
}

void draw_labels(Mixture& mixture, const SimulateOptions& options, Key key, Pool& pool) {
  const auto n_topics = static_cast<std::uint32_t>(*options.topics);
  const double others = n_topics > 1 ? (*options.labels - 1) / (n_topics - 1) : 0;
  mixture.of_documents.resize(*options.documents);
  const double log_off = others < 1 ? portable_log(1 - others) : -1e300;
  pool.for_each(*options.documents, [&](std::size_t d) {
    Stream stream = part_stream(key, Part::masks, d);
    std::vector<std::uint32_t>& labels = mixture.of_documents[d];
    labels.push_back(stream.below(n_topics));
    const std::uint32_t own = labels.front();
    for_each_success(stream, log_off, 0, n_topics - 1, [&](std::uint64_t other) {
      labels.push_back(static_cast<std::uint32_t>(other) + (other < own ? 0 : 1));
    });
    std::ranges::sort(labels);
  });
}

std::vector<double> zipf_shares(std::size_t n, double exponent) {
  std::vector<double> shares(n);
  double total = 0;
  for (std::size_t r = n; r-- > 0;) {  // the small ones first, so that they count
    shares[r] = portable_exp(-exponent * portable_log(static_cast<double>(r + 1)));
    total += shares[r];
  }
  for (double& share : shares) share /= total;
  return shares;
}

Mixture draw_mixture(const SimulateOptions& options, Key key, Pool& pool) {
  using Draw = Mixture (*)(const SimulateOptions&, Key, Pool&);
  static const std::map<std::string_view, Draw> draws = {{"lda", draw_lda},
                                                         {"labeled-lda", draw_labelled},
                                                         {"hdp", draw_hdp},
                                                         {"franchise", draw_hdp},
                                                         {"lida", draw_masked},
                                                         {"ftm", draw_masked},
                                                         {"sstm", draw_masked},
                                                         {"hpc", draw_rated},
                                                         {"pcm", draw_rated},
                                                         {"zipf", draw_zipf},
                                                         {"similar-topics", draw_similar_topics}};
  Mixture mixture = draws.at(options.model)(options, key, pool);
  mixture.topics.resize(mixture.n_topics());
  build_alias(mixture.weights, mixture.topics);
  return mixture;
}

}  // namespace themata::simulate
