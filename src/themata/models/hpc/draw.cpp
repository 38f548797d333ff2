#include "themata/models/hpc/draw.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>

#include "themata/hmc/hmc.hpp"
#include "themata/models/draw_arrays.hpp"
#include "themata/models/hpc/predict.hpp"
#include "themata/random/cholesky.hpp"

namespace themata::hpc {

namespace {

template <class T>
void add_vector(NpzWriter& npz, const char* name, const std::vector<T>& values) {
  npz.add(name, std::span<const T>(values), {values.size()});
}

template <class T>
bool all_finite(const std::vector<T>& values) {
  return std::ranges::all_of(values, [](T x) { return std::isfinite(x); });
}

void add_rates(NpzWriter& npz, const TopicRates& rates) {
  add_vector(npz, "log_rates", rates.log_rates);
  add_vector(npz, "rate_variances", rates.variances);
  add_vector(npz, "branch_nodes", rates.branch_nodes);
  add_vector(npz, "labels_begin", rates.label_begin);
  add_vector(npz, "labels", rates.labels);
  add_vector(npz, "affinities", rates.affinities);
  add_vector(npz, "affinity_means", rates.eta);
  npz.add_scalar("affinity_deviation", rates.lambda);
  if (!rates.covariance.empty()) {
    add_vector(npz, "affinity_covariance", rates.covariance);
    add_vector(npz, "all_affinities", rates.all_affinities);
  }
  add_vector(npz, "rate_laws", std::vector<double>{rates.psi, rates.gamma, rates.nu, rates.sigma});
}

TopicRates read_rates(const NpzReader& npz) {
  TopicRates rates;
  rates.log_rates = npz.read<float>("log_rates");
  rates.variances = npz.read<float>("rate_variances");
  rates.branch_nodes = npz.read<std::uint32_t>("branch_nodes");
  rates.label_begin = npz.read<std::uint64_t>("labels_begin");
  rates.labels = npz.read<std::uint16_t>("labels");
  rates.affinities = npz.read<double>("affinities");
  rates.eta = npz.read<double>("affinity_means");
  rates.lambda = npz.read_scalar<double>("affinity_deviation");
  if (npz.has("affinity_covariance")) {
    rates.covariance = npz.read<double>("affinity_covariance");
    rates.all_affinities = npz.read<double>("all_affinities");
  }
  std::vector<double> numbers = npz.read<double>("rate_laws");
  numbers.resize(4, std::nan(""));  // find_fault reports a file with fewer
  rates.psi = numbers[0], rates.gamma = numbers[1], rates.nu = numbers[2], rates.sigma = numbers[3];
  return rates;
}

/// What contradicts itself in correlated affinities.
std::optional<std::string> find_correlated_fault(const TopicRates& rates) {
  const std::size_t topics = rates.n_topics(), documents = rates.label_begin.size() - 1;
  if (rates.covariance.size() != topics * topics || rates.all_affinities.size() != topics * documents)
    return fmt::format("affinity_covariance or all_affinities do not match {} topics and {} documents",
                       topics, documents);
  if (!all_finite(rates.all_affinities) || !all_finite(rates.covariance) ||
      !Cholesky(Eigen::Map<const hmc::Matrix>(rates.covariance.data(), static_cast<Eigen::Index>(topics),
                                              static_cast<Eigen::Index>(topics)))
           .exists())
    return "affinity_covariance is no covariance matrix, or affinities are not finite";
  for (std::size_t d = 0; d < documents; ++d)
    for (std::size_t i = rates.label_begin[d]; i < rates.label_begin[d + 1]; ++i)
      if (rates.affinities[i] != rates.all_affinities[d * topics + rates.labels[i]])
        return fmt::format("all_affinities do not match the affinities of document {}", d);
  return std::nullopt;
}

std::optional<std::string> find_fault(const TopicRates& rates) {
  const std::size_t topics = rates.n_topics(), nodes = topics + 1, types = rates.n_types();
  if (topics == 0 || rates.log_rates.size() != types * nodes)
    return fmt::format("its {} log rates do not match {} topics and the corpus", rates.log_rates.size(),
                       topics);
  if (rates.variances.size() != types * rates.branch_nodes.size())
    return fmt::format("it has {} variances; expected one for each of {} words and {} branches",
                       rates.variances.size(), types, rates.branch_nodes.size());
  if (std::ranges::any_of(rates.branch_nodes, [&](std::uint32_t p) { return p > topics; }))
    return fmt::format("a branch belongs to none of its {} topics", topics);
  // The samplers' own ranges, which the distributions of affinities and rates practically never exceed.
  constexpr double most = 600, most_lambda = 54.6, most_scale = 1e13;
  const auto positive = [](double x) { return std::isfinite(x) && x > 0; };
  const auto moderate = [](double x) { return std::fabs(x) < most; };
  if (!all_finite(rates.log_rates) || !std::ranges::all_of(rates.affinities, moderate) ||
      !std::ranges::all_of(rates.eta, moderate) || !moderate(rates.psi))
    return "rates are not finite, or affinities or means are more than 600 from 0";
  if (!std::ranges::all_of(rates.variances, positive) ||
      !std::ranges::all_of(std::array{rates.gamma, rates.nu, rates.sigma, rates.lambda},
                           [&](double x) { return positive(x) && x < most_scale; }) ||
      rates.lambda > most_lambda)
    return "variances or scales are not above 0, or lambda is above 54.6";
  if (rates.label_begin.empty() || rates.label_begin.front() != 0 ||
      rates.label_begin.back() != rates.labels.size() || !std::ranges::is_sorted(rates.label_begin) ||
      rates.affinities.size() != rates.labels.size())
    return "labels_begin does not divide labels and affinities into documents";
  for (std::size_t d = 0; d + 1 < rates.label_begin.size(); ++d) {
    const auto list = rates.labels_of(d);
    if (std::ranges::adjacent_find(list, std::greater_equal<>()) != list.end() ||
        (!list.empty() && list.back() >= topics))
      return fmt::format("the labels of document {} are not an ascending list of its {} topics", d, topics);
  }
  if (!rates.covariance.empty()) return find_correlated_fault(rates);
  return std::nullopt;
}

std::optional<std::string> find_fault(const TopicRates& rates, std::span<const std::uint16_t> z,
                                      const Corpus& corpus) {
  if (rates.n_types() != corpus.n_types())
    return fmt::format("it has rates of {} words; the corpus has {}", rates.n_types(), corpus.n_types());
  if (rates.label_begin.size() != corpus.n_documents() + 1)
    return fmt::format("it has labels of {} documents; the corpus has {}", rates.label_begin.size() - 1,
                       corpus.n_documents());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i)
      if (!std::ranges::binary_search(rates.labels_of(d), z[i]))
        return fmt::format("document {} has a token of topic {}, which is not one of its labels", d, z[i]);
  return std::nullopt;
}

class LabelProportions : public DocumentProportions {
 public:
  LabelProportions(const TopicRates& rates, SparseCounts counts)
      : DocumentProportions(std::move(counts)), rates_(rates), shares_(label_shares(rates)) {}

