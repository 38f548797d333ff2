#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/random/stream.hpp"

namespace themata {

/// The factor, at most 1, in the odds of adding one more active component of weight `weight` to s others, due
/// to a group of n tokens that are not in it: Gamma((s + 1) weight) Gamma(s weight + n) / (Gamma(s weight)
/// Gamma((s + 1) weight + n)).
class OneMore {
 public:
  OneMore(double weight, std::int64_t n) : weight_(weight), n_(n) {}
  double operator()(std::size_t s) {
    if (n_ == 0) return 1;
    return s < known_.size() && known_[s] > 0 ? known_[s] : find(s);
  }

 private:
  double find(std::size_t s);

  double weight_;
  std::int64_t n_;
  std::vector<double> known_;  ///< by s; 0 if not yet computed
};

/// A Bernoulli draw with these odds, which must be finite.
inline bool flip(Stream& stream, double odds) { return stream.uniform() * (1 + odds) < odds; }

/// Draws with odds times r, r in (0, 1], given that flip() with these odds returned true: the second stage.
inline bool flip_on(Stream& stream, double odds, double r) {
  return stream.uniform() * (1 + odds * r) < r * (1 + odds);
}

}  // namespace themata
