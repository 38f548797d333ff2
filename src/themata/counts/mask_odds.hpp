#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/random/stream.hpp"

namespace themata {

/// By what the odds of one more active thing of weight `weight` beside s others are multiplied, for the sake of a group of n
/// tokens that are not of it, at most 1: Gamma((s + 1) weight) Gamma(s weight + n) / (Gamma(s weight) Gamma((s + 1) weight + n)).
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
  std::vector<double> known_;  ///< by s; 0 where it is not known yet
};

/// Whether a draw with these odds, finite, says yes.
inline bool flip(Stream& stream, double odds) { return stream.uniform() * (1 + odds) < odds; }

/// The same of the odds times r, r in (0, 1], for what has said yes already with the odds alone: the rest of the way.
inline bool flip_on(Stream& stream, double odds, double r) {
  return stream.uniform() * (1 + odds * r) < r * (1 + odds);
}

}  // namespace themata
