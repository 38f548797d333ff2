#include "themata/store/draw_rates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "themata/random/elementary.hpp"

namespace themata {

namespace {

template <class T>
void add_vector(NpzWriter& npz, const char* name, const std::vector<T>& values) {
  npz.add(name, std::span<const T>(values), {values.size()});
}

template <class T>
bool all_finite(const std::vector<T>& values) {
  return std::ranges::all_of(values, [](T x) { return std::isfinite(x); });
}

}  // namespace

void add_rates(NpzWriter& npz, const DrawRates& rates) {
  add_vector(npz, "log_rates", rates.log_rates);
  add_vector(npz, "rate_variances", rates.variances);
  add_vector(npz, "branch_nodes", rates.branch_nodes);
  add_vector(npz, "labels_begin", rates.label_begin);
  add_vector(npz, "labels", rates.labels);
  add_vector(npz, "affinities", rates.affinities);
  add_vector(npz, "affinity_means", rates.eta);
  npz.add_scalar("affinity_deviation", rates.lambda);
  add_vector(npz, "rate_laws", std::vector<double>{rates.psi, rates.gamma, rates.nu, rates.sigma});
}

bool has_rates(const NpzReader& npz) { return npz.has("log_rates"); }

DrawRates read_rates(const NpzReader& npz) {
  DrawRates rates;
  rates.log_rates = npz.read<float>("log_rates");
  rates.variances = npz.read<float>("rate_variances");
  rates.branch_nodes = npz.read<std::uint32_t>("branch_nodes");
  rates.label_begin = npz.read<std::uint64_t>("labels_begin");
  rates.labels = npz.read<std::uint16_t>("labels");
  rates.affinities = npz.read<double>("affinities");
  rates.eta = npz.read<double>("affinity_means");
  rates.lambda = npz.read_scalar<double>("affinity_deviation");
  std::vector<double> laws = npz.read<double>("rate_laws");
  laws.resize(4, std::nan(""));  // a file of fewer is told of by fault_of
  rates.psi = laws[0], rates.gamma = laws[1], rates.nu = laws[2], rates.sigma = laws[3];
  return rates;
}

std::optional<std::string> fault_of(const DrawRates& rates) {
  const std::size_t topics = rates.n_topics(), nodes = topics + 1, types = rates.n_types();
  if (topics == 0 || rates.log_rates.size() != types * nodes)
    return fmt::format("its {} log rates are not those of {} topics and the corpus", rates.log_rates.size(),
                       topics);
  if (rates.variances.size() != types * rates.branch_nodes.size())
    return fmt::format("it has {} variances; expected one for each of {} words and {} branches",
                       rates.variances.size(), types, rates.branch_nodes.size());
  if (std::ranges::any_of(rates.branch_nodes, [&](std::uint32_t p) { return p > topics; }))
    return fmt::format("a branch is of none of its {} topics", topics);
  // The samplers' own ranges: the laws of affinities and rates have no such tails.
  constexpr double most = 600, most_lambda = 54.6, most_scale = 1e13;
  const auto positive = [](double x) { return std::isfinite(x) && x > 0; };
  const auto moderate = [](double x) { return std::fabs(x) < most; };
  if (!all_finite(rates.log_rates) || !std::ranges::all_of(rates.affinities, moderate) ||
      !std::ranges::all_of(rates.eta, moderate) || !moderate(rates.psi))
    return "rates should be finite, affinities and means within 600 of 0";
  if (!std::ranges::all_of(rates.variances, positive) ||
      !std::ranges::all_of(std::array{rates.gamma, rates.nu, rates.sigma, rates.lambda},
                           [&](double x) { return positive(x) && x < most_scale; }) ||
      rates.lambda > most_lambda)
    return "variances and the laws' scales should be above 0, lambda at most 54.6";
  if (rates.label_begin.empty() || rates.label_begin.front() != 0 ||
      rates.label_begin.back() != rates.labels.size() || !std::ranges::is_sorted(rates.label_begin) ||
      rates.affinities.size() != rates.labels.size())
    return "labels_begin does not cut labels and affinities into documents";
  for (std::size_t d = 0; d + 1 < rates.label_begin.size(); ++d) {
    const auto list = rates.labels_of(d);
    if (std::ranges::adjacent_find(list, std::greater_equal<>()) != list.end() ||
        (!list.empty() && list.back() >= topics))
      return fmt::format("the labels of document {} are no ascending list of its {} topics", d, topics);
  }
  return std::nullopt;
}

std::optional<std::string> fault_of(const DrawRates& rates, std::span<const std::uint16_t> z,
                                    const Corpus& corpus) {
  if (rates.n_types() != corpus.n_types())
    return fmt::format("it has rates of {} words of {}", rates.n_types(), corpus.n_types());
  if (rates.label_begin.size() != corpus.n_documents() + 1)
    return fmt::format("it has labels of {} documents of {}", rates.label_begin.size() - 1,
                       corpus.n_documents());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i)
      if (!std::ranges::binary_search(rates.labels_of(d), z[i]))
        return fmt::format("document {} has a token of topic {}, which is no label of it", d, z[i]);
  return std::nullopt;
}

