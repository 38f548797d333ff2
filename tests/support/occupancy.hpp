#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "support/enumeration.hpp"
#include "support/statistics.hpp"
#include "themata/chain/kernel.hpp"
#include "themata/sampling/state/layout.hpp"

// How often a chain visits each state of a tiny problem, against the probabilities that were added up.
namespace themata::testing {

/// Limit of Agreement::excess. Where one number rules the total variation (half-normal) 6 is |z| = 4.4, where
/// many do (normal) it is z = 6: a right sampler exceeds it once in 90,000 at most.
inline constexpr double excess_limit = 6;

/// What a comparison found.
struct Agreement {
  double total_variation = 0;  ///< between the visits' shares and the posterior
  double noise = 0;            ///< what a right sampler's total variation would be, from its own batches
  double excess = 0;           ///< the total variation above its noise, in standard deviations of that
  double worst_z = 0;          ///< largest |z| of the summaries' means (summarise)
  double topics_z = 0;         ///< z of the mean number of topics in use

  bool is_right() const { return excess < excess_limit && worst_z < z_limit; }
};

/// Few numbers that a wrong kernel moves: log p, topics in use, sum n_k^2, sum m_dk^2, sum n_kv^2.
inline std::vector<std::vector<double>> summarise(const Problem& problem, const Posterior& posterior) {
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < posterior.states.size(); ++i) {
    const Topics z = canonical(posterior.states[i]);
    const Counts counts(problem, z, z.size());
    const auto squares = [](const std::vector<std::vector<double>>& table) {
      double sum = 0;
      for (const auto& row : table) sum += std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
      return sum;
    };
    const double used = static_cast<double>(
        std::count_if(counts.size.begin(), counts.size.end(), [](double n) { return n > 0; }));
    const double log_p = posterior.probability[i] > 0 ? std::log(posterior.probability[i]) : 0.0;
    rows.push_back({used, log_p, squares({counts.size}), squares(counts.m), squares(counts.n)});
  }
  return rows;
}

/// Visits of each state in each batch of a chain.
class Visits {
 public:
  Visits(std::size_t batches, std::size_t length, std::size_t states)
      : length_(length), shares_(batches, std::vector<double>(states)) {}

  void add(std::size_t state) { shares_[seen_++ / length_][state] += 1.0 / static_cast<double>(length_); }

  Agreement compare(const Posterior& posterior, const std::vector<std::vector<double>>& summaries) const {
    Agreement result;
    compare_shares(posterior, result);
    std::vector<double> batches(shares_.size());
    for (std::size_t j = 0; j < summaries.front().size(); ++j) {
      double exact = 0;
      for (std::size_t s = 0; s < summaries.size(); ++s) exact += posterior.probability[s] * summaries[s][j];
      for (std::size_t b = 0; b < batches.size(); ++b) {
        batches[b] = 0;
        for (std::size_t s = 0; s < summaries.size(); ++s) batches[b] += shares_[b][s] * summaries[s][j];
      }
      const double z = z_score(from_batches(batches), exact);
      if (j == 0) result.topics_z = z;
      result.worst_z = std::max(result.worst_z, std::abs(z));
    }
    return result;
  }

 private:
  /// The noise is had by giving each batch's deviation from the mean a random sign, which leaves a right
  /// sampler's errors as they are, correlations between states included.
  void compare_shares(const Posterior& posterior, Agreement& result) const {
    const std::size_t states = posterior.probability.size();
    const double n = static_cast<double>(shares_.size());
    std::vector<double> mean(states);
    for (const auto& batch : shares_)
      for (std::size_t s = 0; s < states; ++s) mean[s] += batch[s] / n;
    for (std::size_t s = 0; s < states; ++s)
      result.total_variation += std::abs(mean[s] - posterior.probability[s]) / 2;
    constexpr std::size_t copies = 400;
    Stream stream({55}, Purpose::data, 0, 0);
    double sum = 0, squares = 0;
    for (std::size_t c = 0; c < copies; ++c) {
      std::vector<double> off(states);
      for (const auto& batch : shares_) {
        const double sign = (stream.bits() & 1) != 0 ? 1 : -1;
        for (std::size_t s = 0; s < states; ++s) off[s] += sign * (batch[s] - mean[s]);
      }
      double total = 0;
      for (const double x : off) total += std::abs(x) / 2 / std::sqrt(n * (n - 1));
      sum += total;
      squares += total * total;
    }
    result.noise = sum / copies;
    const double deviation = std::sqrt(std::max(0.0, squares / copies - result.noise * result.noise));
    result.excess = (result.total_variation - result.noise) / std::max(deviation, 1e-12);
  }

  std::size_t length_, seen_ = 0;
  std::vector<std::vector<double>> shares_;
};

/// How long a chain runs.
struct ChainLength {
  std::size_t batches = 100, length = 4000;  ///< sweeps in all: their product
  std::uint64_t seed = 1;
};

/// The environment's THEMATA_PROOF_SCALE makes every proof that many times longer, for nights: 1 unless it is
/// set.
inline std::size_t proof_scale() {
  const char* scale = std::getenv("THEMATA_PROOF_SCALE");
  return scale == nullptr ? 1 : std::max(1UL, std::strtoul(scale, nullptr, 10));
}

/// Runs the kernels from `state` and compares. The state's topics stand in its `mix`.
template <class ModelState>
Agreement compare_with_enumeration(const Kernels<ModelState>& kernels, ModelState state,
                                   const Problem& problem, const Posterior& posterior,
                                   const ChainLength& run) {
  const Corpus corpus = problem.corpus();
  Pool alone(1);
  sampling::TokenTopics numbers(corpus.n_tokens());
  std::iota(numbers.begin(), numbers.end(), sampling::Topic{0});
  const auto from =
      sampling::to_layout_order(corpus, state.mix.layout, numbers);  // layout place -> corpus place
  const std::size_t length = run.length * proof_scale();
  Visits visits(run.batches, length, posterior.states.size());
  Topics z(corpus.n_tokens());
  const std::size_t warm_up = 1000;
  for (std::size_t sweep = 1; sweep <= run.batches * length + warm_up; ++sweep) {
    run_sweep(kernels, state, Context{corpus, {run.seed}, sweep, alone});
    if (sweep <= warm_up) continue;
    for (std::size_t i = 0; i < z.size(); ++i) z[from[i]] = state.mix.topics[i];
    visits.add(posterior.place(z));
  }
  return visits.compare(posterior, summarise(problem, posterior));
}

}  // namespace themata::testing
