#include "themata/sampling/state/word_beta.hpp"

#include <algorithm>
#include <numeric>

#include "themata/random/rising.hpp"

namespace themata::sampling {

WordBeta::WordBeta(const State& state) : beta_(state.beta), in_block_(state.layout.n_blocks, state.slots()) {
  const WordPrior& prior = state.word_prior;
  for (const double weight : prior.weights()) betas_.push_back(beta_ * weight);
  std::vector<double> sums(state.layout.n_blocks, 0.0);
  if (betas_.empty())
    for (std::size_t b = 0; b < sums.size(); ++b) sums[b] = beta_ * state.layout.types_in[b];
  for (std::size_t v = 0; v < betas_.size(); ++v) sums[state.layout.block_of[v]] += betas_[v];
  for (std::size_t b = 0; b < sums.size(); ++b) std::ranges::fill(in_block_.span(b), sums[b]);
  if (prior.has_seeds()) lay_out_seeds(state);
}

void WordBeta::lay_out_seeds(const State& state) {
  const std::span<const Seed> seeds = state.word_prior.seeds();
  row_of_.assign(state.word_topic.rows(), none);
  std::uint32_t n_rows = 0;
  for (const Seed& seed : seeds)
    if (row_of_[seed.type] == none) row_of_[seed.type] = n_rows++;
  rows_ = Matrix<float>(n_rows, state.slots());
  for (std::size_t v = 0; v < row_of_.size(); ++v)
    if (row_of_[v] != none) std::ranges::fill(rows_.span(row_of_[v]), static_cast<float>(of(v)));
  for (const Seed& seed : seeds) {
    // The samplers see single precision, so the sums use the rounded values.
    float& cell = rows_.row(row_of_[seed.type])[seed.topic];
    cell = static_cast<float>(of(seed.type) + seed.count);
    in_block_.row(state.layout.block_of[seed.type])[seed.topic] += static_cast<double>(cell) - of(seed.type);
  }
}

double WordBeta::total(std::size_t slot) const {
  double sum = 0;
  for (std::size_t b = 0; b < in_block_.rows(); ++b) sum += in_block_.row(b)[slot];
  return sum;
}

double log_split(const WordBeta& betas, std::span<const std::int32_t> left,
                 std::span<const std::int32_t> right) {
  const double total = betas.total(0);
  const std::int64_t n_left = std::accumulate(left.begin(), left.end(), std::int64_t{0});
  const std::int64_t n_right = std::accumulate(right.begin(), right.end(), std::int64_t{0});
  double sum = log_rising(total, n_left + n_right) - log_rising(total, n_left) - log_rising(total, n_right);
  for (std::size_t v = 0; v < left.size(); ++v)
    if (left[v] > 0 && right[v] > 0) {
      const double beta = betas.of(v);
      sum += log_rising(beta, left[v]) + log_rising(beta, right[v]) - log_rising(beta, left[v] + right[v]);
    }
  return sum;
}

}  // namespace themata::sampling
