#pragma once

#include <cmath>
#include <vector>

#include "support/geweke.hpp"

// The other half of Geweke's idea: draws of (parameters, data) from the prior are draws from the joint
// distribution, and after any sweeps of a sampler they must still be. The pairs are independent, and what a
// state has of before and after is taken from it, so that little noise is left.
namespace themata::testing {

/// z of the change that `sweeps` of the kernels make in the mean of each statistic and of its square.
template <class Model, class KernelList, class Observe>
GewekeResult changes(const Model& model, const KernelList& kernels, const Corpus& shape,
                     const Observe& statistics, std::size_t draws, std::size_t sweeps, std::uint64_t seed) {
  draws *= proof_scale();
  Pool alone(1);
  std::vector<double> sum, squares;
  Statistics before;
  for (std::size_t i = 0; i < draws; ++i) {
    Stream stream({seed}, Purpose::data, i, 0);
    auto state = model.sample_prior(shape, stream, alone);
    const Corpus words = model.resample_data(state, shape, stream, alone);
    before = statistics(state, words);
    for (std::size_t sweep = 0; sweep < sweeps; ++sweep)
      run_sweep(kernels, state, Context{words, {seed + 1}, i * sweeps + sweep, alone});
    const Statistics after = statistics(state, words);
    sum.resize(2 * after.size());
    squares.resize(2 * after.size());
    for (std::size_t j = 0; j < sum.size(); ++j) {
      const double a = before[j / 2].second, b = after[j / 2].second;
      const double change = j % 2 == 0 ? b - a : b * b - a * a;
      sum[j] += change;
      squares[j] += change * change;
    }
  }
  GewekeResult result{{}, INFINITY};
  const auto n = static_cast<double>(draws);
  for (std::size_t j = 0; j < sum.size(); ++j) {
    const double mean = sum[j] / n, error = std::sqrt((squares[j] / n - mean * mean) / n);
    result.rows.push_back({before[j / 2].first + (j % 2 == 0 ? "" : "^2"), error > 0 ? mean / error : 0});
  }
  return result;
}

}  // namespace themata::testing
