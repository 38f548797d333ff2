#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/random/stream.hpp"

namespace themata::icdp {

/// Words that a topic has no tokens of, on or off, when tokens of them may come to it: which are on has
///   p(b)  prop. to  prod_v pi_v^b_v (1 - pi_v)^(1 - b_v)  G(a + sum b),
///   G(W) = Gamma(W beta) / Gamma(W beta + n_k),
/// where a is the number of its other words and n_k that of its tokens.
class FreeWords {
 public:
  /// Of more the sums would take too long: their cost is the square of the number.
  static constexpr std::size_t most = 500;

  /// @param presence  pi_v of each word @param others  a @param tokens  n_k
  FreeWords(std::vector<double> presence, double beta, std::uint32_t others, std::int64_t tokens);

  std::size_t size() const { return presence_.size(); }
  /// log of sum_b p(b) / G(a + size).
  double log_sum() const { return log_sum_; }
  /// log of (beta (a + size) + n_k) rising n times: the denominator of n more tokens when all words are on.
  double log_rising_with_all(std::int64_t n) const;
  /// Draws which words are on.
  std::vector<bool> draw(Stream& stream) const;

 private:
  double& first(std::size_t words, std::size_t on) { return first_[words * (size() + 1) + on]; }
  double first(std::size_t words, std::size_t on) const { return first_[words * (size() + 1) + on]; }

  std::vector<double> presence_;
  double beta_;
  std::uint32_t others_;
  std::int64_t tokens_;
  std::vector<double>
      first_;  ///< (size + 1)^2; i, s: probability that s of the first i words are on by pi alone
  std::vector<double> weights_;  ///< by how many are on, over a common factor
  double log_sum_ = 0;
};

}  // namespace themata::icdp