  double share(std::size_t d, std::size_t k, std::int32_t /*count*/) const override {
    const auto labels = rates_.labels_of(d);
    const auto place = std::ranges::lower_bound(labels, k);
    if (place == labels.end() || *place != k) return 0;
    return shares_[rates_.label_begin[d] + static_cast<std::size_t>(place - labels.begin())];
  }

 private:
  const TopicRates& rates_;
  std::vector<double> shares_;  ///< theta, parallel to the labels of all documents
};

}  // namespace

std::unique_ptr<Draw> Draw::read(const NpzReader& npz) {
  if (!npz.has("log_rates")) return nullptr;
  return std::make_unique<Draw>(read_rates(npz));
}

void Draw::save(NpzWriter& npz) const {
  themata::save(npz, CommonArrays());
  add_rates(npz, rates_);
}

void Draw::add_to(Checksum& sum) const {
  themata::add_to(sum, CommonArrays());
  sum.add(std::span<const float>(rates_.log_rates));
  sum.add(std::span<const float>(rates_.variances));
  sum.add(std::span<const double>(rates_.affinities));
  sum.add(std::span<const double>(rates_.eta));
  if (!rates_.covariance.empty()) {
    sum.add(std::span<const double>(rates_.covariance));
    sum.add(std::span<const double>(rates_.all_affinities));
  }
  for (const double x : {rates_.psi, rates_.gamma, rates_.nu, rates_.sigma, rates_.lambda})
    sum.add(&x, sizeof x);
}