DrawRates renumbered(const DrawRates& rates, std::span<const std::uint16_t> order) {
  const std::size_t topics = rates.n_topics(), nodes = topics + 1;
  std::vector<std::uint32_t> number(nodes, static_cast<std::uint32_t>(topics));
  for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<std::uint32_t>(i);
  DrawRates result = rates;
  for (std::size_t v = 0; v < rates.n_types(); ++v)
    for (std::size_t k = 0; k < topics; ++k) result.log_rates[v * nodes + number[k]] = rates.log_rate(v, k);
  for (std::size_t k = 0; k < topics; ++k) result.eta[number[k]] = rates.eta[k];
  for (std::uint32_t& node : result.branch_nodes) node = number[node];
  std::vector<std::size_t> places;
  for (std::size_t d = 0; d + 1 < rates.label_begin.size(); ++d) {
    const auto labels = rates.labels_of(d);
    const auto affinities = rates.affinities_of(d);
    places.resize(labels.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::ranges::sort(places, {}, [&](std::size_t i) { return number[labels[i]]; });
    for (std::size_t i = 0; i < places.size(); ++i) {
      result.labels[rates.label_begin[d] + i] = static_cast<std::uint16_t>(number[labels[places[i]]]);
      result.affinities[rates.label_begin[d] + i] = affinities[places[i]];
    }
  }
  return result;
}

std::vector<double> label_shares(const DrawRates& rates) {
  std::vector<double> shares;
  shares.reserve(rates.labels.size());
  for (std::size_t d = 0; d + 1 < rates.label_begin.size(); ++d) {
    const auto affinities = rates.affinities_of(d);
    if (affinities.empty()) continue;
    const double most = *std::ranges::max_element(affinities);
    double sum = 0;
    for (const double xi : affinities) sum += portable_exp(xi - most);
    for (const double xi : affinities) shares.push_back(portable_exp(xi - most) / sum);
  }
  return shares;
}

std::vector<float> word_probabilities(const DrawRates& rates) {
  const std::size_t topics = rates.n_topics(), types = rates.n_types();
  std::vector<float> phi(topics * types);
  for (std::size_t k = 0; k < topics; ++k) {
    double most = -std::numeric_limits<double>::infinity(), sum = 0;
    for (std::size_t v = 0; v < types; ++v) most = std::max<double>(most, rates.log_rate(v, k));
    for (std::size_t v = 0; v < types; ++v) sum += portable_exp(rates.log_rate(v, k) - most);
    for (std::size_t v = 0; v < types; ++v)
      phi[k * types + v] = static_cast<float>(portable_exp(rates.log_rate(v, k) - most) / sum);
  }
  return phi;
}

}  // namespace themata
