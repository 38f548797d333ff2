#include "themata/models/hpc/new_affinities.hpp"

#include <cassert>

#include "themata/hmc/mode.hpp"
#include "themata/random/elementary.hpp"

namespace themata::hpc {

namespace {

DocumentData data_of(const KnownRates& topics, std::span<const std::uint32_t> words) {
  const AffinityPrior& prior = topics.prior();
  const auto n_topics = static_cast<Eigen::Index>(topics.n_topics());
  const WordCounts found(words);
  DocumentData data;
  data.rates.resize(static_cast<Eigen::Index>(found.words.size()), n_topics);
  data.counts.resize(static_cast<Eigen::Index>(found.words.size()));
  for (std::size_t w = 0; w < found.words.size(); ++w) {
    const auto row = static_cast<Eigen::Index>(w);
    data.counts[row] = found.counts[w];
    const auto rates = topics.rates(found.words[w]);
    data.rates.row(row) = Eigen::Map<const hmc::Vector>(rates.data(), n_topics).transpose();
  }
  data.totals = Eigen::Map<const hmc::Vector>(prior.totals.data(), n_topics);
  data.length = static_cast<double>(words.size()) / prior.mean_length;
  data.eta = Eigen::Map<const hmc::Vector>(prior.eta.data(), n_topics);
  data.lambda = prior.lambda;
  if (prior.precision.size() > 0) data.precision = &prior.precision;
  return data;
}

}  // namespace

NewAffinities::NewAffinities(const KnownRates& topics, std::span<const std::uint32_t> words)
    : density_(data_of(topics, words)),
      start_(Eigen::Map<const hmc::Vector>(topics.prior().eta.data(),
                                           static_cast<Eigen::Index>(topics.n_topics()))) {}

const hmc::Vector& NewAffinities::mode() {
  if (mode_.size() == 0) mode_ = hmc::find_mode(start_, density_);
  return mode_;
}

void NewAffinities::sweep(Stream& stream) {
  if (!mass_) {
    now_ = mode();
    mass_.emplace(density_.curvature(now_), density_.curvature_of_prior());
  }
  hmc::move(stream, now_, *mass_, {}, density_);
}

std::vector<double> label_probabilities(const hmc::Vector& xi) {
  std::vector<double> probabilities;
  for (const double x : xi) probabilities.push_back(1 / (1 + portable_exp(-x)));
  return probabilities;
}

}  // namespace themata::hpc
