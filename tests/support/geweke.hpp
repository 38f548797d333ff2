#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/enumeration.hpp"
#include "support/occupancy.hpp"
#include "support/statistics.hpp"
#include "themata/chain/kernel.hpp"

// Geweke's joint distribution test (2004): draws of (parameters, data) from the prior must have the same
// distribution as those of a chain that alternates the sampler's kernels with new data given the parameters.
namespace themata::testing {

/// What one simulator says of each statistic.
struct Simulated {
  std::vector<Estimate> estimates;
  double fewest_times = INFINITY;  ///< least of the statistics' autocorrelation times in a batch
};

/// One statistic's comparison.
struct GewekeRow {
  std::string name;
  double z;
};

struct GewekeResult {
  std::vector<GewekeRow> rows;
  double fewest_times;  ///< a batch of the chain holds at least so many autocorrelation times

  double worst_z() const {
    double worst = 0;
    for (const GewekeRow& row : rows) worst = std::max(worst, std::abs(row.z));
    return worst;
  }
};

inline void expect_rows_right(const GewekeResult& found) {
  for (const GewekeRow& row : found.rows) EXPECT_LT(std::abs(row.z), z_limit) << row.name;
}

/// Named statistics of a draw.
using Statistics = std::vector<std::pair<std::string, double>>;

/// Batch means of whatever statistics are added, their squares too.
class Tally {
 public:
  explicit Tally(const ChainLength& run) : run_(run) {}

  void add(const Statistics& statistics) {
    if (means_.empty()) means_.assign(2 * statistics.size(), BatchMeans(run_.batches, run_.length));
    for (std::size_t j = 0; j < statistics.size(); ++j) {
      means_[2 * j].add(statistics[j].second);
      means_[2 * j + 1].add(statistics[j].second * statistics[j].second);
    }
  }
  Simulated result() const {
    Simulated out;
    for (const BatchMeans& means : means_) {
      out.estimates.push_back(means.estimate());
      out.fewest_times = std::min(out.fewest_times, means.times_in_batch());
    }
    return out;
  }

 private:
  ChainLength run_;
  std::vector<BatchMeans> means_;
};

/// Topics of a state in the corpus's order.
template <class ModelState>
Topics topics_of(const ModelState& state, const Corpus& corpus) {
  const auto z = sampling::to_corpus_order(corpus, state.mix.layout, state.mix.topics);
  return {z.begin(), z.end()};
}

/// A state's counts by the tests' own arithmetic, its topics in use renumbered from 0; `prior` is theirs,
/// then all of the other topics' together.
template <class ModelState>
struct Observed {
  Counts counts;
  std::vector<double> prior;

  Observed(const ModelState& state, const Corpus& corpus)
      : Observed(state, corpus, topics_of(state, corpus)) {}

 private:
  Observed(const ModelState& state, const Corpus& corpus, const Topics& z)
      : counts(problem_of(corpus), canonical(z), used(z)), prior(used(z) + 1) {
    const Topics numbers = canonical(z);
    prior.back() = state.mix.prior_beyond;
    for (const double a : state.mix.prior) prior.back() += a;
    for (std::size_t i = 0; i < z.size(); ++i) {
      if (prior[numbers[i]] > 0) continue;
      prior[numbers[i]] = state.mix.prior[z[i]];
      prior.back() -= state.mix.prior[z[i]];
    }
  }
  static std::size_t used(const Topics& z) {
    const Topics numbers = canonical(z);
    return *std::max_element(numbers.begin(), numbers.end()) + 1;
  }
};

/// Compares the two simulators for a model and any list of kernels that should leave its posterior invariant.
/// @param statistics  of a state and the corpus of its words
template <class Model, class KernelList, class Observe>
GewekeResult geweke(const Model& model, const KernelList& kernels, const Corpus& shape,
                    const Observe& statistics, ChainLength run) {
  run.length *= proof_scale();
  Pool alone(1);
  const Key prior_key{run.seed}, chain{run.seed + 1};
  const std::size_t n = run.batches * run.length;
  Tally from_prior(run), from_chain(run);
  Statistics last;
  for (std::size_t i = 1; i <= n; ++i) {
    Stream stream(prior_key, Purpose::data, i, 0);
    auto state = model.sample_prior(shape, stream, alone);
    const Corpus words = model.resample_data(state, shape, stream, alone);
    from_prior.add(last = statistics(state, words));
  }
  Stream first(chain, Purpose::data, 0, 0);
  auto state = model.sample_prior(shape, first, alone);
  Corpus words = model.resample_data(state, shape, first, alone);
  for (std::size_t i = 1; i <= n; ++i) {
    run_sweep(kernels, state, Context{words, chain, i, alone});
    Stream stream(chain, Purpose::data, i, 0);
    words = model.resample_data(state, words, stream, alone);
    from_chain.add(statistics(state, words));
  }
  const Simulated a = from_prior.result(), b = from_chain.result();
  GewekeResult result{{}, b.fewest_times};
  for (std::size_t j = 0; j < a.estimates.size(); ++j)
    result.rows.push_back(
        {last[j / 2].first + (j % 2 == 0 ? "" : "^2"), z_score(a.estimates[j], b.estimates[j])});
  return result;
}

/// What the z kernels move: sum m_dk^2, sum n_kv^2, sum n_k^2, log p(w, z | hyperparameters).
template <class ModelState>
Statistics mixture_statistics(const ModelState& state, const Corpus& corpus) {
  const Observed observed(state, corpus);
  const Counts& counts = observed.counts;
  double m2 = 0, n2 = 0;
  for (const auto& row : counts.m) m2 += std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
  for (const auto& row : counts.n) n2 += std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
  return {{"sum m^2", m2},
          {"sum n^2", n2},
          {"sum n_k^2", std::inner_product(counts.size.begin(), counts.size.end(), counts.size.begin(), 0.0)},
          {"log p", log_documents(counts, observed.prior) + log_words(counts, state.mix.beta)}};
}

}  // namespace themata::testing