std::optional<std::string> Draw::find_fault() const { return hpc::find_fault(rates_); }

std::optional<std::string> Draw::find_mismatch(std::span<const std::uint16_t> z, const Corpus& corpus) const {
  return hpc::find_fault(rates_, z, corpus);
}

std::optional<std::string> Draw::find_mismatch(const GivenPriors& given) const {
  const std::size_t topics = n_topics();
  if (given.topic_names.size() != topics || given.parents.size() != topics)
    return fmt::format("topic-names.txt and topic-parents.npy do not have {} labels", topics);
  const std::set<std::uint32_t> inner(given.parents.begin(), given.parents.end()),
      branches(rates_.branch_nodes.begin(), rates_.branch_nodes.end());
  if (inner != branches) return "the tree of topic-parents.npy does not match the draws";
  bool same = given.allowed.size() + 1 == rates_.label_begin.size();
  for (std::size_t d = 0; same && d < given.allowed.size(); ++d)
    same = std::ranges::equal(given.allowed[d], rates_.labels_of(d));
  if (!same) return "the labels of allowed-topics.npz do not match the draws";
  return std::nullopt;
}

void Draw::renumber(const Renumbering& renumbering) { rates_ = renumbered(rates_, renumbering.order); }

void Draw::add_topic_moments(const DrawContext&, RowRange rows, PosteriorMoments& moments) const {
  const std::vector<float> phi = word_probabilities(rates_);
  const std::size_t types = rates_.n_types();
  for (std::size_t k = rows.first; k < rows.last; ++k)
    for (std::size_t v = 0; v < types; ++v) moments.add(k - rows.first, v, phi[k * types + v], 0);
}

std::unique_ptr<DocumentProportions> Draw::proportions(const DrawContext& context) const {
  return std::make_unique<LabelProportions>(rates_,
                                            document_topic_counts({context.corpus, context.z, n_topics()}));
}

void Draw::add_document_moments(const DrawContext&, RowRange rows, PosteriorMoments& moments) const {
  const std::vector<double> shares = label_shares(rates_);
  for (std::size_t d = rows.first; d < rows.last; ++d)
    for (std::size_t i = rates_.label_begin[d]; i < rates_.label_begin[d + 1]; ++i)
      moments.add(d - rows.first, rates_.labels[i], shares[i], 0);
}

std::unique_ptr<Predictor> Draw::predictor(const DrawContext& context, std::span<const std::uint32_t> types,
                                           Pool&) const {
  const Labeling labeling = context.given.parents.empty() ? Labeling::none : Labeling::tree;
  return std::make_unique<RatesPredictor>(known_rates(rates_, labeling, context.corpus, types));
}

std::unique_ptr<ModelDraw> Draw::mean_with(const std::function<std::unique_ptr<ModelDraw>()>& next) const {
  TopicRates mean = rates_;
  std::vector<double> log_rates(mean.log_rates.begin(), mean.log_rates.end());
  double n = 1;
  for (auto other = next(); other != nullptr; other = next(), ++n) {
    const TopicRates& rates = *other->rates();
    for (std::size_t i = 0; i < log_rates.size(); ++i) log_rates[i] += rates.log_rates[i];
    for (std::size_t k = 0; k < mean.eta.size(); ++k) mean.eta[k] += rates.eta[k];
    mean.lambda += rates.lambda;
    for (std::size_t i = 0; i < mean.covariance.size(); ++i) mean.covariance[i] += rates.covariance[i];
  }
  for (std::size_t i = 0; i < log_rates.size(); ++i) mean.log_rates[i] = static_cast<float>(log_rates[i] / n);
  for (double& eta : mean.eta) eta /= n;
  mean.lambda /= n;
  for (double& x : mean.covariance) x /= n;
  return std::make_unique<Draw>(std::move(mean));
}

}  // namespace themata::hpc
